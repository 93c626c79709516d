//! A model: its controls and derivation in the column, its results beside it.

use leptos::prelude::*;
use outage_lab::models::{Entry, InputSpec, ModelSpec, Note, Severity, Step, json::undefined};
use outage_lab::notebook::session::CellState;
use outage_lab::notebook::{Cell, ModelCell};
use outage_lab::text::format::Amount;
use outage_lab::text::formula::{self, Level};
use outage_lab::view::sections::{at_once, shows};
use outage_lab::view::{GroupLook, group_looks};

use super::file::File;
use crate::ui::control::Control;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};
use crate::ui::figure::Chart;
use crate::ui::live::Live;
use crate::ui::live::output;
use crate::ui::prose::{Words, words};
use crate::ui::shell::Shell;

fn model_of(live: Live, at: usize) -> Option<(ModelCell, &'static ModelSpec)> {
    match live.cell(at)? {
        Cell::Model(cell) => {
            let spec = live.peek(|session| Some(session.library().model(&cell.model)?.spec()))?;
            Some((cell, spec))
        }
        _ => None,
    }
}

/// The model's own controls: inputs that matter and that no shared value feeds.
#[component]
pub(crate) fn Controls(at: usize) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    model_of(live, at).map(|(cell, spec)| {
        let cell_id = cell.id.clone();
        let shown = move |id: &'static str| {
            let address = format!("{}.{id}", cell.id);
            let matters = {
                let address = address.clone();
                Memo::new(move |_| live.with(|session| session.control(&address).is_some_and(|control| control.matters)))
            };
            view! { <When cond=flag(move || matters.get())><Control address=address.clone()/></When> }
        };
        let preset_cell = StoredValue::new(cell_id);
        let looks = Memo::new(move |_| live.with(|session| group_looks(session, at)));
        let part = |(place, (group, inputs)): (usize, (Option<&'static str>, &'static [InputSpec]))| {
            let inside = inputs.iter().map(|input| shown(input.id)).collect_view().into_any();
            match group {
                None => inside,
                Some(group) => {
                    let name = text(move || shell.say(&format!("{}.group.{group}", spec.id)));
                    let look = Memo::new(move |_| looks.with(|looks| looks.get(place).copied().unwrap_or_default()));
                    view! { <Group look=look name=name inside=inside/> }.into_any()
                }
            }
        };
        let controls = spec.grouped().into_iter().enumerate().map(part).collect_view();
        let presets = preset_cell.with_value(|cell| live.peek(|session| session.presets_of(cell)));
        let presets = (!presets.is_empty()).then(|| {
            view! {
                <p class="quiet" role="group" aria-label=shell.t("app.presets")>
                    {shell.t("app.presets")}" "
                    {presets.into_iter().map(|preset| view! {
                        <button class="plain" on:click=move |_| live.apply_preset(&preset_cell.get_value(), preset.id)>
                            {text(move || shell.say(&format!("{}.preset.{}", spec.id, preset.id)))}
                        </button>
                    }).collect_view()}
                </p>
            }
        });
        view! { <div class="card">{controls}{presets}</div> }
    })
}

/// Controls under a heading. It opens by itself when one of them leaves its default, as by a preset; whether it stays
/// open is the reader's choice.
#[component]
fn Group(look: Memo<GroupLook>, name: Signal<String>, inside: AnyView) -> impl IntoView {
    let open = RwSignal::new(look.get_untracked().open);
    let asks = Memo::new(move |_| look.get().open);
    effect(move || {
        if asks.get() {
            open.set(true);
        }
    });
    let toggled = move |event: web_sys::Event| {
        open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="group" hidden=flag(move || !look.get().shown) open=flag(move || open.get()) on:toggle=toggled>
            <summary>{name}</summary>
            {inside}
        </details>
    }
}

/// The derivation, the remarks and, on a model's own page, its description.
#[component]
pub(crate) fn Reading(at: usize) -> impl IntoView {
    let live = Live::get();
    model_of(live, at).map(|(cell, spec)| {
        let steps = shows(&cell, "steps").then(|| view! { <Steps at=at spec=spec/> });
        let notes = shows(&cell, "notes").then(|| view! { <Notes at=at/> });
        let about = shows(&cell, "about").then(|| view! { <About spec=spec/> });
        view! { <div>{notes}{steps}{about}</div> }
    })
}

/// Figures, charts and tables.
#[component]
pub(crate) fn Results(at: usize) -> impl IntoView {
    let live = Live::get();
    model_of(live, at).map(|(cell, spec)| {
        let charts: Vec<&'static str> = spec
            .charts
            .iter()
            .copied()
            .filter(|chart| shows(&cell, &format!("chart.{chart}")))
            .collect();
        let tables: Vec<&'static str> = spec
            .tables
            .iter()
            .map(|table| table.id)
            .filter(|table| shows(&cell, &format!("table.{table}")))
            .collect();
        let id = cell.id.clone();
        // Empty while the model works: who waits for a result waits for it.
        let digest = text(move || {
            live.with_cell(at, |session| match session.cell(at).map(|view| view.state) {
                Some(CellState::Ready(ready)) => outage_lab::models::digest(ready.output),
                _ => String::new(),
            })
        });
        view! {
            <div data-cell=cell.id.clone() data-digest=digest>
                <Trouble at=at/>
                <Work at=at/>
                <Figures at=at cell=cell.clone() spec=spec/>
                {charts.into_iter().map(|chart| view! { <Chart at=at cell=id.clone() chart=chart spec=spec/> }).collect_view()}
                {tables.into_iter().map(|table| view! { <TableView at=at table=table spec=spec/> }).collect_view()}
                {shows(&cell, "file").then(|| view! { <File at=at cell=id/> })}
            </div>
        }
    })
}

