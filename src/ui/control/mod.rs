//! Controls, made from the description of an input.

mod choice;
mod seed;
pub(super) mod slider;
mod typed;

use leptos::prelude::*;
use outage_lab::models::{InputSpec, Kind, Value, default_value};
use outage_lab::notebook::session::{Binding, Control as Described};

use super::live::Live;
use super::prose::Words;
use super::shell::Shell;
use crate::ui::dynamic::{When, flag, text};

/// What the parts of a control share.
#[derive(Clone, Copy)]
pub(in crate::ui) struct Knob {
    live: Live,
    shell: Shell,
    address: StoredValue<String>,
    described: StoredValue<Described>,
    value: Memo<Value>,
    /// The value as it would be typed.
    typed: Memo<String>,
}

impl Knob {
    fn address(self) -> String {
        self.address.get_value()
    }

    /// The knob of an address that the session describes so.
    fn new(live: Live, address: String, described: Described) -> Knob {
        let document = document_value(&described);
        let address = StoredValue::new(address);
        // One for all parts of the control: during a drag every control asks at every move.
        let value = Memo::new(move |_| {
            let now =
                address.with_value(|address| live.with(|session| session.control_value(address)));
            now.unwrap_or_else(|| document.clone())
        });
        let shell = Shell::get();
        let unit = described.spec.unit;
        Knob {
            live,
            shell,
            address,
            described: StoredValue::new(described),
            value,
            typed: Memo::new(move |_| value.with(|value| value.typed(unit, shell.shown_lang()))),
        }
    }

    /// The present value. While what it is bound to has none, the document's stands.
    fn value(self) -> Value {
        self.value.get()
    }

    fn document_value(self) -> Value {
        self.described.with_value(document_value)
    }

    fn input(self) -> &'static InputSpec {
        self.described.with_value(|described| described.spec)
    }

    fn key(self, rest: &str) -> String {
        self.described.with_value(|described| {
            format!("{}.input.{}.{rest}", described.model, described.spec.id)
        })
    }

    fn name(self) -> String {
        self.shell.say(&self.key("name"))
    }
}

fn document_value(described: &Described) -> Value {
    let known = described.document.as_ref().or(described.value.as_ref());
    known
        .cloned()
        .unwrap_or_else(|| default_value(described.spec))
}

/// The control at an address: `param`, or `cell.input`.
#[component]
pub(crate) fn Control(#[prop(into)] address: String) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let Some(described) = live.peek(|session| session.control(&address)) else {
        return ().into_any();
    };
    if let Binding::Param(_) = described.binding {
        // Its control is the shared value's own, elsewhere on the page.
        return ().into_any();
    }
    let knob = Knob::new(live, address, described);
    let help = RwSignal::new(false);
    let input = knob.input();
    let body = match &input.kind {
        Kind::Real { .. } | Kind::Count { .. } | Kind::Probability { .. } | Kind::Text { .. } => {
            view! { <typed::Typed knob=knob/> }.into_any()
        }
        Kind::Choice { choices, .. } => {
            view! { <choice::Choice knob=knob choices=choices/> }.into_any()
        }
        Kind::Toggle { .. } => view! { <choice::Toggle knob=knob/> }.into_any(),
        Kind::Seed { .. } => view! { <seed::Seed knob=knob/> }.into_any(),
    };
    let source = knob
        .described
        .with_value(|described| match &described.binding {
            Binding::Output(name) => Some(name.clone()),
            _ => None,
        });
    let bound = source.is_some();
    let changed = Memo::new(move |_| knob.value() != knob.document_value());
    view! {
        <div class="control" data-input=knob.address()>
            <div class="row">
                <span>
                    <span class="called">
                        <label class="name" for=knob.address()>{text(move || knob.name())}</label>
                        <span class="gloss">{text(move || shell.say(&knob.key("gloss")))}</span>
                    </span>
                    <button class="plain what" aria-expanded=text(move || help.get().to_string())
                        aria-label=text(move || format!("{}: {}", shell.say("app.help"), knob.name()))
                        on:click=move |_| help.update(|open| *open = !*open)>"?"</button>
                </span>
                <span class="after">
                    <When cond=flag(move || changed.get() && !bound)>
                        <button class="plain" aria-label=text(move || format!("{}: {}", shell.say("app.reset"), knob.name()))
                            on:click=move |_| live.reset(&knob.address())>{shell.t("app.reset")}</button>
                    </When>
                    {body}
                </span>
            </div>
            {source.map(|name| view! {
                <p class="quiet">{shell.t("app.bound_to")}" "<code>{name}</code></p>
            })}
            {(!bound).then(|| view! { <slider::Slider knob=knob/> })}
            <When cond=flag(move || help.get())>
                <div class="help quiet"><Words key=knob.key("help")/></div>
            </When>
        </div>
    }
    .into_any()
}
