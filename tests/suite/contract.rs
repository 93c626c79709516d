//! What every model owes, whatever it is about. A new model is under it without a line here.

use std::collections::BTreeSet;
use std::fs;

use outage_lab::chart::{ChartSpec, GridPart, Layer, Size, layout};
use outage_lab::kernel::math::pow;
use outage_lab::kernel::rng::Stream;
use outage_lab::models::{
    Budget, CATALOGUE, Entry, InputSpec, Inputs, Kind, Model, ModelSpec, Output, PENDING, Progress,
    Value, default_value, digest, from_number, parse,
};
use outage_lab::notebook::{Cell, Document, QuestionAnswer};
use outage_lab::text::{Bilingual, Lang, Texts, prose};

use crate::asked::finish;

const SLICE: Budget = Budget { steps: 1 << 22 };
/// The most points that a chart may have.
const MOST_POINTS: usize = 5_000;
/// Inputs that say how long a simulation runs, which says nothing about whether its numbers are sound.
const EFFORT: [&str; 4] = ["years", "trials", "customers", "runs"];
/// The longest run at the corners, and at each of the random points.
const LONG: u64 = 20_000;
const SHORT: u64 = 20;
/// Inputs that say so in simulated seconds, and how many are run at corners and at the random points.
const EFFORT_S: &str = "end_s";
const BRIEF_S: f64 = 2.0;

fn run(model: &dyn Model, inputs: &Inputs) -> Option<Output> {
    model.start(inputs).ok().map(|run| finish(run, SLICE))
}

fn default_output(model: &dyn Model) -> Output {
    run(model, &Inputs::defaults(model.spec())).expect("a model runs at its defaults")
}

fn defaults_and_presets(spec: &'static ModelSpec) -> Vec<Inputs> {
    let of = |preset| {
        let mut inputs = Inputs::defaults(spec);
        inputs.apply(preset).unwrap();
        inputs
    };
    let presets = spec.presets.iter().map(of);
    std::iter::once(Inputs::defaults(spec))
        .chain(presets)
        .collect()
}

/// Both ends of an input's hard range, or all its values.
fn extremes(input: &InputSpec) -> Vec<Value> {
    match &input.kind {
        Kind::Real { hard, .. } if input.id == EFFORT_S => {
            vec![Value::Real(hard.lo), Value::Real(hard.hi.min(BRIEF_S))]
        }
        Kind::Real { hard, .. } => vec![Value::Real(hard.lo), Value::Real(hard.hi)],
        Kind::Count { hard, .. } if EFFORT.contains(&input.id) => {
            vec![Value::Count(hard.lo), Value::Count(hard.hi.min(LONG))]
        }
        Kind::Count { hard, .. } => vec![Value::Count(hard.lo), Value::Count(hard.hi)],
        Kind::Probability { .. } => ["0", "1", "0.999999999999"]
            .map(|text| Value::Probability(text.parse().unwrap()))
            .to_vec(),
        Kind::Choice { choices, .. } => {
            choices.iter().map(|choice| Value::Choice(choice)).collect()
        }
        Kind::Toggle { .. } => vec![Value::Toggle(false), Value::Toggle(true)],
        Kind::Seed { .. } => vec![Value::Seed(0), Value::Seed(u64::MAX)],
        Kind::Text { default, .. } => vec![
            Value::Text(String::new()),
            Value::Text((*default).to_owned()),
        ],
    }
}

/// A value somewhere in the hard range, the small ones as likely as the large ones.
fn somewhere(input: &InputSpec, random: &mut Stream) -> Value {
    let between = |lo: f64, hi: f64, share: f64| {
        let floor = lo.max(hi * 1e-18);
        (floor * pow(hi / floor, share)).clamp(lo, hi)
    };
    match &input.kind {
        Kind::Count { hard, .. } if EFFORT.contains(&input.id) => {
            Value::Count(SHORT.clamp(hard.lo, hard.hi))
        }
        Kind::Real { hard, .. } if input.id == EFFORT_S => {
            Value::Real(BRIEF_S.clamp(hard.lo, hard.hi))
        }
        Kind::Real { hard, .. } => Value::Real(between(hard.lo, hard.hi, random.uniform())),
        Kind::Count { hard, .. } => {
            let real = between(hard.lo.max(1) as f64, hard.hi as f64, random.uniform());
            Value::Count((real as u64).clamp(hard.lo, hard.hi))
        }
        Kind::Probability { .. } => {
            let nines = (12.0 * random.uniform()).floor();
            parse(input, &format!("0.{}5", "9".repeat(nines as usize))).unwrap()
        }
        Kind::Seed { .. } => Value::Seed(random.u64()),
        _ => {
            let all = extremes(input);
            all[random.below(all.len() as u64) as usize].clone()
        }
    }
}