/// How far a run is that takes its time, and its stop. Its line stays from then on, so that what is below it stays put.
#[component]
fn Work(at: usize) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let work = Memo::new(move |_| {
        live.with_cell(at, |session| {
            match session.cell(at).map(|view| view.state) {
                Some(CellState::Working { share, stopped, .. }) if stopped || live.is_long() => {
                    Some((share, stopped))
                }
                _ => None,
            }
        })
    });
    let shown =
        Memo::new(move |before: Option<&bool>| work.with(Option::is_some) || before == Some(&true));
    let stopped = Memo::new(move |_| work.with(|work| matches!(work, Some((_, true)))));
    let share = text(move || work.with(|work| work.map_or(0.0, |(share, _)| share).to_string()));
    let state = text(move || {
        shell.say(if stopped.get() {
            "app.stopped"
        } else {
            "app.working"
        })
    });
    let action = text(move || {
        shell.say(if stopped.get() {
            "app.go_on"
        } else {
            "app.stop"
        })
    });
    view! {
        <When cond=flag(move || shown.get())>
            <p class="work quiet" class:over=flag(move || work.with(Option::is_none))>
                {state}" "<progress max="1" value=share aria-label=state></progress>" "
                <button class="button" on:click=move |_| live.stop(at, !stopped.get_untracked())>{action}</button>
            </p>
        </When>
    }
}

/// Why a cell has no result.
#[component]
fn Trouble(at: usize) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    dynamic(move || {
        live.with_cell(at, |session| {
            match session.cell(at).map(|view| view.state) {
                Some(CellState::Blocked(reason)) => {
                    let line = shell.message(&reason.message());
                    view! { <div class="notice error"><p>{line}</p></div> }.into_any()
                }
                Some(CellState::Failed(error)) => {
                    let line = shell.message(&error.message);
                    view! { <div class="notice error"><p>{line}</p></div> }.into_any()
                }
                _ => ().into_any(),
            }
        })
    })
}

#[component]
fn Figures(at: usize, cell: ModelCell, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let named: Vec<&str> = cell
        .show
        .iter()
        .filter_map(|shown| shown.strip_prefix("figures."))
        .collect();
    let ids: Vec<&'static str> = if named.is_empty() && shows(&cell, "figures") {
        spec.figures.iter().map(|figure| figure.id).collect()
    } else {
        named
            .iter()
            .filter_map(|id| Some(spec.figure(id)?.id))
            .collect()
    };
    let tile = move |id: &'static str| {
        // Value and small print, or the reason that there is no value.
        let shown = Memo::new(move |_| {
            live.with_cell(at, |session| {
                let figure = output(session, at)?.figure(id)?;
                let basis = figure.basis.as_ref().map(|basis| shell.label(basis));
                let value = match figure.value {
                    Ok(value) => Ok(Amount::new(value, figure.unit)
                        .with_complement(figure.complement)
                        .text(shell.shown_lang())),
                    Err(reason) => Err(shell.message(&undefined(reason))),
                };
                Some((value, basis))
            })
        });
        let is_undefined = flag(move || shown.with(|shown| matches!(shown, Some((Err(_), _)))));
        view! {
            <div>
                <dt title=text(move || shell.say(&format!("{}.figure.{id}.help", spec.id)))>
                    {text(move || shell.say(&format!("{}.figure.{id}.name", spec.id)))}
                </dt>
                <dd>
                    <div class="value" class:undefined=is_undefined data-figure=id>
                        {text(move || match shown.get() {
                            Some((Ok(value) | Err(value), _)) => value,
                            None => "…".to_owned(),
                        })}
                    </div>
                    <div class="basis">{dynamic(move || shown.get().and_then(|(_, basis)| basis))}</div>
                </dd>
            </div>
        }
    };
    let list = move |ids: &[&'static str]| {
        let tiles = ids.iter().copied().map(tile).collect_view();
        (!ids.is_empty()).then(|| view! { <dl class="figures">{tiles}</dl> })
    };
    let (first, more) = ids.split_at(at_once(ids.len()));
    let count = more.len() as u32;
    let more = (count > 0).then(|| {
        view! {
            <details class="more">
                <summary>{text(move || shell.counted("app.more_figures", count))}</summary>
                {list(more)}
            </details>
        }
    });
    view! { {list(first)}{more} }
}

