//! Edits as values, each with the edit that takes it back.

use std::collections::VecDeque;

use serde_json::Value;

use super::place;

/// How many steps can be taken back.
pub const MOST_STEPS: usize = 300;

/// A change of a draft. Places are paths as findings have them.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Puts a value at a place; null takes away what is there.
    Set(String, Value),
    /// Puts a value into a list, before the one at the index or at its end.
    Insert(String, usize, Value),
    /// Takes a value out of a list.
    Remove(String, usize),
    /// Several, one after the other, taken back together.
    All(Vec<Edit>),
    /// Everything anew.
    Replace(Value),
}

impl Edit {
    /// Does it, and returns the edit that takes it back. What leads nowhere changes nothing.
    pub(super) fn apply(self, root: &mut Value) -> Edit {
        match self {
            Edit::Set(path, value) => {
                let parent = path.rsplit_once('.').map(|(parent, _)| parent);
                if parent
                    .is_none_or(|parent| place::get(root, parent).is_some_and(Value::is_object))
                {
                    let before = place::put(root, &path, value);
                    return Edit::Set(path, before);
                }
                // Fields are made on the way; taking it back takes them away too.
                let before = root.clone();
                place::put(root, &path, value);
                Edit::Replace(before)
            }
            Edit::Insert(path, at, value) => {
                let before = match place::get(root, &path) {
                    Some(Value::Array(_)) => None,
                    _ => Some(root.clone()),
                };
                let Some(list) = place::list(root, &path) else {
                    return Edit::All(Vec::new());
                };
                let at = at.min(list.len());
                list.insert(at, value);
                before.map_or(Edit::Remove(path, at), Edit::Replace)
            }
            Edit::Remove(path, at) => {
                let there = place::get(root, &path).and_then(Value::as_array);
                if there.is_none_or(|list| at >= list.len()) {
                    return Edit::All(Vec::new());
                }
                let value = place::list(root, &path).map(|list| list.remove(at));
                Edit::Insert(path, at, value.unwrap_or_default())
            }
            Edit::All(edits) => {
                let mut back: Vec<Edit> = edits.into_iter().map(|edit| edit.apply(root)).collect();
                back.reverse();
                Edit::All(back)
            }
            Edit::Replace(value) => Edit::Replace(std::mem::replace(root, value)),
        }
    }

    /// The place of a change of one text, which may go on with the next letter.
    fn typed_at(&self) -> Option<&str> {
        match self {
            Edit::Set(path, Value::String(_)) => Some(path),
            _ => None,
        }
    }
}

/// What can be taken back and done again.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct History {
    back: VecDeque<Edit>,
    forth: Vec<Edit>,
    /// Where the last step typed, while typing there goes on being the same step.
    typing: Option<String>,
}

impl History {
    pub(super) fn edit(&mut self, root: &mut Value, edit: Edit) {
        let place = edit.typed_at().map(str::to_owned);
        let goes_on = place.is_some() && place == self.typing;
        let back = edit.apply(root);
        self.forth.clear();
        self.typing = place;
        // The first letter's step already leads back to what was there before.
        if !goes_on {
            self.back.push_back(back);
            if self.back.len() > MOST_STEPS {
                self.back.pop_front();
            }
        }
    }

    /// The next letter is a step of its own.
    pub(super) fn pause(&mut self) {
        self.typing = None;
    }

    pub(super) fn undo(&mut self, root: &mut Value) -> bool {
        self.typing = None;
        let Some(edit) = self.back.pop_back() else {
            return false;
        };
        self.forth.push(edit.apply(root));
        true
    }

    pub(super) fn redo(&mut self, root: &mut Value) -> bool {
        self.typing = None;
        let Some(edit) = self.forth.pop() else {
            return false;
        };
        self.back.push_back(edit.apply(root));
        true
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.back.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.forth.is_empty()
    }
}
