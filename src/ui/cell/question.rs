//! A question: predict, lock, reveal.

use leptos::prelude::*;
use outage_lab::notebook::session::{Closeness, Guess, Verdict};
use outage_lab::notebook::{Cell, QuestionAnswer, QuestionCell, QuestionOption};
use outage_lab::text::{Message, Unit, format, read};

use crate::ui::dynamic::{When, dynamic, flag, text};
use crate::ui::live::Live;
use crate::ui::prose::Prose;
use crate::ui::shell::Shell;

/// A question cell.
#[component]
pub(crate) fn Question(at: usize) -> impl IntoView {
    let Some(Cell::Question(cell)) = Live::get().cell(at) else {
        return ().into_any();
    };
    view! { <Asked cell=cell/> }.into_any()
}

#[component]
fn Asked(cell: QuestionCell) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let id = StoredValue::new(cell.id.clone());
    let revealed =
        Memo::new(move |_| id.with_value(|id| live.with(|session| session.revealed(id))));
    let guess =
        Memo::new(move |_| id.with_value(|id| live.with(|session| session.guess(id).cloned())));
    let verdict = move || {
        let judged = id.with_value(|id| live.with(|session| session.judge(id)));
        judged
            .as_ref()
            .and_then(verdict_key)
            .map(|key| shell.say(key))
    };
    let reveal = move |_| id.with_value(|id| live.reveal(id));
    let awaited = flag(move || id.with_value(|id| live.with(|session| session.awaited(id))));
    let answers = match cell.answer {
        QuestionAnswer::Choice { options, right } => {
            view! { <Choices id=id options=options right=right guess=guess revealed=revealed/> }
                .into_any()
        }
        QuestionAnswer::Number { from, .. } => {
            view! { <Number id=id from=from revealed=revealed/> }.into_any()
        }
    };
    let reveal_words = StoredValue::new(cell.reveal);
    view! {
        <div class="question" data-question=id.get_value() role="group" aria-label=shell.t("app.question")>
            <p class="word">{shell.t("app.predict")}</p>
            <Prose body=cell.prompt/>
            {answers}
            <When cond=flag(move || !revealed.get())>
                <p style="margin-top: .6rem">
                    <button class="button" disabled=flag(move || guess.get().is_none()) on:click=reveal>
                        {shell.t("app.reveal")}
                    </button>
                    " "
                    <button class="plain" on:click=reveal>{shell.t("app.reveal_without")}</button>
                </p>
            </When>
            <div aria-live="polite">
                <When cond=awaited><p class="quiet">{shell.t("notebook.question.working")}</p></When>
                <When cond=flag(move || revealed.get())>
                    <div class="reveal">
                        {dynamic(move || verdict().map(|line| view! { <p><strong>{line}</strong></p> }))}
                        <Prose body=reveal_words.get_value()/>
                    </div>
                </When>
            </div>
        </div>
    }
}

fn verdict_key(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Right => Some("app.judge_right"),
        Verdict::Wrong => Some("app.judge_wrong"),
        Verdict::Number(Closeness::Near) => Some("app.judge_near"),
        Verdict::Number(Closeness::Low) => Some("app.judge_too_low"),
        Verdict::Number(Closeness::High) => Some("app.judge_too_high"),
        Verdict::NoAnswer => None,
    }
}

#[component]
fn Choices(
    id: StoredValue<String>,
    options: Vec<QuestionOption>,
    right: String,
    guess: Memo<Option<Guess>>,
    revealed: Memo<bool>,
) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let button = move |option: QuestionOption| {
        let is_right = option.id == right;
        let mine = Guess::Choice(option.id);
        let chosen = {
            let mine = mine.clone();
            Memo::new(move |_| guess.get().as_ref() == Some(&mine))
        };
        let choose = move |_| id.with_value(|id| live.predict(id, mine.clone()));
        view! {
            <button aria-pressed=text(move || chosen.get().to_string()) class:right=flag(move || is_right && revealed.get())
                disabled=flag(move || revealed.get()) on:click=choose>
                {text(move || option.text.get(shell.shown_lang()).to_owned())}
            </button>
        }
    };
    view! { <div class="answers">{options.into_iter().map(button).collect_view()}</div> }
}

#[component]
fn Number(id: StoredValue<String>, from: String, revealed: Memo<bool>) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let unit = live.peek(|session| session.value(&from).map_or(Unit::One, |value| value.unit));
    let trouble = RwSignal::new(None::<Message>);
    let told_id = id.with_value(|id| format!("question-{id}-told"));
    let typed = move |event| {
        let text = event_target_value(&event);
        match read::real(&text, unit) {
            Ok(number) => {
                trouble.set(None);
                id.with_value(|id| live.predict(id, Guess::Number(number)));
            }
            Err(message) => trouble.set(Some(message)),
        }
    };
    let example = text(move || match unit {
        Unit::Second => format::quantity(90.0, Unit::Second, shell.shown_lang()),
        _ => String::new(),
    });
    view! {
        <div class="answers">
            <label>
                <span class="hidden-text">{shell.t("app.your_guess")}</span>
                <input type="text" inputmode="text" placeholder=example disabled=flag(move || revealed.get())
                    aria-invalid=text(move || trouble.get().is_some().to_string())
                    aria-describedby=told_id.clone() on:change=typed/>
            </label>
        </div>
        {dynamic(move || trouble.get().map(|why| {
            view! { <p class="error" role="alert" id=told_id.clone()>{text(move || shell.message(&why))}</p> }
        }))}
    }
}
