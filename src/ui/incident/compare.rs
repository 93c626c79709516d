//! Incidents beside each other: a table, a plane of two durations, and two of them from their first fault on.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::{COMPARED, Compared, Incident, Interval, MetricValue, budget_impact};
use outage_lab::notebook::comparison_chart;
use outage_lab::text::format::quantity;
use outage_lab::text::{Bilingual, Unit};
use outage_lab::view::address::{Address, Route};

use super::aligned::Aligned;
use crate::ui::app;
use crate::ui::browser;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::fetch::{self, FetchError};
use crate::ui::figure::Still;
use crate::ui::page::{Failed, Trouble};
use crate::ui::shell::Shell;
use crate::ui::strings;

/// The list of what incidents are compared by.
const LIST: &str = "assets/incidents/comparison.json";

/// What the address says is compared: the axes of the plane, and two incidents.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    x: String,
    y: String,
    a: String,
    b: String,
}

impl Asked {
    /// What the fragment asks for; the rest as it opens.
    fn of(fragment: &str, known: &[Compared]) -> Asked {
        let (address, _) = Address::parse(fragment);
        let given = |name: &str| {
            let mut state = address.state.iter();
            state
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        let axis = |name: &str, usual: &str| {
            given(name)
                .filter(|id| durations().any(|known| known == id))
                .unwrap_or_else(|| usual.to_owned())
        };
        let incident = |name: &str, usual: usize| {
            given(name)
                .filter(|id| known.iter().any(|incident| incident.id == *id))
                .or_else(|| known.get(usual).map(|incident| incident.id.clone()))
                .unwrap_or_default()
        };
        Asked {
            x: axis("x", "mitigate_s"),
            y: axis("y", "total_s"),
            a: incident("a", known.len().saturating_sub(1)),
            b: incident("b", known.len().saturating_sub(2)),
        }
    }

    /// Writes it into the address, and into `fragment`, which hears of nothing but what the reader does there.
    fn keep(&self, fragment: RwSignal<String>) {
        let mut address = Address::page(Route::Compare);
        let parts = [
            ("x", &self.x),
            ("y", &self.y),
            ("a", &self.a),
            ("b", &self.b),
        ];
        address.state = parts
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .to_vec();
        let now = address.to_string();
        browser::replace_fragment(&now);
        fragment.update_untracked(|fragment| *fragment = now);
    }
}

/// The figures that can be an axis.
fn durations() -> impl Iterator<Item = &'static str> {
    COMPARED.into_iter().filter(|id| id.ends_with("_s"))
}

/// The page.
#[component]
pub(crate) fn Compare(fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    let known = RwSignal::new(Vec::<Compared>::new());
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0_u32);
    effect(move || {
        attempt.track();
        shell.lang.track();
        spawn_local(async move {
            let failed = bring(shell, known).await.err();
            let _ = trouble.try_set(failed.map(Trouble::Fetch));
            app::ready();
        });
    });
    effect(move || {
        document().set_title(&format!("{} · Outage Lab", shell.say("incident.compare")))
    });
    view! {
        <header>
            <h1>{shell.t("incident.compare")}</h1>
            <p class="lead">{shell.t("incident.compare_lead")}</p>
        </header>
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {dynamic(move || {
            let known = known.get();
            (!known.is_empty()).then(|| view! { <All known=known fragment=fragment/> })
        })}
    }
}

/// Brings the words in the language asked for, and the list once: it is in both languages, and to show it anew would
/// throw away what the reader has chosen.
async fn bring(shell: Shell, known: RwSignal<Vec<Compared>>) -> Result<(), FetchError> {
    strings::bring(shell, &[]).await?;
    if known.try_with_untracked(Vec::is_empty) == Some(true) {
        let list = list().await?;
        // A switch of the language may have brought it meanwhile.
        let _ = known.try_maybe_update(|known| {
            let is_first = known.is_empty();
            if is_first {
                *known = list;
            }
            (is_first, ())
        });
    }
    Ok(())
}

async fn list() -> Result<Vec<Compared>, FetchError> {
    let json = fetch::text(LIST).await?;
    serde_json::from_str(&json).map_err(|error| FetchError::Unreadable {
        path: LIST.to_owned(),
        detail: error.to_string(),
    })
}

