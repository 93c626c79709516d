//! Every decision of the chapter's program, what its prose promises, and the accident.

use outage_lab::kernel::lab::hmac::sha256;
use outage_lab::kernel::lab::replay::{
    Checker, Gate, Key, Mode, Replayed, cases, derived_key, repeated_writes,
};
use serde_json::Value;

use super::said;
use crate::asked::{at_once, figure, rows, try_at_once};

fn reference() -> Value {
    serde_json::from_str(include_str!("../../reference/replay_gate.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn every_decision_of_the_program() {
    for row in reference()["decisions"].as_array().unwrap() {
        let tenant = match text(&row[2]) {
            "tenant-test" => "tenant_test",
            "tenant-canary" => "tenant_canary",
            _ => "tenant_other",
        };
        let key = (!text(&row[3]).is_empty()).to_string();
        let method = text(&row[1]).to_lowercase();
        for environment in ["staging", "production"] {
            let set = [
                ("mode", text(&row[0])),
                ("method", &method),
                ("tenant", tenant),
                ("original_key", &key),
                ("environment", environment),
            ];
            let output = at_once("replay_gate", &set);
            let code = &rows(&output, "decision")[0];
            assert_eq!(said(&code[1]), text(&row[4]), "{row}");
            let key = match text(&row[5]) {
                "" => "key_empty",
                "K1" => "key_original",
                "ValueError" => {
                    assert_eq!(said(&code[2]), "why_key", "{row}");
                    "key_none"
                }
                "PermissionError" => "key_none",
                derived => derived,
            };
            assert_eq!(said(&code[3]), key, "{row}");
        }
    }
}

#[test]
fn the_derived_keys_are_those_of_the_program() {
    for row in reference()["keys"].as_array().unwrap() {
        assert_eq!(derived_key(text(&row[1]), text(&row[0])), text(&row[2]));
    }
    for row in reference()["sha256"].as_array().unwrap() {
        let hex: String = sha256(text(&row[0]).as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, text(&row[1]));
    }
}

/// What the code lacks: no gate for the environment, reads pass whatever the tenant, with an empty key.
#[test]
fn what_the_program_lacks() {
    let read = Replayed {
        mode: Mode::Shadow,
        is_write: false,
        tenant_listed: false,
        has_original_key: false,
        environment_listed: false,
    };
    assert_eq!(Checker::Code.decide(&read), Ok(Key::Empty));
    assert_eq!(Checker::Promised.decide(&read), Err(Gate::Environment));
    let in_staging = Replayed {
        environment_listed: true,
        ..read
    };
    assert_eq!(Checker::Promised.decide(&in_staging), Err(Gate::Tenant));
    // A load test's writes pass into production by the code, under keys that the server there does not know.
    let load = Replayed {
        mode: Mode::Load,
        is_write: true,
        tenant_listed: true,
        ..read
    };
    assert_eq!(Checker::Code.decide(&load), Ok(Key::Derived));
    assert_eq!(Checker::Promised.decide(&load), Err(Gate::Environment));
    // The program never looks at the environment: turning it changes nothing.
    for case in cases() {
        let turned = Replayed {
            environment_listed: !case.environment_listed,
            ..case
        };
        assert_eq!(Checker::Code.decide(&case), Checker::Code.decide(&turned));
        // What is promised is stricter, and agrees on the key of what it lets through.
        if let Ok(key) = Checker::Promised.decide(&case) {
            assert_eq!(Checker::Code.decide(&case), Ok(key));
        }
    }
    // Counted by hand: 24 reads and 6 writes; 6 reads and 3 writes.
    let output = at_once("replay_gate", &[]);
    assert_eq!(rows(&output, "cases").len(), 48);
    assert_eq!(figure(&output, "passes_code"), 30.0);
    assert_eq!(figure(&output, "passes_promised"), 9.0);
    assert_eq!(figure(&output, "only_by_code"), 21.0);
}

#[test]
fn the_accident_needs_all_three_layers() {
    let output = at_once("replay_gate", &[]);
    assert_eq!(figure(&output, "repeated_writes"), 1_400.0);
    assert_eq!(figure(&output, "write_share"), 1_400.0 / 21_000.0);
    let layers: Vec<String> = rows(&output, "layers")
        .iter()
        .map(|row| said(&row[3]))
        .collect();
    assert_eq!(layers, ["1400", "0", "0", "0", "0", "0", "0", "0"]);
    for closed in ["falls_back", "fresh_keys", "unguarded"] {
        let output = at_once("replay_gate", &[(closed, "false")]);
        assert_eq!(figure(&output, "repeated_writes"), 0.0, "{closed}");
        assert_eq!(figure(&output, "layers_open"), 2.0);
    }
    // Stopped after a third of the half hour: a third of the writes.
    let early = at_once("replay_gate", &[("stopped_after_s", "9 min")]);
    assert_eq!(figure(&early, "repeated_writes"), 420.0);
    assert_eq!(repeated_writes(7, 2.0, true, true, true), 7);
}

#[test]
fn the_gates_up_to_the_step_and_what_cannot_be() {
    let set = [("mode", "load"), ("tenant", "tenant_other"), ("step", "2")];
    let output = at_once("replay_gate", &set);
    let gates: Vec<String> = rows(&output, "gates").iter().flatten().map(said).collect();
    assert_eq!(
        gates,
        [
            "1",
            "gate_environment",
            "not_asked",
            "gate_environment",
            "passed",
            "2",
            "gate_writes",
            "passed",
            "gate_tenant",
            "refused",
        ]
    );
    assert_eq!(figure(&output, "gates_passed_code"), 1.0);
    let error = try_at_once("replay_gate", &[("requests", "10"), ("writes", "11")]).unwrap_err();
    assert_eq!(error.input, Some("writes"));
}
