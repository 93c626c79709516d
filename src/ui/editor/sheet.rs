//! The editor of one draft.

use std::rc::Rc;

use leptos::prelude::*;
use outage_lab::finding::{Finding, Severity};
use outage_lab::incident::Incident;
use outage_lab::incident::draft::Draft;
use outage_lab::text::{Arg, Lang, Message};
use outage_lab::view::drafts::Kept;

use super::Worded;
use super::desk::{Desk, Elsewhere, Saved};
use super::events::{events, open_at};
use super::field::{Kind, chooser, field, texts, words};
use super::outgo::exports;
use super::shelf::Trouble;
use super::{rows, shelf};
use crate::ui::browser;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::incident::Preview;
use crate::ui::shell::Shell;

/// The page of the draft under a key.
#[component]
pub(crate) fn Editor(key: String) -> impl IntoView {
    view! { <Worded>{sheet(key.clone())}</Worded> }
}

fn sheet(key: String) -> AnyView {
    let shell = Shell::get();
    let text = shelf::get(&key);
    let opened = text
        .as_deref()
        .and_then(Kept::read)
        .map(|kept| Desk::open(key.clone(), kept));
    match (opened, text) {
        (Some(Ok(desk)), _) => open(desk, &key),
        (_, Some(text)) => unreadable(shell, &key, text),
        _ => view! {
            <header><h1>{shell.t("editor.title")}</h1></header>
            <div class="notice" role="alert"><p>{shell.t("editor.nothing_here")}</p></div>
            <p><a href="#/edit">{shell.t("editor.to_list")}</a></p>
        }
        .into_any(),
    }
}

/// Something is kept under the key that this version cannot read: it stays, and can be taken away as a file.
fn unreadable(shell: Shell, key: &str, text: String) -> AnyView {
    let name = format!("{key}.txt");
    view! {
        <header><h1>{shell.t("editor.title")}</h1></header>
        <div class="notice error" role="alert"><p>{shell.t("editor.unreadable")}</p></div>
        <p>
            <button class="button" on:click=move |_| crate::ui::export::download(&name, "text/plain;charset=utf-8", &text)>
                {shell.t("editor.save_as_is")}</button>" "
            <a href="#/edit">{shell.t("editor.to_list")}</a>
        </p>
    }
    .into_any()
}

fn open(desk: Desk, key: &str) -> AnyView {
    let shell = desk.shell;
    let notes = shelf::take_notes(key);
    let heading = Memo::new(move |_| {
        let lang = shell.shown_lang();
        let title = desk.draft.with(|draft| draft.title(lang));
        if title.trim().is_empty() {
            shell.say("editor.untitled")
        } else {
            title
        }
    });
    effect(move || document().set_title(&format!("{} · Outage Lab", heading.get())));
    view! {
        <div class="editor">
            <header>
                <p class="quiet"><a href="#/edit">{shell.t("editor.to_list")}</a></p>
                <h1>{text(move || heading.get())}</h1>
                {toolbar(desk)}
                {parts(shell)}
            </header>
            {elsewhere(desk)}
            {import_notes(shell, notes)}
            <div class="section" style="--rows: 1">
                <div class="forms">
                    {about(desk)}
                    {events(desk)}
                    {rows::phases(desk)}
                    {rows::metrics(desk)}
                    {rows::spans(desk)}
                    {rows::components(desk)}
                    {rows::sources(desk)}
                    {rows::zone(desk)}
                </div>
                <div class="aside" id="part-preview">
                    {findings(desk)}
                    {preview(desk)}
                </div>
            </div>
        </div>
    }
    .into_any()
}

fn toolbar(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let saved = text(move || {
        shell.say(match desk.saved.get() {
            Saved::Kept => "editor.saved.kept",
            Saved::Waiting => "editor.saved.waiting",
            Saved::Here(Trouble::Blocked) => "editor.saved.blocked",
            Saved::Here(Trouble::Full) => "editor.saved.full",
        })
    });
    let state = text(move || {
        match desk.saved.get() {
            Saved::Kept => "kept",
            Saved::Waiting => "waiting",
            Saved::Here(_) => "here",
        }
        .to_owned()
    });
    let class = text(move || {
        if matches!(desk.saved.get(), Saved::Here(_)) {
            "saved notice error"
        } else {
            "saved quiet"
        }
        .to_owned()
    });
    view! {
        <div class="editor-tools">
            <button class="button" aria-disabled=text(move || desk.draft.with(|draft| !draft.can_undo()).to_string()) on:click=move |_| desk.undo()>
                {shell.t("editor.undo")}</button>
            <button class="button" aria-disabled=text(move || desk.draft.with(|draft| !draft.can_redo()).to_string()) on:click=move |_| desk.redo()>
                {shell.t("editor.redo")}</button>
            {exports(desk)}
        </div>
        <p class=class role="status" data-saved=state>{saved}</p>
        <p class="hidden-text" role="status">{text(move || desk.said.get())}</p>
    }
    .into_any()
}