#[component]
fn All(known: Vec<Compared>, fragment: RwSignal<String>) -> impl IntoView {
    let asked = RwSignal::new(Asked::of(&fragment.get_untracked(), &known));
    let known = StoredValue::new(known);
    effect(move || {
        let now = known.with_value(|known| Asked::of(&fragment.get(), known));
        if asked.get_untracked() != now {
            asked.set(now);
        }
    });
    view! {
        <Table known=known/>
        <Plane known=known asked=asked fragment=fragment/>
        <Pair known=known asked=asked fragment=fragment/>
    }
}

/// The windows over which availability is counted, in days.
const WINDOWS: [&str; 3] = ["30", "90", "365"];
/// The objectives, in the order of [`ALLOWANCES`].
const OBJECTIVES: [&str; 3] = ["99.9 %", "99.99 %", "99.999 %"];

/// A row an incident; what its whole duration leaves of a window and takes of a budget is worked out here.
#[component]
fn Table(known: StoredValue<Vec<Compared>>) -> impl IntoView {
    let shell = Shell::get();
    let window = RwSignal::new(WINDOWS[2].to_owned());
    let objective = RwSignal::new("1".to_owned());
    let head = |key: String| view! { <th scope="col">{text(move || shell.say(&key))}</th> };
    let rows = dynamic(move || {
        shell.texts.track();
        let days: f64 = window.get().parse().unwrap_or(365.0);
        let objective: usize = objective.get().parse().unwrap_or(1);
        known.with_value(|known| {
            known
                .iter()
                .map(|incident| view! { <Row incident=incident.clone() window_s=days * DAY_S objective=objective/> })
                .collect_view()
        })
    });
    let windows = WINDOWS.map(|days| {
        let name = text(move || {
            quantity(
                days.parse::<f64>().unwrap_or(0.0) * DAY_S,
                Unit::Second,
                shell.shown_lang(),
            )
        });
        (days.to_owned(), name)
    });
    let objectives = OBJECTIVES.into_iter().enumerate();
    let objectives = objectives.map(|(at, name)| (at.to_string(), text(move || name.to_owned())));
    view! {
        <div class="card apart">
            <div class="filter">
                <Choose label="incident.window" options=windows.to_vec() now=text(move || window.get())
                    set=Callback::new(move |days| window.set(days))/>
                <Choose label="incident.objective" options=objectives.collect() now=text(move || objective.get())
                    set=Callback::new(move |at| objective.set(at))/>
            </div>
            <div class="scroll">
                <table class="compared">
                    <thead><tr>
                        <th scope="col">{shell.t("incident.incidents")}</th>
                        {head("incident.began".to_owned())}
                        {COMPARED.into_iter().map(|id| head(format!("incident.metric.{id}"))).collect_view()}
                        {head("incident.availability_left".to_owned())}
                        {head("incident.budget_burnt".to_owned())}
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </div>
    }
}

const DAY_S: f64 = 86_400.0;

#[component]
fn Row(incident: Compared, window_s: f64, objective: usize) -> impl IntoView {
    let shell = Shell::get();
    let lang = shell.shown_lang();
    let cell = |value: Result<(f64, f64), &str>, unit: Unit| {
        let number = |value| quantity(value, unit, lang);
        // A range may break between its ends, a number may not.
        let (shown, end) = match value {
            Ok((lo, hi)) if number(lo) == number(hi) => (number(lo), None),
            Ok((lo, hi)) => (format!("{} –", number(lo)), Some(number(hi))),
            Err(_) => ("–".to_owned(), None),
        };
        let why = value
            .err()
            .map(|reason| shell.say(&format!("undefined.{reason}")));
        view! {
            <td class="number" title=why.clone()>
                <span class="unbroken">{shown}</span>
                {end.map(|end| view! { " "<span class="unbroken">{end}</span> })}
                {why.clone().map(|why| view! { <span class="hidden-text">{why}</span> })}
            </td>
        }
    };
    let figures = COMPARED.map(|id| {
        let unit = if id.ends_with("_s") {
            Unit::Second
        } else {
            Unit::Ratio
        };
        cell(incident.figure(id), unit)
    });
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the durations of incidents are whole seconds"
    )]
    let impact = incident.figure("total_s").and_then(|(lo, hi)| {
        let down = Interval::new(lo as i64, hi as i64).ok_or("end_before_start")?;
        budget_impact(down, window_s)
    });
    let extremes = |value: MetricValue| value.extremes().ok_or("parameter_out_of_range");
    let left = impact.and_then(|impact| extremes(impact.availability));
    let burnt = impact.and_then(|impact| extremes(impact.windows[objective.min(2)]));
    let began = incident.began.map(|began| began.to_string());
    let day = began
        .as_deref()
        .and_then(|time| time.get(..10))
        .unwrap_or("–")
        .to_owned();
    view! {
        <tr>
            <td class="words"><a href=format!("#/i/{}", incident.id) title=incident.title.get(lang).to_owned()>
                {incident.short_name().get(lang).to_owned()}
            </a></td>
            <td class="number"><span class="unbroken">{day}</span></td>
            {figures.into_iter().collect_view()}
            {cell(left, Unit::Ratio)}
            {cell(burnt, Unit::One)}
        </tr>
    }
}

