//! Fields of a draft: each shows what was typed and what is wrong with it.

use std::sync::Arc;

use leptos::prelude::*;
use outage_lab::finding::{Finding, Severity};
use outage_lab::incident::draft::is_within;
use outage_lab::text::Lang;

use super::desk::Desk;
use crate::ui::dynamic::{dynamic, text};
use crate::ui::shell::Shell;

/// How a text is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// On one line.
    Line,
    /// On one line that needs little room.
    Short,
    /// On several lines.
    Long,
}

/// The words of a finding: in English its own, in Chinese those of its code where there are some. They name no value:
/// that stands in the field, or at the line and column beside them.
pub(super) fn words(shell: Shell, finding: &Finding) -> String {
    let key = format!("editor.finding.{}", finding.code);
    match (
        shell.shown_lang(),
        shell
            .texts
            .with(|texts| texts.find(&key).map(str::to_owned)),
    ) {
        (Lang::En, _) | (_, None) => finding.message.clone(),
        (Lang::Zh, Some(words)) => words,
    }
}

/// What is wrong at a place, below its field.
pub(super) fn told(desk: Desk, path: String, id: String) -> AnyView {
    told_if(desk, id, move |finding| is_within(&finding.path, &path))
}

/// The findings that `which` takes.
pub(super) fn told_if(
    desk: Desk,
    id: String,
    which: impl Fn(&Finding) -> bool + Send + Sync + 'static,
) -> AnyView {
    let which: Box<dyn Fn(&Finding) -> bool + Send + Sync> = Box::new(which);
    let found = Memo::new(move |_| {
        desk.resolved.with(|resolved| {
            let here = resolved.findings.iter().filter(|finding| which(finding));
            let mut list: Vec<_> = here
                .map(|finding| (finding.severity, words(desk.shell, finding)))
                .collect();
            list.dedup();
            list
        })
    });
    dynamic(move || {
        let list = found.get();
        (!list.is_empty()).then(|| {
            view! {
                <div class="told" id=id.clone()>{list.into_iter().map(|(severity, line)| {
                    let class = if severity == Severity::Error { "error" } else { "warning" };
                    view! { <p class=class>{line}</p> }
                }).collect_view()}</div>
            }
        })
    })
}

/// Whether an error is among the findings that `which` takes, for `aria-invalid`.
fn invalid(desk: Desk, which: impl Fn(&Finding) -> bool + Send + Sync + 'static) -> Signal<String> {
    text(move || {
        let wrong = desk.resolved.with(|resolved| {
            let mut findings = resolved.findings.iter();
            findings.any(|finding| finding.severity == Severity::Error && which(finding))
        });
        wrong.to_string()
    })
}

/// A text field at a place.
pub(super) fn field(
    desk: Desk,
    path: String,
    label: Signal<String>,
    kind: Kind,
    hint: &'static str,
) -> AnyView {
    let id = path.clone();
    let error_id = format!("{path}-told");
    let value = {
        let path = path.clone();
        text(move || desk.draft.with(|draft| draft.text(&path)))
    };
    // An exact time is one field: its findings are about the time itself.
    let time = path
        .strip_suffix(".at")
        .filter(|time| time.ends_with("].at"));
    let place = time.unwrap_or(&path).to_owned();
    let invalid = invalid(desk, move |finding| is_within(&finding.path, &place));
    let take = {
        let path = path.clone();
        move |text: String| desk.set(&path, text)
    };
    let take_long = take.clone();
    let class = if kind == Kind::Short {
        "field short"
    } else {
        "field"
    };
    let input = match kind {
        Kind::Long => view! {
            <textarea id=id.clone() rows="3" prop:value=value aria-invalid=invalid aria-describedby=error_id.clone()
                on:input=move |event| take_long(event_target_value(&event)) on:change=move |_| desk.pause()></textarea>
        }
        .into_any(),
        _ => view! {
            <input type="text" id=id.clone() autocomplete="off" prop:value=value aria-invalid=invalid
                aria-describedby=error_id.clone()
                on:input=move |event| take(event_target_value(&event)) on:change=move |_| desk.pause()/>
        }
        .into_any(),
    };
    view! {
        <div class=class>
            <label for=id>{label}</label>
            {input}
            {(!hint.is_empty()).then(|| view! { <p class="quiet">{desk.shell.t(hint)}</p> })}
            {told(desk, path, error_id)}
        </div>
    }
    .into_any()
}