/// The defaults, of which a simulation in seconds runs a few.
fn brief(spec: &'static ModelSpec) -> Inputs {
    let mut brief = Inputs::defaults(spec);
    if spec.inputs.iter().any(|input| input.id == EFFORT_S) {
        brief.set(EFFORT_S, Value::Real(BRIEF_S)).unwrap();
    }
    brief
}

/// Every choice of one extreme an input; with more than ten inputs, every pair of extremes.
fn corners(model: &dyn Model) -> Vec<Inputs> {
    let spec = model.spec();
    let all: Vec<Vec<Value>> = spec.inputs.iter().map(extremes).collect();
    let mut corners = vec![Inputs::defaults(spec)];
    if spec.inputs.len() <= 10 {
        for (input, values) in spec.inputs.iter().zip(&all) {
            corners = corners
                .iter()
                .flat_map(|corner| {
                    values.iter().map(|value| {
                        let mut corner = corner.clone();
                        corner.set(input.id, value.clone()).unwrap();
                        corner
                    })
                })
                .collect();
        }
        return corners;
    }
    let brief = brief(spec);
    for (i, first) in spec.inputs.iter().enumerate() {
        for (j, second) in spec.inputs.iter().enumerate().skip(i + 1) {
            for a in &all[i] {
                for b in &all[j] {
                    let mut corner = brief.clone();
                    corner.set(first.id, a.clone()).unwrap();
                    corner.set(second.id, b.clone()).unwrap();
                    corners.push(corner);
                }
            }
        }
    }
    corners
}

/// Every number of an output that is shown or exported.
fn numbers(output: &Output) -> Vec<(String, f64)> {
    let figures = output.figures.iter().flat_map(|figure| {
        let value = figure.value.ok().map(|value| (figure.id.to_owned(), value));
        value.into_iter().chain(
            figure
                .complement
                .map(|value| (format!("1 - {}", figure.id), value)),
        )
    });
    let tables = output.tables.iter().flat_map(|table| {
        let cells = table.rows.iter().flatten().filter_map(|entry| match entry {
            Entry::Number(value) => Some(*value),
            Entry::Undefined(_) | Entry::Word(_) | Entry::Name(_) => None,
        });
        cells.map(|value| (table.id.to_owned(), value))
    });
    let steps = output
        .steps
        .iter()
        .filter_map(|step| Some((step.id.to_owned(), step.result.ok()?)));
    let charts = output.charts.iter().flat_map(|chart| {
        let drawn = drawn(chart).into_iter();
        drawn.map(|value| (chart.id.to_owned(), value))
    });
    figures.chain(tables).chain(steps).chain(charts).collect()
}

