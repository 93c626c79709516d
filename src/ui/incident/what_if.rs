//! Decisions put to models: history, the model as things were, and the model with the decision, side by side.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::schema::WhatIf;
use outage_lab::models::Budget;
use outage_lab::notebook::Library;
use outage_lab::notebook::what_if::{Answer, Asking, Refused, Said};
use outage_lab::text::Unit;
use outage_lab::text::format::quantity;
use outage_lab::view::what_if_address;

use super::open::Open;
use super::provenance::Inputs;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::modules;
use crate::ui::page::{Failed, Trouble};
use crate::ui::shell::Shell;
use crate::ui::strings;

/// Steps of a slice: some milliseconds of the slower simulators.
const SLICE: Budget = Budget { steps: 20_000 };

#[derive(Clone)]
enum State {
    Working,
    Refused(Refused),
    Answered(Answer),
}

/// The questions of an incident, one chosen.
#[component]
pub(super) fn WhatIfs(open: Open) -> impl IntoView {
    let shell = open.shell;
    let count = open.with(|incident| incident.what_if.len());
    if count == 0 {
        return ().into_any();
    }
    // None at first: a model's words and work come only for who asks.
    let chosen = RwSignal::new(None::<usize>);
    if let Some(live) = open.page {
        effect(move || {
            let asked = live.asked_what_if();
            let place = open.with(|incident| {
                let mut all = incident.what_if.iter();
                all.position(|what_if| Some(&what_if.id) == asked.as_ref())
            });
            chosen.set(place);
        });
    }
    let choose = move |at: usize| {
        chosen.set(Some(at));
        let id = open.with(|incident| incident.what_if.get(at).map(|what_if| what_if.id.clone()));
        if let (Some(live), Some(id)) = (open.page, id) {
            live.choose_what_if(&id);
        }
    };
    let one = move |at: usize| {
        let decision = open.with(|incident| {
            incident
                .what_if
                .get(at)
                .map(|what_if| what_if.decision.clone())
        });
        let words = text(move || {
            decision
                .as_ref()
                .map(|words| open.say(words))
                .unwrap_or_default()
        });
        view! {
            <label class="decision">
                <input type="radio" name="what_if" prop:checked=move || chosen.get() == Some(at) on:change=move |_| choose(at)/>
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <section class="card what-if" aria-label=shell.t("incident.what_if")>
            <h3>{shell.t("incident.what_if")}</h3>
            <p class="quiet">{shell.t("incident.what_if_lead")}</p>
            <fieldset aria-label=shell.t("incident.what_if")>
                {(0..count).map(one).collect_view()}
            </fieldset>
            {dynamic(move || {
                let at = chosen.get()?;
                let what_if = open.with(|incident| incident.what_if.get(at).cloned())?;
                Some(view! { <Brought open=open what_if=what_if/> })
            })}
        </section>
    }
    .into_any()
}

/// A question, once its model and the words of it have come.
#[component]
fn Brought(open: Open, what_if: WhatIf) -> impl IntoView {
    let shell = open.shell;
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0_u32);
    let library = RwSignal::new_local(None::<Library>);
    let model = what_if.model.clone();
    effect({
        let model = model.clone();
        move || {
            attempt.track();
            shell.lang.track();
            let models = [model.clone()];
            spawn_local(async move {
                let brought = futures::future::try_join(
                    modules::models(&models),
                    strings::bring(shell, &models),
                );
                match brought.await {
                    Ok((models, ())) => {
                        // Once: a switch of the language asks for nothing anew.
                        if library.try_with_untracked(Option::is_none) == Some(true) {
                            library.set(Some(Library::new(&models)));
                        }
                        let _ = trouble.try_set(None);
                    }
                    Err(error) => {
                        let _ = trouble.try_set(Some(Trouble::Fetch(error)));
                    }
                }
            });
        }
    });
    let worded = Memo::new(move |_| shell.texts.with(|texts| texts.has(&model)));
    view! {
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {dynamic(move || {
            let library = library.get()?;
            worded.get().then(|| view! { <Put open=open what_if=what_if.clone() library=library/> })
        })}
    }
}

