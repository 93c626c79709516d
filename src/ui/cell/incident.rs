//! An incident: what happened, its durations, its timeline as picture and as list, its sources.

use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, Hit, HitKind};
use outage_lab::incident::schema::{Difference, Event, ModelLink, Remark, Source};
use outage_lab::incident::{Incident, Metric, metrics};
use outage_lab::notebook::{Cell, IncidentCell, timeline_chart};
use outage_lab::text::Bilingual;
use outage_lab::view::address::Route;
use outage_lab::view::event_address;

use crate::ui::browser;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};
use crate::ui::export;
use crate::ui::figure::{ChartTable, Surface, focus_chosen, over};
use crate::ui::incident::Incidents;
use crate::ui::live::Live;
use crate::ui::shell::Shell;

/// What the parts of an incident share.
#[derive(Clone, Copy)]
struct Open {
    shell: Shell,
    incident: StoredValue<Rc<Incident>, LocalStorage>,
    /// The chosen event, as its place in the file.
    chosen: RwSignal<usize>,
    /// The document whose address holds the chosen event: that of the incident's own page.
    page: Option<Live>,
}

impl Open {
    fn with<T>(self, read: impl FnOnce(&Incident) -> T) -> T {
        self.incident.with_value(|incident| read(incident))
    }

    fn say(self, text: &Bilingual) -> String {
        text.get(self.shell.shown_lang()).to_owned()
    }

    fn event(self, at: usize) -> Option<Event> {
        self.with(|incident| incident.events.get(at).cloned())
    }

    fn place(self, id: &str) -> Option<usize> {
        self.with(|incident| incident.events.iter().position(|event| event.id == id))
    }

    fn choose(self, at: usize) {
        self.chosen.set(at);
        if let (Some(page), Some(event)) = (self.page, self.event(at)) {
            page.choose_event(&event.id);
        }
    }

    fn step(self, by: isize) {
        let last = self
            .with(|incident| incident.events.len())
            .saturating_sub(1);
        self.choose(
            self.chosen
                .get_untracked()
                .saturating_add_signed(by)
                .min(last),
        );
    }

    /// Goes to the event that the address asks for.
    fn follow(self, live: Live) {
        let asked = live.asked_event().and_then(|id| self.place(&id));
        self.chosen.set(asked.unwrap_or(0));
    }
}

/// An incident cell.
#[component]
pub(crate) fn IncidentView(at: usize) -> impl IntoView {
    let Some(Cell::Incident(cell)) = Live::get().cell(at) else {
        return ().into_any();
    };
    let Some(incident) = expect_context::<Incidents>().find(&cell.incident) else {
        return ().into_any();
    };
    let live = Live::get();
    let own_page = matches!(live.route(), Route::Incident(_));
    let open = Open {
        shell: Shell::get(),
        incident: StoredValue::new_local(incident),
        chosen: RwSignal::new(0),
        page: own_page.then_some(live),
    };
    if own_page {
        effect(move || open.follow(live));
    }
    view! { <Shown cell=cell open=open/> }.into_any()
}

#[component]
fn Shown(cell: IncidentCell, open: Open) -> impl IntoView {
    let all = cell.show.is_empty();
    let shows = move |part: &str| all || cell.show.iter().any(|shown| shown == part);
    view! {
        {open.page.is_none().then(|| view! {
            <p class="quiet">
                <a href=format!("#/i/{}", cell.incident)>{text(move || open.with(|incident| open.say(&incident.title)))}</a>
            </p>
        })}
        {shows("summary").then(|| view! { <p class="lead">{text(move || open.with(|incident| open.say(&incident.summary)))}</p> })}
        {shows("metrics").then(|| view! { <Metrics open=open wanted=cell.metrics.clone() all=open.page.is_some()/> })}
        {shows("timeline").then(|| view! { <Timeline open=open name=cell.incident.clone()/> })}
        {shows("list").then(|| view! { <List open=open/> })}
        {shows("story").then(|| view! { <Story open=open/> })}
        {shows("sources").then(|| view! { <Sources open=open/> })}
    }
}