/// Every number that a chart places something by.
fn drawn(chart: &ChartSpec) -> Vec<f64> {
    let mut all = Vec::new();
    for layer in &chart.layers {
        match layer {
            Layer::Line { points, .. } | Layer::Step { points, .. } => {
                all.extend(points.iter().flat_map(|(x, y)| [*x, y.unwrap_or(*x)]));
            }
            Layer::Bars { bars: triples, .. }
            | Layer::Band {
                points: triples, ..
            } => {
                all.extend(triples.iter().flat_map(|(a, b, c)| [*a, *b, *c]));
            }
            Layer::Points { marks, .. } => {
                all.extend(marks.iter().flat_map(|mark| [mark.x, mark.y]));
            }
            Layer::Rule { at, .. } => all.push(*at),
            Layer::Span { from, to, .. } => all.extend([*from, *to]),
            Layer::Plane {
                contours, arrows, ..
            } => {
                let points = contours.iter().flat_map(|contour| &contour.points);
                let ends = arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]);
                all.extend(points.chain(ends).flat_map(|(x, y)| [*x, *y]));
            }
            Layer::Lanes { spans, events, .. } => {
                all.extend(spans.iter().flat_map(|span| [span.from_s, span.to_s]));
                all.extend(events.iter().flat_map(|event| [event.from_s, event.to_s]));
            }
            Layer::Blocks { root, .. } => {
                all.extend(root.blocks().iter().map(|block| block.value));
            }
            Layer::Grid { .. } => {}
        }
    }
    all.extend(
        chart
            .handle
            .iter()
            .flat_map(|handle| [handle.at.0, handle.at.1]),
    );
    all
}

fn points(chart: &ChartSpec) -> usize {
    chart
        .layers
        .iter()
        .map(|layer| match layer {
            Layer::Line { points, .. } | Layer::Step { points, .. } => points.len(),
            Layer::Bars { bars, .. } => bars.len(),
            Layer::Band { points, .. } => points.len(),
            Layer::Points { marks, .. } => marks.len(),
            Layer::Plane { contours, .. } => {
                contours.iter().map(|contour| contour.points.len()).sum()
            }
            Layer::Lanes { spans, events, .. } => spans.len() + events.len(),
            Layer::Grid { groups, .. } => groups.iter().map(squares).sum(),
            Layer::Blocks { root, .. } => root.blocks().len(),
            Layer::Rule { .. } | Layer::Span { .. } => 1,
        })
        .sum()
}

/// A part of a grid with all that is in it.
fn squares(part: &GridPart) -> usize {
    1 + part.parts.iter().map(squares).sum::<usize>()
}

fn sound(model: &dyn Model, inputs: &Inputs) {
    let texts = Texts::new(Lang::En);
    let Some(output) = run(model, inputs) else {
        return;
    };
    for (name, number) in numbers(&output) {
        assert!(
            number.is_finite(),
            "{}: {name} is {number} at {inputs:?}",
            model.spec().id
        );
    }
    for chart in &output.charts {
        assert!(
            points(chart) <= MOST_POINTS,
            "{}: {} points at {inputs:?}",
            chart.id,
            points(chart)
        );
        let scene = layout(
            chart,
            &texts,
            Size {
                width: 600.0,
                height: 400.0,
            },
        );
        let (width, height) = (scene.plot.w, scene.plot.h);
        assert!(width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite());
    }
}

#[test]
fn ids_are_unique_and_outputs_are_those_declared() {
    let ids: BTreeSet<&str> = CATALOGUE.iter().map(|model| model.spec().id).collect();
    assert_eq!(ids.len(), CATALOGUE.len());
    for model in CATALOGUE {
        let (spec, output) = (model.spec(), default_output(*model));
        let declared: Vec<_> = spec
            .figures
            .iter()
            .map(|figure| (figure.id, figure.unit))
            .collect();
        let given: Vec<_> = output
            .figures
            .iter()
            .map(|figure| (figure.id, figure.unit))
            .collect();
        assert_eq!(given, declared, "{}", spec.id);
        let charts: Vec<_> = output.charts.iter().map(|chart| chart.id).collect();
        assert_eq!(charts, spec.charts, "{}", spec.id);
        for (table, described) in output.tables.iter().zip(spec.tables) {
            assert_eq!(table.id, described.id);
            assert!(!table.rows.is_empty());
            assert!(
                table
                    .rows
                    .iter()
                    .all(|row| row.len() == described.columns.len()),
                "{}",
                table.id
            );
        }
        assert_eq!(output.tables.len(), spec.tables.len(), "{}", spec.id);
        assert!(!spec.references.is_empty(), "{}", spec.id);
        assert!(
            !output.steps.is_empty(),
            "{}: a figure on screen can be traced",
            spec.id
        );
    }
}