/// The way to each part of a long page. The fragment holds the draft, so these are no links.
fn parts(shell: Shell) -> AnyView {
    const PARTS: [(&str, &str); 8] = [
        ("events", "editor.events"),
        ("phases", "editor.phases"),
        ("metrics", "editor.metrics"),
        ("spans", "editor.spans"),
        ("components", "editor.components"),
        ("sources", "editor.sources"),
        ("zone", "editor.zone"),
        ("preview", "editor.preview"),
    ];
    let button = move |(part, key): (&'static str, &'static str)| {
        let go = move |_| {
            let place = document().get_element_by_id(&format!("part-{part}"));
            if let Some(place) = place {
                place.scroll_into_view();
            }
        };
        view! { <button class="plain" on:click=go>{shell.t(key)}</button> }
    };
    view! {
        <p class="parts" role="group" aria-label=shell.t("editor.parts")>{PARTS.into_iter().map(button).collect_view()}</p>
    }
    .into_any()
}

/// What another tab did, and what can be done about it.
fn elsewhere(desk: Desk) -> AnyView {
    let shell = desk.shell;
    dynamic(move || {
        match desk.elsewhere.get() {
        None => ().into_any(),
        Some(Elsewhere::Gone) => view! {
            <div class="notice" role="alert">
                <p>{shell.say("editor.gone_elsewhere")}</p>
                <p><button class="button" on:click=move |_| desk.keep_again()>{shell.say("editor.keep_again")}</button></p>
            </div>
        }
        .into_any(),
        Some(Elsewhere::Changed(other)) => {
            let href = format!("#/edit/{other}");
            let delete = move |_| {
                shelf::remove(&other);
                desk.elsewhere.set(None);
            };
            view! {
                <div class="notice" role="alert">
                    <p>{shell.say("editor.both_changed")}</p>
                    <p>
                        <a class="button" target="_blank" href=href>{shell.say("editor.open_other")}</a>" "
                        <button class="button" on:click=delete>{shell.say("editor.delete_other")}</button>" "
                        <button class="button" on:click=move |_| desk.elsewhere.set(None)>{shell.say("editor.keep_both")}</button>
                    </p>
                </div>
            }
            .into_any()
        }
    }
    })
}

/// What the import had to say, until it is put away.
fn import_notes(shell: Shell, notes: Vec<Finding>) -> AnyView {
    let open = RwSignal::new(!notes.is_empty());
    dynamic(move || {
        open.get().then(|| {
            view! {
                <div class="notice" id="import-notes">
                    <p>{shell.say("editor.import.notes")}</p>
                    {finding_list(shell, &notes)}
                    <p><button class="button" on:click=move |_| open.set(false)>{shell.say("editor.import.understood")}</button></p>
                </div>
            }
        })
    })
}

/// Findings of a file, each with its place.
pub(super) fn finding_list(shell: Shell, findings: &[Finding]) -> AnyView {
    let one = |finding: &Finding| {
        let place = match finding.path.as_str() {
            "." => String::new(),
            path => format!("{}: ", place_words(shell, path)),
        };
        view! { <li>{place}{words(shell, finding)}</li> }
    };
    view! { <ul class="findings">{findings.iter().map(one).collect_view()}</ul> }.into_any()
}

/// `line 4, column 2` in the language of the page; other paths are the file's own words.
fn place_words(shell: Shell, path: &str) -> String {
    let numbers: Vec<&str> = path
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let key = match (path.starts_with("line "), numbers.len()) {
        (true, 1) => "editor.place.line",
        (true, 2) => "editor.place.column",
        _ => return path.to_owned(),
    };
    let place = ["line", "column"].into_iter().zip(numbers);
    shell.message(&place.fold(Message::new(key), |message, (name, number)| {
        message.with(name, Arg::Plain(number.to_owned()))
    }))
}