#[component]
fn Steps(at: usize, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let line = move |step: &Step| {
        let result = match step.result {
            Ok(value) => Amount::new(value, step.unit)
                .with_complement(step.complement)
                .text(shell.shown_lang()),
            Err(reason) => shell.message(&undefined(reason)),
        };
        formula(&format!(
            "{} = {} = {result}",
            step.formula, step.substitution
        ))
    };
    let steps = move || {
        live.with_cell(at, |session| {
            output(session, at)
                .map(|output| output.steps.clone())
                .unwrap_or_default()
        })
    };
    view! {
        <div class="formula" data-formula=spec.id>
            <p>{dynamic(move || steps().first().map(line))}</p>
        </div>
        <details>
            <summary>{shell.t("app.derivation")}</summary>
            <dl>
                {dynamic(move || steps().iter().map(|step| view! {
                    <dt class="quiet">{shell.say(&format!("{}.step.{}", spec.id, step.id))}</dt>
                    <dd class="formula" style="margin: .25rem 0 .75rem">{line(step)}</dd>
                }).collect_view())}
            </dl>
        </details>
    }
}

/// A formula with its indices and powers in their places.
fn formula(line: &str) -> AnyView {
    let part = |(level, part): (Level, &str)| {
        let part = part.to_owned();
        match level {
            Level::Line => part.into_any(),
            Level::Below => view! { <sub>{part}</sub> }.into_any(),
            Level::Above => view! { <sup>{part}</sup> }.into_any(),
        }
    };
    formula::parts(line)
        .into_iter()
        .map(part)
        .collect_view()
        .into_any()
}

#[component]
fn Notes(at: usize) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let notes = Memo::new(move |_| {
        live.with_cell(at, |session| {
            output(session, at)
                .map(|output| output.notes.clone())
                .unwrap_or_default()
        })
    });
    let view_note = move |note: &Note| {
        let line = shell.message(&note.message);
        match note.severity {
            Severity::Warning => view! { <div class="notice"><p>{line}</p></div> }.into_any(),
            Severity::Info => view! { <p class="quiet">{line}</p> }.into_any(),
        }
    };
    view! { <div aria-live="polite">{dynamic(move || notes.get().iter().map(view_note).collect_view())}</div> }
}

#[component]
fn About(spec: &'static ModelSpec) -> impl IntoView {
    let shell = Shell::get();
    let tries = move || {
        shell.texts.with(|texts| {
            (1..)
                .map_while(|n| {
                    texts
                        .find(&format!("{}.try.{n}", spec.id))
                        .map(str::to_owned)
                })
                .collect::<Vec<_>>()
        })
    };
    view! {
        <h2>{shell.t("app.what_it_says")}</h2>
        <Words key=format!("{}.help", spec.id)/>
        <h2>{shell.t("app.limits")}</h2>
        <Words key=format!("{}.limits", spec.id)/>
        <h2>{shell.t("app.try_this")}</h2>
        <ul>{dynamic(move || tries().iter().map(|line| view! { <li>{words(line)}</li> }).collect_view())}</ul>
        <h2>{shell.t("app.references")}</h2>
        <ul class="quiet">
            {spec.references.iter().map(|reference| view! {
                <li>{match reference.url {
                    Some(url) => view! { <a href=url rel="noopener">{reference.text}</a> }.into_any(),
                    None => reference.text.into_any(),
                }}</li>
            }).collect_view()}
        </ul>
    }
}

#[component]
fn TableView(at: usize, table: &'static str, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let described = spec.tables.iter().find(|described| described.id == table);
    described.map(|described| {
        let rows = move || {
            live.with_cell(at, |session| {
                let output = output(session, at)?;
                let table = output.tables.iter().find(|shown| shown.id == table)?;
                let lang = shell.shown_lang();
                // The words, and what they are: only a number stays on its line.
                let cell = |(at, entry): (usize, &Entry)| match entry {
                    Entry::Number(value) => {
                        let unit = described.columns.get(at).map_or(outage_lab::text::Unit::One, |column| column.unit);
                        (Amount::new(*value, unit).text(lang), "entry")
                    }
                    Entry::Undefined(reason) => (shell.message(&undefined(*reason)), "reason"),
                    Entry::Word(id) => (shell.say(&format!("{}.word.{id}", spec.id)), "name"),
                    Entry::Name(name) => (name.clone(), "name"),
                };
                let row = |row: &Vec<_>| row.iter().enumerate().map(cell).collect::<Vec<(String, &str)>>();
                Some(table.rows.iter().map(row).collect::<Vec<_>>())
            })
            .unwrap_or_default()
        };
        view! {
            <div class="card scroll">
                <table>
                    <caption>{text(move || shell.say(&format!("{}.table.{table}.title", spec.id)))}</caption>
                    <thead><tr>
                        {described.columns.iter().map(|column| view! {
                            <th scope="col" class:words=column.is_words>{text(move || shell.say(&format!("{}.column.{}", spec.id, column.id)))}</th>
                        }).collect_view()}
                    </tr></thead>
                    <tbody>
                        {dynamic(move || rows().into_iter().map(|row| view! {
                            <tr>{row.into_iter().map(|(cell, kind)| view! { <td class=kind>{cell}</td> }).collect_view()}</tr>
                        }).collect_view())}
                    </tbody>
                </table>
            </div>
        }
    })
}