/// The fields of a text: one, or one a language.
pub(super) fn texts(desk: Desk, path: &str, key: &'static str, kind: Kind) -> AnyView {
    let langs = desk
        .draft
        .with_untracked(outage_lab::incident::draft::Draft::langs);
    let alone = langs.len() == 1;
    let one = move |lang: Lang| {
        let label = text(move || {
            let name = desk.shell.say(key);
            let language = match lang {
                Lang::En => "English",
                Lang::Zh => "中文",
            };
            if alone {
                name
            } else {
                format!("{name} · {language}")
            }
        });
        field(desk, format!("{path}.{}", lang.code()), label, kind, "")
    };
    langs.into_iter().map(one).collect_view().into_any()
}

/// What a list offers: ids with their words.
pub(super) type Options = Arc<dyn Fn() -> Vec<(String, String)> + Send + Sync>;

/// A choice from a list at a place.
pub(super) fn choice(desk: Desk, path: String, key: &'static str, options: Options) -> AnyView {
    let now = path.clone();
    let taken = path.clone();
    let told_id = format!("{path}-told");
    let value = move || desk.draft.with(|draft| draft.text(&now));
    let take = move |id| {
        desk.set(&taken, id);
        desk.pause();
    };
    let wrong = Wrong::at(desk, &path, &told_id);
    let list = chooser(
        desk.shell,
        path.clone(),
        key,
        value,
        options,
        take,
        Some(wrong),
    );
    view! { <div class="field short">{list}{told(desk, path, told_id)}</div> }.into_any()
}

/// How a list says that its choice is wrong.
pub(super) struct Wrong {
    invalid: Signal<String>,
    told_id: String,
}

impl Wrong {
    /// By the findings at a place, which the element of this id tells.
    pub(super) fn at(desk: Desk, path: &str, told_id: &str) -> Wrong {
        let path = path.to_owned();
        Wrong::by(desk, told_id, move |finding| {
            is_within(&finding.path, &path)
        })
    }

    /// By the findings that `which` takes.
    pub(super) fn by(
        desk: Desk,
        told_id: &str,
        which: impl Fn(&Finding) -> bool + Send + Sync + 'static,
    ) -> Wrong {
        Wrong {
            invalid: invalid(desk, which),
            told_id: told_id.to_owned(),
        }
    }
}

/// A list to choose from, with its label; `take` gets the id that is chosen.
pub(super) fn chooser(
    shell: Shell,
    id: String,
    key: &'static str,
    value: impl Fn() -> String + Send + Sync + 'static,
    options: Options,
    take: impl Fn(String) + 'static,
    wrong: Option<Wrong>,
) -> AnyView {
    let (invalid, told_id) = wrong.map(|wrong| (wrong.invalid, wrong.told_id)).unzip();
    let shown = Memo::new(move |_| (value(), options()));
    let view_options = dynamic(move || {
        let (now, mut options) = shown.get();
        if !options.iter().any(|(id, _)| *id == now) {
            let words = match now.as_str() {
                "" => shell.say("editor.choose"),
                gone => format!("{} {gone}", shell.say("editor.gone")),
            };
            options.insert(0, (now.clone(), words));
        }
        let option = |(id, words): (String, String)| {
            let chosen = id == now;
            let words = if words.trim().is_empty() {
                shell.say("editor.untitled")
            } else {
                words
            };
            view! { <option value=id prop:selected=chosen>{words}</option> }
        };
        options.into_iter().map(option).collect_view()
    });
    view! {
        <label for=id.clone()>{shell.t(key)}</label>
        <select id=id aria-invalid=invalid aria-describedby=told_id on:change=move |event| take(event_target_value(&event))>{view_options}</select>
    }
    .into_any()
}

/// The words of a closed list.
pub(super) fn vocabulary(shell: Shell, prefix: &'static str, ids: Vec<&'static str>) -> Options {
    Arc::new(move || {
        let one = |id: &&'static str| ((*id).to_owned(), shell.say(&format!("{prefix}.{id}")));
        ids.iter().map(one).collect()
    })
}

/// The members of a list of the draft.
pub(super) fn members(desk: Desk, list: &'static str) -> Options {
    Arc::new(move || {
        let lang = desk.shell.shown_lang();
        desk.draft.with(|draft| draft.names(list, lang))
    })
}