/// The figures that sum an incident up, where its file has them.
const HEADLINES: [&str; 5] = [
    "detect_s",
    "mitigate_s",
    "recover_s",
    "total_s",
    "after_first_fault",
];

/// Figures with how they were measured; on the incident's own page, all of them as a table as well.
#[component]
fn Metrics(open: Open, wanted: Vec<String>, all: bool) -> impl IntoView {
    let shell = open.shell;
    let known = open.with(metrics);
    let find = |id: &str| known.iter().find(|metric| metric.id == id).cloned();
    let chosen: Vec<Metric> = if wanted.is_empty() {
        HEADLINES.into_iter().filter_map(find).collect()
    } else {
        wanted.iter().filter_map(|id| find(id)).collect()
    };
    let tile = move |metric: &Metric| {
        let name = shell.say(&format!("incident.metric.{}", metric.id));
        view! {
            <div>
                <dt>{name}</dt>
                <dd>
                    <div class="value" data-figure=metric.id.clone()>{metric_text(shell, metric)}</div>
                    <details class="basis">
                        <summary>{shell.say("incident.measured")}</summary>
                        {open.say(&metric.definition)}
                    </details>
                </dd>
            </div>
        }
    };
    view! {
        <dl class="figures">{dynamic(move || chosen.iter().map(tile).collect_view())}</dl>
        {all.then(|| view! { <AllMetrics open=open known=known/> })}
    }
}

/// Every figure of the file with its definition.
#[component]
fn AllMetrics(open: Open, known: Vec<Metric>) -> impl IntoView {
    let shell = open.shell;
    let row = move |metric: &Metric| {
        view! {
            <tr>
                <td class="words">{shell.say(&format!("incident.metric.{}", metric.id))}</td>
                <td class="number" data-figure=metric.id.clone()>{metric_text(shell, metric)}</td>
                <td class="words">{open.say(&metric.definition)}</td>
            </tr>
        }
    };
    view! {
        <details class="card">
            <summary>{shell.t("incident.all_metrics")}</summary>
            <div class="scroll">
                <table><tbody>{dynamic(move || known.iter().map(row).collect_view())}</tbody></table>
            </div>
        </details>
    }
}

fn metric_text(shell: Shell, metric: &Metric) -> String {
    shell
        .texts
        .with(|texts| metric.value.shown(metric.unit, texts))
}

