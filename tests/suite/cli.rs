//! The command line as other programs call it: its contract, letter by letter.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

fn run(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_outage-lab"));
    program.args(arguments).current_dir(root).output().unwrap()
}

fn json(arguments: &[&str]) -> Json {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// One line on standard error and exit code 2.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[test]
fn models_are_described() {
    let models = json(&["models", "--json"]);
    let availability = models
        .as_array()
        .unwrap()
        .iter()
        .find(|model| model["id"] == "availability")
        .unwrap();
    assert_eq!(availability["family"], "availability");
    assert!(availability["version"].is_u64());
    let params = availability["params"].as_array().unwrap();
    let ids: Vec<&str> = params
        .iter()
        .map(|param| param["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        ids,
        ["mttf_s", "mttr_s", "target_availability", "year", "month"]
    );
    assert_eq!(params[0]["unit"], "s");
    assert_eq!(params[0]["kind"], "real");
    assert_eq!(params[0]["hard"].as_array().unwrap().len(), 2);
    assert_eq!(params[0]["soft"].as_array().unwrap().len(), 2);
    assert_eq!(params[0]["scale"], "log");
    assert_eq!(params[3]["choices"], serde_json::json!(["365d", "365.25d"]));
    let figures = availability["figures"].as_array().unwrap();
    for id in [
        "availability",
        "unavailability",
        "nines",
        "downtime_per_year_s",
        "downtime_per_month_s",
        "mttr_needed_s",
        "mttf_needed_s",
    ] {
        assert!(
            figures
                .iter()
                .any(|figure| figure["id"] == id && figure["unit"].is_string()),
            "{id}"
        );
    }
}

/// MTTF 10,000 h with MTTR 10 h: 10/10010 of a year of 365 days, as the course has it.
#[test]
fn a_model_is_evaluated_with_units_and_presets() {
    let result = json(&[
        "eval",
        "availability",
        "mttf_s=10000h",
        "mttr_s=10h",
        "--json",
    ]);
    assert_eq!(result["model"], "availability");
    assert_eq!(result["inputs"]["mttr_s"], 36_000.0);
    let unavailability = result["figures"]["unavailability"].as_f64().unwrap();
    assert!((unavailability * 1001.0 - 1.0).abs() < 1e-12);
    let preset = json(&["eval", "availability", "preset=slow_repair", "--json"]);
    assert_eq!(preset["figures"], result["figures"]);
    assert_eq!(preset["digest"], result["digest"]);
    assert_eq!(result["digest"].as_str().unwrap().len(), 16);
    let table = &result["tables"]["two_paths"];
    assert_eq!(
        table["columns"].as_array().unwrap().len(),
        table["rows"][0].as_array().unwrap().len()
    );
}

/// 1/10001 is 0.009999 %: an unavailability is rounded, never cut off, so that it is not understated.
#[test]
fn an_unavailability_is_not_understated() {
    let output = run(&["eval", "availability", "mttf_s=10000h", "mttr_s=1h"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("unavailability: 0.0100\u{202f}%"), "{said}");
}

#[test]
fn what_does_not_exist_says_why() {
    let result = json(&["eval", "availability", "mttr_s=0", "--json"]);
    assert_eq!(result["figures"]["availability"], 1.0);
    assert!(
        !result["figures"]["nines"]["undefined"]
            .as_str()
            .unwrap()
            .is_empty()
    );
}

/// Twelve nines are exact: 1e-12 of 10,000 h is 0.000036 s.
#[test]
fn twelve_nines_are_exact() {
    let result = json(&[
        "eval",
        "availability",
        "target_availability=0.999999999999",
        "--json",
    ]);
    assert_eq!(result["inputs"]["target_availability"], "0.999999999999");
    let needed_s = result["figures"]["mttr_needed_s"].as_f64().unwrap();
    assert!(
        (needed_s / 3.600_000_000_003_6e-5 - 1.0).abs() < 1e-12,
        "{needed_s}"
    );
}

/// Ten years a machine: 12,000 machines fail every 7.30 h and may be repaired for 2.63 s.
#[test]
fn the_fleet_has_the_published_figures() {
    let figures = json(&["eval", "fleet_scale", "machines=12000", "--json"])["figures"].clone();
    assert_eq!(figures["system_mttf_s"], 26_280.0);
    let needed_s = figures["mttr_needed_s"].as_f64().unwrap();
    assert!((needed_s - 26_280.0 / 9_999.0).abs() < 1e-12);
}

#[test]
fn wrong_input_is_one_line_that_names_it() {
    let line = refusal(&["eval", "availability", "mttr_s=-1"]);
    assert!(line.contains("mttr_s") && line.contains("-1"), "{line}");
    let line = refusal(&["eval", "availability", "mttr_s=soon"]);
    assert!(line.contains("mttr_s") && line.contains("soon"), "{line}");
    let line = refusal(&["eval", "availability", "mttr=1h"]);
    assert!(line.contains("mttr") && line.contains("mttr_s"), "{line}");
    let line = refusal(&["eval", "availability", "year=366d"]);
    assert!(
        line.contains("year") && line.contains("366d") && line.contains("365.25d"),
        "{line}"
    );
    let line = refusal(&["eval", "composition", "blocks=series(a 99%, b)"]);
    assert!(
        line.contains("blocks") && line.contains("character 15"),
        "{line}"
    );
    assert!(refusal(&["eval", "avail"]).contains("availability"));
    assert!(refusal(&["eval", "availability", "preset=none"]).contains("slow_repair"));
    assert!(refusal(&["frobnicate"]).contains("models"));
    assert!(
        refusal(&["render", "availability", "--chart", "pie", "--out", "x.svg"]).contains("plane")
    );
    assert!(refusal(&["notebook", "no/such/file.json"]).contains("no/such/file.json"));
}

/// What a command does not take is no wish to be ignored.
/// Inputs that are refused together: at the input, with what came and what is allowed, in the reader's words.
#[test]
fn inputs_that_do_not_go_together_are_refused_in_the_readers_language() {
    let cases: [(&[&str], &str, &str); 5] = [
        (
            &["congestion_backoff", "first_wait_s=60", "longest_wait_s=10"],
            "longest_wait_s: “Longest wait” is 10 s; allowed: no less than “First wait”.",
            "longest_wait_s: “最长等待”是 10 秒，不能小于“首次等待”。",
        ),
        (
            &["lease_storm", "lease_s=60", "renew_s=120"],
            "renew_s: “Renewed after” is 2 min; allowed: no more than “Length of a lease”.",
            "renew_s: “续约间隔”是 2 分钟，不能超过“租约时长”。",
        ),
        (
            &["retry_storm", "timeout_s=0.05", "retry_wait_s=30"],
            "retry_wait_s: “Wait before a retry” is 30 s; allowed: no more than 500 times “Time-out”.",
            "retry_wait_s: “重试前等待”是 30 秒，不能超过“超时”的 500 倍。",
        ),
        (
            &[
                "cascade",
                "bulkhead=true",
                "svc_slots=10",
                "bulkhead_db_slots=10",
            ],
            "bulkhead_db_slots: “Workers for db” is 10; allowed: less than “Slots of svc”.",
            "bulkhead_db_slots: “给 db 的工作线程”是 10，应小于“svc 槽位”。",
        ),
        (
            &["cascade", "replicas=4", "db_slots=10", "aux_slots=3"],
            "replicas: “Replicas” is 4; allowed: no more than “Slots of aux”.",
            "replicas: “副本数”是 4，不能超过“aux 槽位”。",
        ),
    ];
    for (inputs, en, zh) in cases {
        let all = [&["eval"], inputs].concat();
        assert_eq!(refusal(&all), format!("outage-lab: {en}\n"));
        let all = [&all[..], &["--lang", "zh"]].concat();
        assert_eq!(refusal(&all), format!("outage-lab: {zh}\n"));
    }
}

#[test]
fn a_word_that_a_command_does_not_take_is_named() {
    let incident = "incidents/2025-10-aws-dynamodb-dns.json";
    let lesson = "assets/notebooks/nines-and-repair.json";
    let svg = [
        "render",
        "availability",
        "--chart",
        "plane",
        "--out",
        "never.svg",
    ];
    for (arguments, named) in [
        (&["check", incident, "--json"][..], "--json"),
        (&["check", incident, "--lang", "zh"], "--lang"),
        (&["incident", incident, "mttr_s=1"], "mttr_s=1"),
        (&["incident", incident, "--theme", "dark"], "--theme"),
        (&["models", "nonsense"], "nonsense"),
        (&["models", "mttr_s=1"], "mttr_s=1"),
        (&["models", "--file"], "--file"),
        (&["models", "--json=no"], "--json=no"),
        (&["notebook", lesson, "--chart", "plane"], "--chart"),
        (&["notebook", lesson, "second.json"], "second.json"),
        (&["eval", "availability", "--out", "x.svg"], "--out"),
        (&["eval", "availability", "queue"], "queue"),
        (&[&svg[..], &["--json"]].concat(), "--json"),
        (&[&svg[..], &["--lang"]].concat(), "--lang needs a value"),
    ] {
        let line = refusal(arguments);
        assert!(line.contains(named), "{arguments:?}: {line}");
    }
}

/// A path is a path, whatever its name.
#[test]
fn a_path_may_have_an_equals_sign() {
    let good = "assets/notebooks/nines-and-repair.json";
    assert!(refusal(&["check", good, "a=b/x.json"]).contains("a=b/x.json"));
    let folder = std::env::temp_dir().join(format!("outage-lab-a=b-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let copy = folder.join("c=d.json");
    std::fs::copy("tests/broken/notebooks/cycle.json", &copy).unwrap();
    let path = copy.to_str().unwrap();
    let codes = [
        &["check", good, path][..],
        &["check", folder.to_str().unwrap()],
    ]
    .map(|arguments| run(arguments).status.code());
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(codes, [Some(1), Some(1)]);
}

/// A reader that has had enough is no fault.
#[test]
fn help_goes_into_a_closed_pipe() {
    for arguments in [&["help"][..], &[]] {
        let said = String::from_utf8(run(arguments).stdout).unwrap();
        assert!(said.contains("Exit codes: 0 done"), "{said}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut program = Command::new(env!("CARGO_BIN_EXE_outage-lab"));
        let output = program.args(arguments).stdout(writer).output().unwrap();
        let trouble = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && trouble.is_empty(), "{trouble}");
    }
}

#[test]
fn a_chart_is_drawn_in_a_language_and_a_theme() {
    let folder = std::env::temp_dir().join(format!("outage-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("plane.svg");
    let path = file.to_str().unwrap();
    let arguments = [
        "render",
        "availability",
        "mttr_s=2h",
        "--chart",
        "plane",
        "--out",
        path,
        "--lang",
        "zh",
    ];
    assert!(
        run(&[&arguments[..], &["--theme", "dark"]].concat())
            .status
            .success()
    );
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("平均恢复时间") && !svg.contains("NaN"));
}

#[test]
fn a_notebook_gives_every_cell_and_takes_values() {
    let lesson = "assets/notebooks/nines-and-repair.json";
    let result = json(&["notebook", lesson, "mttr_s=10h", "--json"]);
    let cells = result["cells"].as_array().unwrap();
    let avail = cells.iter().find(|cell| cell["id"] == "avail").unwrap();
    let unavailability = avail["figures"]["unavailability"].as_f64().unwrap();
    assert!((unavailability * 1001.0 - 1.0).abs() < 1e-12);
    let aws = cells.iter().find(|cell| cell["id"] == "aws").unwrap();
    assert_eq!(aws["metrics"]["total_s"], 52_320.0);
}

/// The operator's figures: 14 h 32 min in all, DynamoDB 2 h 52 min, the cause known after 50 min.
#[test]
fn an_incident_gives_its_durations_with_definitions() {
    let report = json(&[
        "incident",
        "incidents/2025-10-aws-dynamodb-dns.json",
        "--json",
    ]);
    assert_eq!(report["id"], "2025-10-aws-dynamodb-dns");
    assert_eq!(report["metrics"]["total_s"], 52_320.0);
    assert_eq!(report["metrics"]["dynamodb_s"], 10_320.0);
    assert_eq!(report["metrics"]["detect_s"], 3_000.0);
    assert!(
        report["definitions"]["total_s"]
            .as_str()
            .unwrap()
            .contains("14:20 PDT")
    );
}

#[test]
fn a_check_names_file_and_place_and_fails_on_errors() {
    assert!(
        run(&["check", "assets/notebooks", "incidents"])
            .status
            .success()
    );
    let output = run(&["check", "tests/broken/notebooks/cycle.json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("tests/broken/notebooks/cycle.json: cells["),
        "{said}"
    );
    assert!(said.contains("error"), "{said}");
}

#[test]
fn a_model_writes_a_file_down() {
    let output = run(&["eval", "drill_plan", "level=l2", "--file", "--lang", "zh"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && text.starts_with("# 演练计划\n"),
        "{text}"
    );
    let all = json(&["eval", "drill_plan", "--json"]);
    assert_eq!(all["file"]["name"], "drill-plan.md");
    assert!(json(&["eval", "availability", "--json"])["file"].is_null());
    assert!(refusal(&["eval", "availability", "--file"]).contains("availability writes no file"));
}