/// Words are read from the left and numbers from the right: no column mixes them, or hides which it holds.
#[test]
fn columns_hold_the_words_or_the_numbers_that_they_are_declared_to_hold() {
    for model in CATALOGUE {
        let spec = model.spec();
        for inputs in defaults_and_presets(spec) {
            let output = run(*model, &inputs).unwrap();
            for (table, described) in output.tables.iter().zip(spec.tables) {
                for (entry, column) in table
                    .rows
                    .iter()
                    .flat_map(|row| row.iter().zip(described.columns))
                {
                    let fits = match entry {
                        Entry::Number(_) => !column.is_words,
                        Entry::Word(_) | Entry::Name(_) => column.is_words,
                        Entry::Undefined(_) => true,
                    };
                    assert!(fits, "{}.{}.{}: {entry:?}", spec.id, table.id, column.id);
                }
            }
        }
    }
}

/// A text is read the same with blanks around it, as pasted ones have them.
#[test]
fn blanks_around_a_text_change_nothing() {
    let mut texts = 0;
    for model in CATALOGUE {
        let spec = model.spec();
        for input in spec.inputs {
            let Kind::Text { default, .. } = input.kind else {
                continue;
            };
            let mut inputs = Inputs::defaults(spec);
            inputs
                .set_text(input.id, &format!("  {default} \n"))
                .unwrap();
            let output = run(*model, &inputs).unwrap_or_else(|| panic!("{}.{}", spec.id, input.id));
            assert_eq!(
                digest(&output),
                digest(&default_output(*model)),
                "{}.{}",
                spec.id,
                input.id
            );
            texts += 1;
        }
    }
    assert!(texts > 10, "{texts}");
}

/// A page of more inputs than this has them in groups.
const MOST_UNGROUPED: usize = 14;

/// Each group begins where it says, the first with the first input.
#[test]
fn many_inputs_are_in_groups() {
    for model in CATALOGUE {
        let spec = model.spec();
        assert!(
            spec.inputs.len() <= MOST_UNGROUPED || spec.groups.len() > 1,
            "{} has {} inputs and no groups",
            spec.id,
            spec.inputs.len()
        );
        let parts = spec.grouped();
        let all: Vec<&str> = parts
            .iter()
            .flat_map(|(_, inputs)| inputs.iter().map(|input| input.id))
            .collect();
        let declared: Vec<&str> = spec.inputs.iter().map(|input| input.id).collect();
        assert_eq!(all, declared, "{}", spec.id);
        if spec.groups.is_empty() {
            assert_eq!(parts.len(), 1);
            continue;
        }
        let begun: Vec<_> = parts
            .iter()
            .map(|(group, inputs)| (group.unwrap_or_default(), inputs[0].id))
            .collect();
        let asked: Vec<_> = spec.groups.iter().map(|one| (one.id, one.first)).collect();
        assert_eq!(begun, asked, "{}", spec.id);
    }
}

#[test]
fn defaults_and_presets_are_inside_their_ranges() {
    for model in CATALOGUE {
        for input in model.spec().inputs {
            let default = default_value(input);
            assert_eq!(
                parse(input, &default.to_string()).as_ref(),
                Ok(&default),
                "{}",
                input.id
            );
        }
        for preset in model.spec().presets {
            let mut inputs = Inputs::defaults(model.spec());
            inputs.apply(preset).unwrap();
            assert!(run(*model, &inputs).is_some(), "{}", preset.id);
        }
    }
}

#[test]
fn every_corner_gives_numbers_or_reasons() {
    for model in CATALOGUE {
        corners(*model)
            .iter()
            .for_each(|corner| sound(*model, corner));
    }
}

#[test]
fn a_thousand_points_give_numbers_or_reasons() {
    for model in CATALOGUE {
        let spec = model.spec();
        let mut random = Stream::new(425, spec.id);
        for _ in 0..1_000 {
            let mut inputs = Inputs::defaults(spec);
            for input in spec.inputs {
                inputs.set(input.id, somewhere(input, &mut random)).unwrap();
            }
            sound(*model, &inputs);
        }
    }
}

