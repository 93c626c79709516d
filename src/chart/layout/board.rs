//! The scene while it is being made: shapes by depth, words with their boxes, and the obstacles
//! that words keep clear of.

use super::Size;
use super::clip;
use super::frame::Frame;
use crate::chart::measure;
use crate::chart::{Anchor, Dash, Hit, Item, LabelBox, Paint, Rect, Role, Scene, Stroke, Weight};
use crate::text::{Message, Texts};

/// A point in pixels.
pub(super) type Px = (f64, f64);

/// How deep a shape lies; the first is drawn first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    Grid,
    Fill,
    Line,
    Mark,
    Words,
}

const DEPTHS: usize = 5;

/// Free space kept between two texts.
const GAP: f64 = 3.0;

/// What a place further down the list of candidates costs, in pixels of crossed line.
const STEP_DOWN: f64 = 5.0;

/// What words keep clear of.
#[derive(Clone, Debug)]
enum Obstacle {
    /// Nothing is written here.
    Blocked(Rect),
    /// Writing across it costs its weight for each pixel.
    Line(Px, Px, f64),
}

/// Font sizes of a chart, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fonts {
    /// Numbers at ticks.
    pub(super) tick: f64,
    /// Words inside the plot and names of axes.
    pub(super) label: f64,
}

impl Fonts {
    fn at(width: f64) -> Fonts {
        if width < 520.0 {
            Fonts {
                tick: 11.0,
                label: 11.0,
            }
        } else if width < 900.0 {
            Fonts {
                tick: 12.0,
                label: 12.0,
            }
        } else {
            Fonts {
                tick: 13.0,
                label: 13.0,
            }
        }
    }
}

/// A text in its dress, not yet anywhere.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) size: f64,
    pub(super) weight: Weight,
    pub(super) paint: Paint,
    /// Whether the panel's colour is laid under it.
    pub(super) halo: bool,
}

impl Words {
    pub(super) fn new(text: impl Into<String>, size: f64, paint: Paint) -> Words {
        let text: String = text.into();
        Words {
            text: text
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect(),
            size,
            weight: Weight::Normal,
            paint,
            halo: false,
        }
    }

    pub(super) fn bold(mut self) -> Words {
        self.weight = Weight::Bold;
        self
    }

    pub(super) fn haloed(mut self) -> Words {
        self.halo = true;
        self
    }

    pub(super) fn width(&self) -> f64 {
        measure::width(&self.text, self.size, self.weight)
    }

    pub(super) fn height(&self) -> f64 {
        measure::height(self.size)
    }

    pub(super) fn rect(&self, at: Px, anchor: Anchor) -> Rect {
        measure::text_box(&self.text, self.size, self.weight, at, anchor)
    }
}

/// The scene being made.
pub(super) struct Board<'a> {
    pub(super) texts: &'a Texts,
    pub(super) size: Size,
    pub(super) fonts: Fonts,
    pub(super) hits: Vec<Hit>,
    pub(super) notes: Vec<Message>,
    items: [Vec<Item>; DEPTHS],
    labels: Vec<LabelBox>,
    obstacles: Vec<Obstacle>,
}

