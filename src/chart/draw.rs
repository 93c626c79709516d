//! A scene on a plotters back-end: canvas on screen, SVG for export.

use std::fmt;

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};

use super::theme::{Rgb, Theme};
use super::{Anchor, Dash, Item, Paint, Scene, Stroke, Weight};

/// The faces that text is drawn in, with those of Chinese; none of them is fetched.
pub const FONTS: &str = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Noto Sans, \
     Arial, PingFang SC, Hiragino Sans GB, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, \
     sans-serif";

/// What a back-end makes of a scene's pixels and font sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// Dots of the medium for each CSS pixel; straight edges keep to whole dots, so that they stay sharp.
    ratio: f64,
    /// Units of the back-end for each dot. Its coordinates are whole: at one unit a dot, a slanting line
    /// would be drawn in steps.
    fineness: i32,
    /// What the font size is multiplied by, to come out as asked.
    font_scale: f64,
}

impl Output {
    /// What a canvas must be scaled down by before it is drawn on.
    pub const CANVAS_FINENESS: i32 = 8;

    /// A canvas whose backing store has `ratio` pixels for each CSS pixel, and whose coordinates are
    /// scaled down by [`CANVAS_FINENESS`](Output::CANVAS_FINENESS).
    #[must_use]
    pub fn canvas(ratio: f64) -> Output {
        Output {
            ratio,
            fineness: Output::CANVAS_FINENESS,
            font_scale: 1.0,
        }
    }

    /// An SVG drawn `scale` times as large as it is shown; plotters divides its font sizes by
    /// 1.24.
    #[must_use]
    pub fn svg(scale: f64) -> Output {
        Output {
            ratio: scale,
            fineness: 1,
            font_scale: 1.24,
        }
    }
}

/// The back-end refused to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError(String);

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chart could not be drawn: {}", self.0)
    }
}

impl std::error::Error for DrawError {}

/// Draws the scene on its panel.
///
/// # Errors
/// When the back-end refuses.
pub fn draw<B: DrawingBackend>(
    scene: &Scene,
    theme: &Theme,
    output: Output,
    backend: &mut B,
) -> Result<(), DrawError> {
    let mut brush = Brush {
        theme,
        output,
        backend,
    };
    brush.panel(scene)?;
    for item in &scene.items {
        brush.item(item)?;
    }
    brush
        .backend
        .present()
        .map_err(|error| DrawError(error.to_string()))
}

struct Brush<'a, B> {
    theme: &'a Theme,
    output: Output,
    backend: &'a mut B,
}

