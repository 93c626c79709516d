//! Parts of a view that follow signals, each of one type.
//!
//! The renderer is compiled once for every type that it meets, and every closure is a type of its own.
//! Behind these functions they are all the same few, which is a good part of the app's size.
//!
//! And [`Latest`], for what follows signals by way of the network.

use leptos::prelude::*;

/// Text that follows signals, as content or as an attribute.
pub(crate) fn text(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// A truth that follows signals.
pub(crate) fn flag(flag: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(flag)
}

/// A view that is made anew when a signal that it read changes.
pub(crate) fn dynamic<V: IntoView + 'static>(make: impl Fn() -> V + Send + 'static) -> AnyView {
    follow(Box::new(move || make().into_any()))
}

/// Runs at once, and again when a signal that it read changes.
pub(crate) fn effect(run: impl FnMut() + 'static) {
    start(Box::new(run));
}

/// Loads of which only the one that was asked for last counts: an answer that comes late must not replace it.
#[derive(Clone, Copy)]
pub(crate) struct Latest(StoredValue<u32>);

impl Latest {
    pub(crate) fn new() -> Latest {
        Latest(StoredValue::new(0))
    }

    /// Begins a load. What it returns says whether that one still counts; none does once the page has been left.
    pub(crate) fn begin(self) -> impl Fn() -> bool {
        self.0.update_value(|count| *count += 1);
        let mine = self.0.get_value();
        move || self.0.try_get_value() == Some(mine)
    }
}

/// Shows its content while the condition holds.
#[component]
pub(crate) fn When(#[prop(into)] cond: Signal<bool>, children: ChildrenFn) -> impl IntoView {
    let cond = Memo::new(move |_| cond.get());
    let content = move || {
        if cond.get() {
            children()
        } else {
            ().into_any()
        }
    };
    follow(Box::new(content))
}

fn follow(make: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || make()).into_any()
}

fn start(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_| run());
}
