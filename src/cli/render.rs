//! `render`: a model's chart as SVG.

use outage_lab::chart::{Size, Theme, layout, preferred_height, svg};

use super::{Failure, data, eval, request::Request};

const WIDTH_PX: f64 = 720.0;

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    let texts = data::texts(request.lang()?)?;
    let model = eval::model(request)?;
    let inputs = eval::inputs(request, model.spec(), &texts)?;
    let output = eval::output(model, &inputs, &texts)?;
    let known = model.spec().charts.join(", ");
    let id = request
        .option("chart")
        .ok_or_else(|| format!("--chart is missing; allowed: {known}"))?;
    let chart = output
        .charts
        .iter()
        .find(|chart| chart.id == id)
        .ok_or_else(|| format!("--chart: {id}; allowed: {known}"))?;
    let file = request
        .option("out")
        .ok_or_else(|| "--out is missing".to_owned())?;
    let width = pixels(request, "width")?.unwrap_or(WIDTH_PX);
    let height = pixels(request, "height")?.unwrap_or_else(|| preferred_height(chart, width));
    let scene = layout(chart, &texts, Size { width, height });
    let title = texts.label(&chart.title);
    let about = texts.get(&format!("{}.question", model.spec().id));
    let drawing = svg(&scene, &theme(request)?, &title, &about)
        .map_err(|error| format!("cannot draw: {error}"))?;
    std::fs::write(file, drawing).map_err(|error| Failure::Request(format!("{file}: {error}")))
}

fn pixels(request: &Request, option: &str) -> Result<Option<f64>, Failure> {
    let Some(text) = request.option(option) else {
        return Ok(None);
    };
    match text.parse::<f64>() {
        Ok(pixels) if (200.0..=4000.0).contains(&pixels) => Ok(Some(pixels)),
        _ => Err(Failure::Request(format!(
            "--{option}: {text}; allowed: 200 to 4000"
        ))),
    }
}

fn theme(request: &Request) -> Result<Theme, Failure> {
    match request.option("theme").unwrap_or("light") {
        "light" => Ok(Theme::LIGHT),
        "dark" => Ok(Theme::DARK),
        "print" => Ok(Theme::PRINT),
        other => Err(Failure::Request(format!(
            "--theme: {other}; allowed: light, dark, print"
        ))),
    }
}