#[component]
fn Timeline(open: Open, name: String) -> impl IntoView {
    let shell = open.shell;
    let chart = Memo::new(move |_| {
        let chosen = open.event(open.chosen.get()).map(|event| event.id);
        open.with(|incident| Some(timeline_chart(incident, chosen.as_deref())))
    });
    let with_table = RwSignal::new(false);
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let spots = Memo::new(move |_| surface.hits(&[HitKind::Event]));
    view! {
        <figure class="chart card">
            <div class="head">
                <h3>{shell.t("incident.timeline")}</h3>
                <div class="tools">
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=chart name=name/>
                </div>
            </div>
            <p class="hint quiet">{shell.t("incident.timeline_hint")}</p>
            <div class="plot" node_ref=frame style=text(move || surface.style()) data-labels=text(move || surface.labels_json())>
                <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
                <For each=move || spots.get() key=|hit| hit.id.clone() let(hit)>
                    <Spot hit=hit open=open spots=spots/>
                </For>
            </div>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || chart.get().map(|chart: ChartSpec| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
        <EventCard open=open/>
    }
}

/// An event on the picture: a button. Left and right go to the neighbours in time.
#[component]
fn Spot(hit: Hit, open: Open, spots: Memo<Vec<Hit>>) -> impl IntoView {
    let id = hit.id.clone();
    let place = {
        let id = id.clone();
        text(move || {
            let rect = spots.with(|spots| {
                spots
                    .iter()
                    .find(|spot| spot.id == id)
                    .map(|spot| spot.rect)
            });
            rect.map_or_else(String::new, over)
        })
    };
    let is_chosen = {
        let id = id.clone();
        Memo::new(move |_| {
            open.event(open.chosen.get())
                .is_some_and(|event| event.id == id)
        })
    };
    let choose = move |_| {
        if let Some(at) = open.place(&id) {
            open.choose(at);
        }
    };
    let label = text(move || open.shell.label(&hit.label));
    view! {
        <button class="spot" style=place aria-label=label title=label
            aria-pressed=text(move || is_chosen.get().to_string()) tabindex=text(move || if is_chosen.get() { "0" } else { "-1" }.to_owned())
            on:click=choose
            on:keydown=move |event| {
                let by = match event.key().as_str() {
                    "ArrowRight" | "ArrowDown" => 1,
                    "ArrowLeft" | "ArrowUp" => -1,
                    _ => return,
                };
                event.prevent_default();
                open.step(by);
                focus_chosen();
            }></button>
    }
}

/// The chosen event in words.
#[component]
fn EventCard(open: Open) -> impl IntoView {
    let shell = open.shell;
    let count = open.with(|incident| incident.events.len());
    view! {
        <div class="card event">
            <div class="event-nav">
                <button class="button" disabled=flag(move || open.chosen.get() == 0) on:click=move |_| open.step(-1)>
                    {shell.t("incident.previous")}
                </button>
                <span class="quiet">{text(move || format!("{} / {count}", open.chosen.get() + 1))}</span>
                <button class="button" disabled=flag(move || open.chosen.get() + 1 >= count) on:click=move |_| open.step(1)>
                    {shell.t("incident.next")}
                </button>
            </div>
            <div aria-live="polite">
                {dynamic(move || open.event(open.chosen.get()).map(|event| view! { <EventWords open=open event=event/> }))}
            </div>
        </div>
    }
}

#[component]
fn EventWords(open: Open, event: Event) -> impl IntoView {
    let shell = open.shell;
    let lang = shell.shown_lang();
    let component = open.with(|incident| {
        incident
            .component(&event.component)
            .map(|component| component.name.clone())
    });
    let when = open.with(|incident| event.at.describe(&incident.zone, lang));
    let mechanisms: Vec<String> = event
        .mechanisms
        .iter()
        .map(|mechanism| shell.say(&format!("incident.mechanism.{mechanism}")))
        .collect();
    let differing = open.with(|incident| {
        incident
            .differences_about(&event.id)
            .cloned()
            .collect::<Vec<Difference>>()
    });
    let links = open.with(|incident| {
        let link = |link: &ModelLink| {
            Some((
                event_address(incident, link)?.ok()?.to_string(),
                link.prompt.clone(),
            ))
        };
        event.models.iter().filter_map(link).collect::<Vec<_>>()
    });
    view! {
        <ul class="badges">
            <li>{when}</li>
            <li>{shell.say(&format!("incident.kind.{}", event.kind.id()))}</li>
            {component.map(|name| view! { <li>{open.say(&name)}</li> })}
            <li>{shell.say(&format!("incident.actor.{}", event.actor.id()))}</li>
        </ul>
        <h3>{open.say(&event.title)}</h3>
        <p>{open.say(&event.text)}</p>
        {(!mechanisms.is_empty()).then(|| view! {
            <p class="quiet">{shell.say("incident.mechanisms")}" "{mechanisms.join(" · ")}</p>
        })}
        <p class="quiet">
            {shell.say(&format!("incident.status.{}", event.status.id()))}" · "
            {event.sources.iter().map(|id| source_name(open, id)).collect::<Vec<_>>().join(" · ")}
        </p>
        {differing.into_iter().map(|difference| view! {
            <div class="notice">
                <p><strong>{open.say(&difference.topic)}</strong></p>
                {difference.statements.iter().map(|statement| view! {
                    <p>{shell.say(&format!("incident.voice.{}", statement.who.id()))}": "{open.say(&statement.text)}</p>
                }).collect_view()}
                <p class="quiet">{open.say(&difference.verdict)}</p>
            </div>
        }).collect_view()}
        {links.into_iter().map(|(href, prompt)| view! {
            <p><a class="button" style="text-decoration: none" href=href>{open.say(&prompt)}</a></p>
        }).collect_view()}
    }
}

fn source_name(open: Open, id: &str) -> String {
    open.with(|incident| incident.source(id).map(|source| open.say(&source.title)))
        .unwrap_or_default()
}

/// Every event in words, also those without a time.
#[component]
fn List(open: Open) -> impl IntoView {
    let shell = open.shell;
    let row = move |(at, event): (usize, Event)| {
        let when = {
            let time = event.at.clone();
            move || open.with(|incident| time.describe(&incident.zone, shell.shown_lang()))
        };
        let title = event.title.clone();
        view! {
            <li>
                <button aria-current=text(move || (open.chosen.get() == at).to_string()) on:click=move |_| open.choose(at)>
                    <time>{when}</time>
                    <span>{text(move || open.say(&title))}</span>
                </button>
            </li>
        }
    };
    let events = open.with(|incident| incident.events.clone());
    view! {
        <details class="card" open=browser::media("(min-width: 900px)")>
            <summary>{shell.t("incident.all_events")}</summary>
            <ol class="list">{events.into_iter().enumerate().map(row).collect_view()}</ol>
        </details>
    }
}

/// Causes, what made it worse, what worked, lessons, and where texts differ.
#[component]
fn Story(open: Open) -> impl IntoView {
    let shell = open.shell;
    let remark = move |remark: &Remark| {
        view! {
            <li>{open.say(&remark.text)}" "<span class="quiet">
                {shell.say(&format!("incident.status.{}", remark.status.id()))}</span></li>
        }
    };
    let part = move |key: &'static str, remarks: Vec<Remark>| {
        (!remarks.is_empty()).then(|| {
            view! {
                <h3>{shell.say(&format!("incident.{key}"))}</h3>
                <ul>{remarks.iter().map(remark).collect_view()}</ul>
            }
        })
    };
    view! {
        <div class="two">
            {dynamic(move || open.with(|incident| view! {
                <div class="card">
                    {incident.remarks().into_iter().map(|(key, remarks)| part(key, remarks.to_vec())).collect_view()}
                </div>
                <div class="card">
                    <h3>{shell.say("incident.lessons")}</h3>
                    <ul>{incident.lessons.iter().map(|lesson| view! {
                        <li>{open.say(&lesson.text)}" "<span class="quiet">
                            {shell.say(&format!("incident.teacher.{}", lesson.by.id()))}</span></li>
                    }).collect_view()}</ul>
                    <h3>{shell.say("incident.differences")}</h3>
                    {incident.differences.iter().map(|difference| view! {
                        <details>
                            <summary>{open.say(&difference.topic)}</summary>
                            <ul>{difference.statements.iter().map(|statement| view! {
                                <li>{shell.say(&format!("incident.voice.{}", statement.who.id()))}": "
                                    {open.say(&statement.text)}</li>
                            }).collect_view()}</ul>
                            <p>{open.say(&difference.verdict)}</p>
                        </details>
                    }).collect_view()}
                </div>
            }))}
        </div>
    }
}

#[component]
fn Sources(open: Open) -> impl IntoView {
    let shell = open.shell;
    let source = move |source: &Source| {
        let title = open.say(&source.title);
        let linked = match source.address.clone() {
            Some(address) => view! { <a href=address rel="noopener">{title}</a> }.into_any(),
            None => title.into_any(),
        };
        view! { <li>{linked}" "<span class="quiet">{open.say(&source.read)}</span></li> }
    };
    view! {
        <details class="card">
            <summary>{shell.t("incident.sources")}</summary>
            <ul>{dynamic(move || open.with(|incident| incident.sources.iter().map(source).collect_view()))}</ul>
        </details>
    }
}