#[test]
fn equal_inputs_give_equal_outputs_in_slices_of_any_size() {
    for model in CATALOGUE {
        let inputs = Inputs::defaults(model.spec());
        let whole = default_output(*model);
        let output = finish(model.start(&inputs).unwrap(), Budget { steps: 97 });
        assert_eq!(digest(&whole), digest(&output), "{}", model.spec().id);
        assert_eq!(whole, output, "{}", model.spec().id);
    }
}

/// A preview says nothing that the output does not say too; figures that it does not have yet are pending, and it is there
/// whatever has been worked through.
#[test]
fn what_is_known_before_the_work_is_done_is_final() {
    let mut previewed = BTreeSet::new();
    for model in CATALOGUE {
        let id = model.spec().id;
        for inputs in defaults_and_presets(model.spec()) {
            let mut work = model.start(&inputs).unwrap();
            let Progress::Working(_) = work.advance(Budget { steps: 0 }) else {
                continue;
            };
            let (first, slice) = (work.preview(), work.advance(Budget { steps: 97 }));
            if matches!(slice, Progress::Working(_)) {
                assert_eq!(work.preview(), first, "{id}");
            }
            let Some(preview) = first else {
                continue;
            };
            previewed.insert(id);
            let output = run(*model, &inputs).unwrap();
            assert_eq!(preview.figures.len(), output.figures.len(), "{id}");
            let mut known = 0;
            for (early, late) in preview.figures.iter().zip(&output.figures) {
                if early.value == Err(PENDING) {
                    assert_eq!((early.id, early.unit), (late.id, late.unit));
                } else {
                    assert_eq!(early, late, "{id}");
                    known += 1;
                }
            }
            assert!(known > 0, "{id}");
            assert!(preview.tables.iter().all(|one| output.tables.contains(one)));
            assert!(preview.charts.iter().all(|one| output.charts.contains(one)));
            assert!(preview.steps.iter().all(|one| output.steps.contains(one)));
            assert!(preview.notes.iter().all(|one| output.notes.contains(one)));
        }
    }
    let expected = ["copysets", "placement", "queue_simulation"];
    assert!(
        expected.iter().all(|id| previewed.contains(id)),
        "{previewed:?}"
    );
}

#[test]
fn every_input_is_read_and_changes_something() {
    let mut dead = Vec::new();
    for model in CATALOGUE {
        let spec = model.spec();
        for input in spec.inputs {
            let mut base = Inputs::defaults(spec);
            if let Some(when) = &input.when {
                base.set_text(when.input, when.is[0]).unwrap();
            }
            assert!(base.matters(input), "{}.{}", spec.id, input.id);
            let before = run(*model, &base).unwrap();
            assert!(
                base.read().contains(&input.id),
                "{}.{} is not read",
                spec.id,
                input.id
            );
            let of_presets = spec.presets.iter().flat_map(|preset| preset.set);
            let of_presets = of_presets
                .filter(|(id, _)| *id == input.id)
                .map(|(_, text)| parse(input, text).unwrap());
            // Where both ends are refused, what is near the default or in a preset is not.
            let default = default_value(input).number();
            let near = [0.9, 2.0]
                .into_iter()
                .filter_map(|by| from_number(input, by * default?).ok());
            let mut tried = extremes(input).into_iter().chain(near).chain(of_presets);
            let differs = tried.any(|value| {
                let mut changed = base.clone();
                changed.set(input.id, value).unwrap();
                run(*model, &changed).is_some_and(|after| digest(&after) != digest(&before))
            });
            if !differs {
                dead.push(format!("{}.{}", spec.id, input.id));
            }
        }
    }
    assert!(dead.is_empty(), "dead knobs: {dead:?}");
}