impl<'a> Board<'a> {
    pub(super) fn new(texts: &'a Texts, size: Size) -> Board<'a> {
        Board {
            texts,
            size,
            fonts: Fonts::at(size.width),
            hits: Vec::new(),
            notes: Vec::new(),
            items: Default::default(),
            labels: Vec::new(),
            obstacles: Vec::new(),
        }
    }

    /// Whether the chart is too narrow for margins of words.
    pub(super) fn is_narrow(&self) -> bool {
        self.size.width < 520.0
    }

    pub(super) fn area(&self) -> Rect {
        Rect {
            x: 0.0,
            y: 0.0,
            w: self.size.width,
            h: self.size.height,
        }
    }

    pub(super) fn add(&mut self, depth: Depth, item: Item) {
        if let Some(items) = self.items.get_mut(depth as usize) {
            items.push(item);
        }
    }

    pub(super) fn path(&mut self, depth: Depth, points: Vec<Px>, stroke: Stroke) {
        if points.len() > 1 {
            self.add(depth, Item::Path { points, stroke });
        }
    }

    pub(super) fn fill(&mut self, depth: Depth, points: Vec<Px>, paint: Paint, opacity: f64) {
        if points.len() > 2 {
            self.add(
                depth,
                Item::Polygon {
                    points,
                    paint,
                    opacity,
                },
            );
        }
    }

    pub(super) fn note(&mut self, note: Message) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Keeps words out of a rectangle.
    pub(super) fn block(&mut self, rect: Rect) {
        self.obstacles.push(Obstacle::Blocked(rect));
    }

    /// Makes words avoid a course; `weight` is the cost of a crossed pixel.
    pub(super) fn avoid(&mut self, points: &[Px], weight: f64) {
        let segments = points.windows(2).filter_map(|pair| match pair {
            [from, to] => Some(Obstacle::Line(*from, *to, weight)),
            _ => None,
        });
        self.obstacles.extend(segments);
    }

    /// Writes words where the caller knows that there is room.
    pub(super) fn write(&mut self, words: &Words, at: Px, anchor: Anchor) {
        let rect = words.rect(at, anchor);
        if words.halo {
            let halo = Rect {
                x: rect.x - 2.0,
                y: rect.y + 1.0,
                w: rect.w + 4.0,
                h: rect.h - 2.0,
            };
            self.fill(Depth::Words, halo.corners(), Paint::Panel, 0.9);
        }
        self.add(
            Depth::Words,
            Item::Text {
                at,
                text: words.text.clone(),
                size: words.size,
                anchor,
                weight: words.weight,
                paint: words.paint,
            },
        );
        self.labels.push(LabelBox {
            rect,
            text: words.text.clone(),
        });
    }

    /// Writes words at the best free one of `candidates`, earlier ones preferred; returns where, or
    /// `None` when all are taken.
    pub(super) fn place(
        &mut self,
        words: &Words,
        candidates: &[(Px, Anchor)],
        area: &Rect,
    ) -> Option<Px> {
        let mut best: Option<(f64, Px, Anchor)> = None;
        let mut penalty = 0.0;
        for &(at, anchor) in candidates {
            if let Some(cost) = self.cost(&words.rect(at, anchor), area) {
                let cost = cost + penalty;
                if best.is_none_or(|(least, _, _)| cost < least) {
                    best = Some((cost, at, anchor));
                }
            }
            penalty += STEP_DOWN;
        }
        let (_, at, anchor) = best?;
        self.write(words, at, anchor);
        Some(at)
    }

    /// Writes words at their place if nothing is there.
    pub(super) fn try_write(&mut self, words: &Words, at: Px, anchor: Anchor) -> bool {
        self.place(words, &[(at, anchor)], &self.area()).is_some()
    }

    /// Whether a line would run through a text.
    pub(super) fn runs_through_text(&self, from: Px, to: Px) -> bool {
        self.labels
            .iter()
            .any(|label| clip::length_inside(from, to, &label.rect) > 0.0)
    }

    fn cost(&self, rect: &Rect, area: &Rect) -> Option<f64> {
        if !area.contains(rect) {
            return None;
        }
        let spaced = rect.grown(GAP);
        if self
            .labels
            .iter()
            .any(|label| label.rect.overlap(&spaced) > 0.0)
        {
            return None;
        }
        let mut cost = 0.0;
        for obstacle in &self.obstacles {
            match obstacle {
                Obstacle::Blocked(blocked) if blocked.overlap(rect) > 0.0 => return None,
                Obstacle::Blocked(_) => {}
                Obstacle::Line(from, to, weight) => {
                    cost += weight * clip::length_inside(*from, *to, &rect.grown(1.0));
                }
            }
        }
        Some(cost)
    }

    /// The finished scene.
    pub(super) fn finish(self, frame: Frame) -> Scene {
        Scene {
            width: self.size.width,
            height: self.size.height,
            items: self.items.into_iter().flatten().collect(),
            plot: frame.plot,
            x: frame.x,
            y: frame.y,
            hits: self.hits,
            labels: self.labels,
            notes: self.notes,
        }
    }
}

/// A solid pen.
pub(super) fn solid(paint: Paint, width: f64) -> Stroke {
    Stroke {
        paint,
        width,
        opacity: 1.0,
        dash: Dash::Solid,
    }
}

/// The pen of a role's lines.
pub(super) fn pen(role: Role, width: f64) -> Stroke {
    Stroke {
        dash: role.dash(),
        ..solid(Paint::Role(role), width)
    }
}
