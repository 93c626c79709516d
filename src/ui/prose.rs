//! Prose with live numbers.

use leptos::either::Either;
use leptos::prelude::*;
use outage_lab::text::prose::{self, Block, Inline};

use super::live::Live;
use super::shell::Shell;
use crate::ui::dynamic::{dynamic, flag, text};

/// Prose of a document: its names are values of the session.
#[component]
pub(crate) fn Prose(
    /// The words in each language.
    body: outage_lab::text::Bilingual,
) -> impl IntoView {
    let shell = Shell::get();
    dynamic(move || blocks(&prose::blocks(body.get(shell.shown_lang()))))
}

/// Prose of the app: help, limits. It has no live numbers.
#[component]
pub(crate) fn Words(
    /// The key of the words.
    #[prop(into)]
    key: String,
) -> impl IntoView {
    let shell = Shell::get();
    dynamic(move || blocks(&prose::blocks(&shell.say(&key))))
}

/// A line of prose of the app.
pub(crate) fn words(line: &str) -> AnyView {
    prose::parse_line(line).map_or_else(|_| line.to_owned().into_any(), |line| inlines(&line))
}

fn blocks(blocks: &[Block]) -> AnyView {
    blocks.iter().map(block).collect_view().into_any()
}

fn block(block: &Block) -> AnyView {
    match block {
        Block::Heading(line) => view! { <h2>{inlines(line)}</h2> }.into_any(),
        Block::Paragraph(line) => view! { <p>{inlines(line)}</p> }.into_any(),
        Block::Bullets(items) => view! { <ul>{list(items)}</ul> }.into_any(),
        Block::Numbers(items) => view! { <ol>{list(items)}</ol> }.into_any(),
        Block::Table(rows) => table(rows),
    }
}

fn table(rows: &[Vec<Vec<Inline>>]) -> AnyView {
    let head = rows.first().map(|row| {
        let cells = row.iter().map(|cell| {
            view! { <th class="words" scope="col">{inlines(cell)}</th> }
        });
        cells.collect_view()
    });
    let body = rows.iter().skip(1).map(|row| {
        let cells = row.iter().map(|cell| {
            view! { <td class="words">{inlines(cell)}</td> }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="scroll">
            <table class="prose">
                <thead><tr>{head}</tr></thead>
                <tbody>{body.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn list(items: &[Vec<Inline>]) -> AnyView {
    items
        .iter()
        .map(|item| view! { <li>{inlines(item)}</li> })
        .collect_view()
        .into_any()
}

fn inlines(line: &[Inline]) -> AnyView {
    line.iter().map(inline).collect_view().into_any()
}

fn inline(inline: &Inline) -> AnyView {
    match inline {
        Inline::Text(text) => text.clone().into_any(),
        Inline::Emphasis(inner) => view! { <em>{inlines(inner)}</em> }.into_any(),
        Inline::Strong(inner) => view! { <strong>{inlines(inner)}</strong> }.into_any(),
        Inline::Code(code) => view! { <code>{code.clone()}</code> }.into_any(),
        Inline::Link { text, address } => {
            let elsewhere = address.starts_with("https:").then_some("noopener");
            view! { <a href=address.clone() rel=elsewhere>{inlines(text)}</a> }.into_any()
        }
        Inline::Value { name, style } => {
            let (name, style) = (name.clone(), *style);
            match use_context::<Live>() {
                Some(live) => Either::Left(live_value(live, name, style)),
                None => Either::Right(format!("{{{name}}}")),
            }
            .into_any()
        }
    }
}

fn live_value(
    live: Live,
    name: String,
    style: Option<outage_lab::text::format::Style>,
) -> impl IntoView {
    let shell = Shell::get();
    let shown = Memo::new(move |_| {
        live.with(|session| shell.texts.with(|texts| session.say(&name, style, texts)))
    });
    view! {
        <span class="live" class:undefined=flag(move || shown.get().is_err())>
            {text(move || shown.get().unwrap_or_else(|reason| reason))}
        </span>
    }
}