/// An input that a choice hides changes nothing that is shown under that choice.
#[test]
fn a_hidden_input_changes_nothing() {
    let mut found = Vec::new();
    for model in CATALOGUE {
        let spec = model.spec();
        for choice in spec.inputs {
            let hidden_by = |value: &Value| {
                let value = value.to_string();
                let hides = move |input: &&InputSpec| {
                    let when = input.when.as_ref();
                    when.is_some_and(|when| {
                        when.input == choice.id && !when.is.contains(&value.as_str())
                    })
                };
                spec.inputs.iter().filter(hides).collect::<Vec<_>>()
            };
            for value in extremes(choice) {
                let hidden = hidden_by(&value);
                if hidden.is_empty() {
                    continue;
                }
                let mut base = brief(spec);
                base.set(choice.id, value).unwrap();
                let result = |inputs: &Inputs| run(*model, inputs).as_ref().map(digest);
                let before = result(&base);
                for input in hidden {
                    let changes = extremes(input).into_iter().any(|value| {
                        let mut changed = base.clone();
                        changed.set(input.id, value).unwrap();
                        changed != base && result(&changed) != before
                    });
                    if changes {
                        let shown = base.get(choice.id).unwrap();
                        found.push(format!("{}.{} at {}={shown}", spec.id, input.id, choice.id));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A model knows each choice that it declares, and takes no other one for it.
#[test]
fn every_choice_has_a_meaning() {
    for model in CATALOGUE {
        for input in model.spec().inputs {
            let Kind::Choice { choices, .. } = input.kind else {
                continue;
            };
            for choice in choices {
                let mut inputs = Inputs::defaults(model.spec());
                inputs.set(input.id, Value::Choice(choice)).unwrap();
                let refusal = model.start(&inputs).err().map(|error| error.message.key);
                assert_ne!(
                    refusal.as_deref(),
                    Some("input.unusable"),
                    "{}={choice}",
                    input.id
                );
                let others = choices.iter().filter(|other| *other != choice);
                let others: Vec<(&str, ())> = others.map(|other| (*other, ())).collect();
                let miss = inputs.choice_of(input.id, &others).unwrap_err();
                assert_eq!(miss.input, Some(input.id));
            }
        }
    }
}

#[test]
fn a_refusal_names_an_input() {
    for model in CATALOGUE {
        for corner in corners(*model) {
            if let Err(error) = model.start(&corner) {
                let named = error
                    .input
                    .is_some_and(|id| model.spec().input(id).is_some());
                assert!(named, "{}: {error:?}", model.spec().id);
            }
        }
    }
}

#[test]
fn charts_have_labelled_axes() {
    for lang in Lang::ALL {
        let texts = texts(lang);
        for model in CATALOGUE {
            for chart in default_output(*model).charts {
                for axis in [&chart.x, &chart.y] {
                    let label = texts.label(&axis.label);
                    assert!(
                        !label.is_empty() && !label.contains('⟦'),
                        "{}: {label}",
                        chart.id
                    );
                }
                let inputs = [&chart.x, &chart.y]
                    .into_iter()
                    .filter_map(|axis| axis.input);
                assert!(
                    inputs.clone().all(|id| model.spec().input(id).is_some()),
                    "{}",
                    chart.id
                );
            }
        }
    }
}

#[test]
fn every_word_of_a_model_is_there_in_every_language() {
    for lang in Lang::ALL {
        let texts = texts(lang);
        let mut missing = Vec::new();
        for model in CATALOGUE {
            for key in keys(*model) {
                if texts.find(&key).is_none() {
                    missing.push(key);
                }
            }
        }
        assert!(missing.is_empty(), "{}: {missing:#?}", lang.code());
    }
}

/// Every key that the pages look up for a model, and every key that its output carries.
fn keys(model: &dyn Model) -> Vec<String> {
    let spec = model.spec();
    let mut keys: Vec<String> = ["title", "question", "help", "limits", "try.1"]
        .map(|key| format!("{}.{key}", spec.id))
        .to_vec();
    for input in spec.inputs {
        keys.extend(
            ["name", "gloss", "help"].map(|key| format!("{}.input.{}.{key}", spec.id, input.id)),
        );
        if let Kind::Choice { choices, .. } = &input.kind {
            keys.extend(
                choices
                    .iter()
                    .map(|choice| format!("{}.choice.{}.{choice}", spec.id, input.id)),
            );
        }
    }
    for group in spec.groups {
        keys.push(format!("{}.group.{}", spec.id, group.id));
    }
    for figure in spec.figures {
        keys.extend(["name", "help"].map(|key| format!("{}.figure.{}.{key}", spec.id, figure.id)));
    }
    for table in spec.tables {
        keys.push(format!("{}.table.{}.title", spec.id, table.id));
        keys.extend(
            table
                .columns
                .iter()
                .map(|column| format!("{}.column.{}", spec.id, column.id)),
        );
    }
    for chart in spec.charts {
        keys.extend(["title", "hint"].map(|key| format!("{}.chart.{chart}.{key}", spec.id)));
    }
    keys.extend(
        spec.presets
            .iter()
            .map(|preset| format!("{}.preset.{}", spec.id, preset.id)),
    );
    // What the output carries differs with the inputs: look at the corners as well.
    let mut outputs = vec![default_output(model)];
    outputs.extend(
        corners(model)
            .iter()
            .take(40)
            .filter_map(|corner| run(model, corner)),
    );
    for output in &outputs {
        keys.extend(
            output
                .steps
                .iter()
                .map(|step| format!("{}.step.{}", spec.id, step.id)),
        );
        let reasons = output
            .figures
            .iter()
            .filter_map(|figure| figure.value.err());
        keys.extend(reasons.map(|reason| format!("undefined.{}", reason.0)));
        for entry in output
            .tables
            .iter()
            .flat_map(|table| table.rows.iter().flatten())
        {
            match entry {
                Entry::Number(_) | Entry::Name(_) => {}
                Entry::Undefined(reason) => keys.push(format!("undefined.{}", reason.0)),
                Entry::Word(id) => keys.push(format!("{}.word.{id}", spec.id)),
            }
        }
        // Labels of charts, notes and small print: their debug text names every key.
        let carried = format!(
            "{:?} {:?} {:?}",
            output.charts, output.notes, output.figures
        );
        keys.extend(
            carried
                .split("key: \"")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
        );
    }
    let unique: BTreeSet<String> = keys.into_iter().collect();
    unique.into_iter().collect()
}

#[test]
fn every_model_is_in_a_lesson_with_a_question_and_in_its_prose() {
    let lessons: Vec<Document> = files("assets/notebooks")
        .map(|json| Document::parse(&json).unwrap())
        .filter(|document| document.minutes.is_some())
        .collect();
    for model in CATALOGUE {
        let id = model.spec().id;
        let asked = lessons.iter().any(|lesson| {
            let cells: Vec<&str> = lesson
                .cells
                .iter()
                .filter_map(|cell| match cell {
                    Cell::Model(cell) if cell.model == id => Some(cell.id.as_str()),
                    _ => None,
                })
                .collect();
            let of_model = |name: &str| cells.iter().any(|cell| name.starts_with(&format!("{cell}.")));
            let said = |text: &Bilingual| {
                Lang::ALL.iter().all(|lang| {
                    let blocks = prose::parse(text.get(*lang)).unwrap();
                    prose::names(&blocks).into_iter().any(of_model)
                })
            };
            let in_prose = lesson.cells.iter().any(|cell| matches!(cell, Cell::Text(text) if said(&text.body)));
            let in_question = lesson.cells.iter().any(|cell| match cell {
                Cell::Question(question) => {
                    let by_number = matches!(&question.answer, QuestionAnswer::Number { from, .. } if of_model(from));
                    by_number || said(&question.prompt) || said(&question.reveal)
                }
                _ => false,
            });
            in_prose && in_question
        });
        assert!(
            asked,
            "{id} is in no lesson with a question on it and an output of it in the prose"
        );
    }
}

/// The strings of `lang`, all files.
pub(crate) fn texts(lang: Lang) -> Texts {
    let mut texts = Texts::new(lang);
    let folder = format!(
        "{}/assets/locales/{}",
        env!("CARGO_MANIFEST_DIR"),
        lang.code()
    );
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        texts
            .add(&name, &fs::read_to_string(path).unwrap())
            .unwrap();
    }
    texts
}

/// The JSON files of a folder, without its list.
fn files(folder: &str) -> impl Iterator<Item = String> {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name != "index.json"))
        .map(|path| fs::read_to_string(path).unwrap())
}
