//! A scene as an SVG document.

use plotters::backend::SVGBackend;

use super::draw::{DrawError, Output, draw};
use super::{Scene, Theme};

/// Back-ends have whole coordinates; at four units a pixel they are fine enough.
const UNITS: f64 = 4.0;

/// The scene as a document of its own, with a title and a description for those who do not see it.
///
/// # Errors
/// When the back-end refuses.
pub fn svg(scene: &Scene, theme: &Theme, title: &str, desc: &str) -> Result<String, DrawError> {
    let units = |pixels: f64| (pixels * UNITS).round() as u32;
    let (width, height) = (units(scene.width), units(scene.height));
    let mut drawn = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut drawn, (width, height));
        draw(scene, theme, Output::svg(UNITS), &mut backend)?;
    }
    // The first line is the root element, which says nothing of titles and shows units as pixels.
    let content = drawn.split_once('\n').map_or("", |(_, content)| content);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n{content}",
        scene.width,
        scene.height,
        escaped(title),
        escaped(desc),
    ))
}

/// Text as XML content.
fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            c if c.is_control() => xml.push(' '),
            c => xml.push(c),
        }
    }
    xml
}