impl<B: DrawingBackend> Brush<'_, B> {
    fn panel(&mut self, scene: &Scene) -> Result<(), DrawError> {
        let style = filled(self.theme.panel, 1.0);
        let corner = self.unit((scene.width, scene.height));
        self.backend
            .draw_rect((0, 0), corner, &style, true)
            .map_err(|error| DrawError(error.to_string()))
    }

    fn item(&mut self, item: &Item) -> Result<(), DrawError> {
        match item {
            Item::Path { points, stroke } => self.path(points, stroke),
            Item::Polygon {
                points,
                paint,
                opacity,
            } => {
                let style = filled(self.theme.color(*paint), *opacity);
                let corners: Vec<_> = if upright(points) {
                    points.iter().map(|at| self.dot(*at)).collect()
                } else {
                    points.iter().map(|at| self.unit(*at)).collect()
                };
                self.backend
                    .fill_polygon(corners, &style)
                    .map_err(|error| DrawError(error.to_string()))
            }
            Item::Circle {
                at,
                radius,
                fill,
                stroke,
            } => self.circle(*at, *radius, *fill, *stroke),
            Item::Text {
                at,
                text,
                size,
                anchor,
                weight,
                paint,
            } => {
                let style = self.text_style(*size, *anchor, *weight, *paint);
                let at = self.unit(*at);
                self.backend
                    .draw_text(text, &style, at)
                    .map_err(|error| DrawError(error.to_string()))
            }
        }
    }

    fn path(&mut self, points: &[(f64, f64)], stroke: &Stroke) -> Result<(), DrawError> {
        let style = self.pen(stroke);
        let sharp = upright(points);
        for piece in dashed(points, stroke.dash, stroke.width) {
            let way: Vec<_> = if sharp {
                piece.iter().map(|at| self.between(*at, stroke)).collect()
            } else {
                piece.iter().map(|at| self.unit(*at)).collect()
            };
            self.backend
                .draw_path(way, &style)
                .map_err(|error| DrawError(error.to_string()))?;
        }
        Ok(())
    }

    fn circle(
        &mut self,
        at: (f64, f64),
        radius: f64,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) -> Result<(), DrawError> {
        let centre = self.unit(at);
        let radius = self.length(radius, 1);
        if let Some(paint) = fill {
            let style = filled(self.theme.color(paint), 1.0);
            self.backend
                .draw_circle(centre, radius, &style, true)
                .map_err(|error| DrawError(error.to_string()))?;
        }
        if let Some(stroke) = stroke {
            let style = self.pen(&stroke);
            self.backend
                .draw_circle(centre, radius, &style, false)
                .map_err(|error| DrawError(error.to_string()))?;
        }
        Ok(())
    }

    /// Units for each CSS pixel.
    fn scale(&self) -> f64 {
        self.output.ratio * f64::from(self.output.fineness)
    }

    /// The nearest unit.
    fn unit(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let scale = self.scale();
        ((x * scale).round() as i32, (y * scale).round() as i32)
    }

    /// The edge of the nearest dot.
    fn dot(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let Output {
            ratio, fineness, ..
        } = self.output;
        let edge = |at: f64| (at * ratio).round() as i32 * fineness;
        (edge(x), edge(y))
    }

    /// Where a straight line covers whole dots: on an edge, or in a dot's middle if it is an odd number wide.
    fn between(&self, at: (f64, f64), stroke: &Stroke) -> (i32, i32) {
        let (x, y) = self.dot(at);
        let fineness = self.output.fineness;
        let aside = self.length(stroke.width, fineness) as i32 / fineness % 2 * (fineness / 2);
        (x - aside, y - aside)
    }

    /// A length in units, a whole number of times `step` and at least once.
    fn length(&self, pixels: f64, step: i32) -> u32 {
        let steps = pixels * self.scale() / f64::from(step);
        steps.round().max(1.0) as u32 * step as u32
    }

    fn pen(&self, stroke: &Stroke) -> ShapeStyle {
        ShapeStyle {
            color: rgba(self.theme.color(stroke.paint), stroke.opacity),
            filled: false,
            stroke_width: self.length(stroke.width, self.output.fineness),
        }
    }

    fn text_style(
        &self,
        size: f64,
        anchor: Anchor,
        weight: Weight,
        paint: Paint,
    ) -> TextStyle<'static> {
        let size = size * self.scale() * self.output.font_scale;
        let style = match weight {
            Weight::Normal => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let across = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let color = rgba(self.theme.color(paint), 1.0);
        TextStyle {
            font: FontDesc::new(FontFamily::Name(FONTS), size, style),
            color: color.to_backend_color(),
            pos: Pos::new(across, VPos::Center),
        }
    }
}

fn rgba(Rgb(red, green, blue): Rgb, opacity: f64) -> RGBAColor {
    RGBAColor(red, green, blue, opacity)
}

fn filled(color: Rgb, opacity: f64) -> ShapeStyle {
    ShapeStyle {
        color: rgba(color, opacity),
        filled: true,
        stroke_width: 0,
    }
}

/// Whether every stretch of a way runs level or upright.
fn upright(points: &[(f64, f64)]) -> bool {
    points
        .windows(2)
        .all(|pair| pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1)
}

/// Lengths drawn and left out in turn, in pen widths.
fn pattern(dash: Dash) -> &'static [f64] {
    match dash {
        Dash::Solid => &[],
        Dash::Dashed => &[4.0, 3.0],
        Dash::Dotted => &[1.2, 2.2],
        Dash::DashDot => &[5.0, 2.5, 1.2, 2.5],
        Dash::LongDash => &[10.0, 3.0],
    }
}

/// The drawn pieces of a path.
fn dashed(points: &[(f64, f64)], dash: Dash, width: f64) -> Vec<Vec<(f64, f64)>> {
    let lengths: Vec<f64> = pattern(dash)
        .iter()
        .map(|length| length * width.max(1.0))
        .collect();
    let Some(first) = lengths.first() else {
        return vec![points.to_vec()];
    };
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut part = 0;
    let mut left = *first;
    let mut piece: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let [from, to] = pair else { continue };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (from.0 + dx * done / length, from.1 + dy * done / length);
            if part % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            part += 1;
            left = lengths.get(part % lengths.len()).copied().unwrap_or(*first);
        }
        left -= length - done;
        if part % 2 == 0 {
            piece.push(*to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solid_line_is_one_piece() {
        let line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        assert_eq!(dashed(&line, Dash::Solid, 2.0), vec![line.to_vec()]);
    }

    #[test]
    fn dashes_go_on_around_corners() {
        // Dashes of 4, gaps of 3: drawn 0–4, 7–11, 14–18 of a way of 20 with its corner at 10.
        let line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        assert_eq!(
            dashed(&line, Dash::Dashed, 1.0),
            vec![
                vec![(0.0, 0.0), (4.0, 0.0)],
                vec![(7.0, 0.0), (10.0, 0.0), (10.0, 1.0)],
                vec![(10.0, 4.0), (10.0, 8.0)],
            ]
        );
    }
}