/// A question with its answer, worked out while the page goes on.
#[component]
fn Put(open: Open, what_if: WhatIf, library: Library) -> impl IntoView {
    let shell = open.shell;
    let state = RwSignal::new_local(State::Working);
    let asking = StoredValue::new_local(None::<Asking>);
    let started = open.with(|incident| Asking::new(incident, &what_if, &library));
    match started {
        Ok(put) => {
            asking.set_value(Some(put));
            work(asking, state);
        }
        Err(refused) => state.set(State::Refused(refused)),
    }
    let model = what_if.model.clone();
    let figure = format!("{model}.figure.{}.name", what_if.figure);
    let addresses = [
        (false, "incident.model_was"),
        (true, "incident.model_would"),
    ]
    .map(|(taken, key)| {
        let address = open.with(|incident| what_if_address(incident, &what_if, taken));
        (address.to_string(), key)
    });
    let (limits, changed, unsure) = (
        what_if.limits.clone(),
        what_if.changed.clone(),
        what_if.unsure.clone(),
    );
    let input_name = {
        let model = model.clone();
        move |id: &str| shell.say(&format!("{model}.input.{id}.name"))
    };
    let what_changes = {
        let input_name = input_name.clone();
        dynamic(move || {
            changed
                .iter()
                .map(|(id, chosen)| view! {
                    <li><strong>{input_name(id)}" = "{chosen.value.clone()}</strong>" "{open.say(&chosen.why)}</li>
                })
                .collect_view()
        })
    };
    let what_is_unsure = dynamic(move || {
        unsure
            .iter()
            .map(|(id, unsure)| view! {
                <li><strong>{input_name(id)}" = "{unsure.values.join(", ")}</strong>" "{open.say(&unsure.why)}</li>
            })
            .collect_view()
    });
    let inputs = what_if.inputs.clone();
    let spec = library.model(&model).map(|model| model.spec());
    view! {
        <p class="not-history"><strong>{shell.t("incident.not_history")}</strong></p>
        <p class="quiet">{text(move || shell.say(&figure))}</p>
        <div aria-live="polite">
            {dynamic(move || {
                shell.texts.track();
                match state.get() {
                    State::Working => view! { <p class="quiet">{shell.say("app.working")}</p> }.into_any(),
                    State::Refused(refused) => view! { <p>{words(shell, &refused)}</p> }.into_any(),
                    State::Answered(answer) => view! { <Answered answer=answer/> }.into_any(),
                }
            })}
        </div>
        <p class="quiet">{text(move || open.say(&limits))}</p>
        <details>
            <summary>{shell.t("incident.what_if_inputs")}</summary>
            <h4>{shell.t("incident.what_if_changed")}</h4>
            <ul>{what_changes}</ul>
            <h4>{shell.t("incident.what_if_was")}</h4>
            {dynamic(move || {
                shell.texts.track();
                let spec = spec?;
                Some(open.with(|incident| view! {
                    <Inputs incident=incident.clone() spec=spec inputs=inputs.clone()/>
                }))
            })}
            <ul>{what_is_unsure}</ul>
            <p>{addresses.into_iter().map(|(address, key)| view! {
                <a href=address>{shell.t(key)}</a>" "
            }).collect_view()}</p>
        </details>
    }
}

/// Runs a slice now and the next one in the next frame.
fn work(asking: StoredValue<Option<Asking>, LocalStorage>, state: RwSignal<State, LocalStorage>) {
    request_animation_frame(move || {
        let step = asking.try_update_value(|asking| asking.as_mut().map(|put| put.advance(SLICE)));
        match step.flatten() {
            Some(Ok(None)) => work(asking, state),
            Some(Ok(Some(answer))) => {
                let _ = state.try_set(State::Answered(answer));
            }
            Some(Err(refused)) => {
                let _ = state.try_set(State::Refused(refused));
            }
            // The page has been left.
            None => {}
        }
    });
}

fn words(shell: Shell, refused: &Refused) -> String {
    match refused {
        Refused::Input(error) => shell.message(&error.message),
        Refused::Together(error) => shell.message(&error.message),
        Refused::NoValue(_, reason) => shell.say(&format!("undefined.{reason}")),
        Refused::NoModel | Refused::NoFigure => shell.say("incident.what_if_broken"),
    }
}

/// History and both answers as bars on one scale, with their numbers.
#[component]
fn Answered(answer: Answer) -> impl IntoView {
    let shell = Shell::get();
    let unit = answer.unit;
    let history = answer.history.and_then(|history| history.extremes());
    let all = [history, answer.was.bounds, answer.would.bounds];
    let most = all
        .iter()
        .flatten()
        .fold(0.0_f64, |most, (_, hi)| most.max(*hi));
    let bar = move |bounds: Option<(f64, f64)>| {
        let (lo, hi) = bounds.unwrap_or((0.0, 0.0));
        let share = |value: f64| {
            if most > 0.0 {
                100.0 * value / most
            } else {
                0.0
            }
        };
        format!("left: {:.2}%; width: {:.2}%", share(lo), share(hi - lo))
    };
    let row = move |key: &str, class: &'static str, bounds: Option<(f64, f64)>, words: String| {
        view! {
            <tr>
                <th scope="row" class="words">{shell.say(key)}</th>
                <td class="number" data-answer=class>{words}</td>
                <td class="range"><span class="lane" aria-hidden="true">
                    {bounds.is_some().then(|| view! { <i class=class style=bar(bounds)></i> })}
                </span></td>
            </tr>
        }
    };
    let history_words = match answer.history {
        Some(value) => shell.texts.with(|texts| match value.extremes() {
            Some((lo, hi)) => range(lo, hi, unit, shell),
            None => value.shown(outage_lab::incident::Unit::Second, texts),
        }),
        None => shell.say("incident.no_history"),
    };
    let reach = answer.reaches_history().map(|reaches| {
        shell.say(if reaches {
            "incident.reaches"
        } else {
            "incident.reaches_not"
        })
    });
    view! {
        <div class="scroll"><table class="answers"><tbody>
            {row("incident.history", "history", history, history_words)}
            {row("incident.model_was", "was", answer.was.bounds, said(&answer.was, unit, shell))}
            {row("incident.model_would", "would", answer.would.bounds, said(&answer.would, unit, shell))}
        </tbody></table></div>
        {reach.map(|words| view! { <p class="reach">{words}</p> })}
    }
}

fn range(lo: f64, hi: f64, unit: Unit, shell: Shell) -> String {
    let number = |value: f64| quantity(value, unit, shell.shown_lang());
    if number(lo) == number(hi) {
        number(lo)
    } else {
        format!("{} – {}", number(lo), number(hi))
    }
}

/// The range, and how many runs had no answer.
fn said(said: &Said, unit: Unit, shell: Shell) -> String {
    let found = said.bounds.map(|(lo, hi)| range(lo, hi, unit, shell));
    let without = said.without.1.map(|reason| {
        let why = shell.say(&format!("undefined.{}", reason.0));
        format!("{} / {}: {why}", said.without.0, said.runs)
    });
    found
        .into_iter()
        .chain(without)
        .collect::<Vec<_>>()
        .join(" · ")
}