/// Title, summary, language and name.
fn about(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let language = move || {
        let langs = desk.draft.with(Draft::langs);
        match langs.as_slice() {
            [lang] => lang.code().to_owned(),
            _ => "both".to_owned(),
        }
    };
    let take = move |id: String| {
        let lang = Lang::ALL.into_iter().find(|lang| lang.code() == id);
        let edit = desk.draft.with_untracked(|draft| draft.with_language(lang));
        desk.edit(edit);
    };
    let languages: super::field::Options = std::sync::Arc::new(move || {
        let one = |id: &str| (id.to_owned(), shell.say(&format!("editor.language.{id}")));
        ["en", "zh", "both"].into_iter().map(one).collect()
    });
    let fields = dynamic(move || {
        let _ = desk.shape.get();
        view! {
            {texts(desk, "title", "editor.field.heading", Kind::Line)}
            {texts(desk, "summary", "editor.field.summary", Kind::Long)}
        }
    });
    view! {
        <section class="part">
            <h2 class="hidden-text">{shell.t("editor.about")}</h2>
            {fields}
            <div class="field short">
                {chooser(shell, "language".to_owned(), "editor.language", language, languages, take, None)}
                <p class="quiet">{shell.t("editor.language.help")}</p>
            </div>
            <details>
                <summary>{shell.t("editor.field.id")}</summary>
                {field(desk, "id".to_owned(), shell.t("editor.field.id"), Kind::Line, "editor.field.id.hint")}
            </details>
        </section>
    }
    .into_any()
}

/// How many findings there are, and each of them with the way to its field.
fn findings(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let summary = text(move || {
        let (errors, warnings) = desk.resolved.with(|resolved| {
            let errors = resolved
                .findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error)
                .count();
            (errors, resolved.findings.len() - errors)
        });
        let counted =
            |key: &str, count: usize| shell.counted(key, u32::try_from(count).unwrap_or(u32::MAX));
        match (errors, warnings) {
            (0, 0) => shell.say("editor.checks.none"),
            _ => format!(
                "{} {}",
                counted("editor.checks.errors", errors),
                counted("editor.checks.warnings", warnings)
            ),
        }
    });
    let list = dynamic(move || {
        const MOST: usize = 40;
        let found = desk.resolved.with(|resolved| resolved.findings.clone());
        let row = |finding: Finding| {
            let class = if finding.severity == Severity::Error {
                "error"
            } else {
                "warning"
            };
            let line = words(shell, &finding);
            let place = where_words(desk, &finding.path);
            view! {
                <li class=class><button class="plain" on:click=move |_| open_at(desk, &finding.path)>
                    <span class="quiet">{place}</span>" "{line}</button></li>
            }
        };
        view! { <ul class="findings">{found.into_iter().take(MOST).map(row).collect_view()}</ul> }
    });
    view! {
        <div class="card checks">
            <h2>{shell.t("editor.checks")}</h2>
            <p role="status" id="checks">{summary}</p>
            {list}
        </div>
    }
    .into_any()
}

/// Where a finding is, in words: the list and the number in it.
fn where_words(desk: Desk, path: &str) -> String {
    let shell = desk.shell;
    let list = path.split(['[', '.']).next().unwrap_or_default();
    let number = path
        .split('[')
        .nth(1)
        .and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    let name = match list {
        "title" => "editor.field.heading",
        "summary" => "editor.field.summary",
        "id" => "editor.field.id",
        "events" => "editor.events",
        "phases" => "editor.phases",
        "spans" => "editor.spans",
        "metrics" => "editor.metrics",
        "components" => "editor.components",
        "sources" => "editor.sources",
        "zone" => "editor.zone",
        _ => return path.to_owned(),
    };
    match number {
        Some(number) => format!("{} {}:", shell.say(name), number + 1),
        None => format!("{}:", shell.say(name)),
    }
}

/// The same figures and pictures as of every incident, of what can be read.
fn preview(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let incident = RwSignal::new_local(None::<Rc<Incident>>);
    effect(move || {
        let next = desk.resolved.with(|resolved| resolved.incident.clone());
        let next = next.filter(|incident| {
            let mut times = incident
                .events
                .iter()
                .map(|event| incident.window(&event.at));
            times.any(|window| window.is_some())
        });
        let same = incident.with_untracked(|before| before.as_deref() == next.as_ref());
        if !same {
            incident.set(next.map(Rc::new));
        }
    });
    view! {
        <h2 class="hidden-text">{shell.t("editor.preview")}</h2>
        {dynamic(move || match incident.get() {
            Some(incident) => view! { <Preview incident=incident chosen=desk.chosen/> }.into_any(),
            None => view! { <p class="card quiet">{shell.t("editor.preview.none")}</p> }.into_any(),
        })}
    }
    .into_any()
}

/// Whether anything is in this tab's memory alone, for the list of drafts.
pub(super) fn unsaved_notice(shell: Shell) -> AnyView {
    let blocked = !browser::remembers();
    if !blocked && !shelf::holds_unsaved() {
        return ().into_any();
    }
    let key = if blocked {
        "editor.saved.blocked"
    } else {
        "editor.saved.full"
    };
    view! { <div class="notice error" role="status"><p>{shell.t(key)}</p></div> }.into_any()
}