/// The plane of two durations.
#[component]
fn Plane(
    known: StoredValue<Vec<Compared>>,
    asked: RwSignal<Asked>,
    fragment: RwSignal<String>,
) -> impl IntoView {
    let shell = Shell::get();
    let chart = Memo::new(move |_| {
        let asked = asked.get();
        known.with_value(|known| Some(comparison_chart(known, &asked.x, &asked.y)))
    });
    let options = move || {
        durations()
            .map(|id| {
                let name = text(move || shell.say(&format!("incident.metric.{id}")));
                (id.to_owned(), name)
            })
            .collect::<Vec<_>>()
    };
    view! {
        <Still chart=chart name="incidents" hint="incident.comparison_hint">
            <div class="filter">
                <Choose label="incident.across" options=options() now=text(move || asked.get().x)
                    set=Callback::new(move |id| change(asked, fragment, |asked| asked.x = id))/>
                <Choose label="incident.up" options=options() now=text(move || asked.get().y)
                    set=Callback::new(move |id| change(asked, fragment, |asked| asked.y = id))/>
            </div>
        </Still>
    }
}

fn change(asked: RwSignal<Asked>, fragment: RwSignal<String>, set: impl FnOnce(&mut Asked)) {
    asked.update(set);
    asked.with_untracked(|asked| asked.keep(fragment));
}

/// Two incidents, fetched when they are chosen.
#[component]
fn Pair(
    known: StoredValue<Vec<Compared>>,
    asked: RwSignal<Asked>,
    fragment: RwSignal<String>,
) -> impl IntoView {
    let shell = Shell::get();
    let pair = RwSignal::new_local(None::<[Rc<Incident>; 2]>);
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0_u32);
    let wanted = Memo::new(move |_| asked.with(|asked| (asked.a.clone(), asked.b.clone())));
    effect(move || {
        attempt.track();
        let (a, b) = wanted.get();
        spawn_local(async move {
            let both = futures::future::join(super::fetched(&a), super::fetched(&b)).await;
            // Another choice may have overtaken this one.
            if wanted.try_get_untracked() != Some((a, b)) {
                return;
            }
            match both {
                (Ok(a), Ok(b)) => {
                    let _ = pair.try_set(Some([Rc::new(a), Rc::new(b)]));
                    let _ = trouble.try_set(None);
                }
                (Err(error), _) | (_, Err(error)) => {
                    let _ = trouble.try_set(Some(error));
                }
            }
        });
    });
    let options = move || {
        known.with_value(|known| {
            let option = |incident: &Compared| {
                let title: Bilingual = incident.title.clone();
                let name = text(move || title.get(shell.shown_lang()).to_owned());
                (incident.id.clone(), name)
            };
            known.iter().map(option).collect::<Vec<_>>()
        })
    };
    view! {
        <h2>{shell.t("incident.aligned")}</h2>
        <div class="filter">
            <Choose label="incident.first" options=options() now=text(move || asked.get().a)
                set=Callback::new(move |id| change(asked, fragment, |asked| asked.a = id))/>
            <Choose label="incident.second" options=options() now=text(move || asked.get().b)
                set=Callback::new(move |id| change(asked, fragment, |asked| asked.b = id))/>
        </div>
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {dynamic(move || pair.get().map(|pair| view! { <Aligned pair=pair/> }))}
    }
}

/// A list to choose from, with its name before it.
#[component]
fn Choose(
    label: &'static str,
    options: Vec<(String, Signal<String>)>,
    now: Signal<String>,
    set: Callback<String>,
) -> impl IntoView {
    let shell = Shell::get();
    let option = move |(id, name): (String, Signal<String>)| {
        let own = id.clone();
        let selected = Memo::new(move |_| now.with(|now| *now == own));
        view! { <option value=id selected=move || selected.get()>{name}</option> }
    };
    view! {
        <label>{shell.t(label)}" "
            <select prop:value=now on:change=move |event| set.run(event_target_value(&event))>
                {options.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
