//! What the model takes and gives.

use crate::models::declare::{
    column, count, count_to, figure, group, one_of, preset, real, scaled, table, toggle, when,
    words,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "failover_capacity",
    family: Family::Mechanism,
    version: 1,
    groups: &[
        group("work", "floor_1_servers"),
        group("order", "access_s"),
        group("supply", "generators"),
        group("elsewhere", "other_servers"),
    ],
    inputs: &[
        count_to("floor_1_servers", 2000, (0, 1000000), 20000),
        scaled(
            "floor_1_work_s",
            Unit::Second,
            172800.0,
            (0.0, 10000000.0),
            (0.0, 604800.0),
        ),
        count_to("floor_2_servers", 4000, (0, 1000000), 20000),
        scaled(
            "floor_2_work_s",
            Unit::Second,
            108000.0,
            (0.0, 10000000.0),
            (0.0, 604800.0),
        ),
        count_to("floor_3_servers", 0, (0, 1000000), 20000),
        scaled(
            "floor_3_work_s",
            Unit::Second,
            0.0,
            (0.0, 10000000.0),
            (0.0, 604800.0),
        ),
        scaled(
            "access_s",
            Unit::Second,
            21600.0,
            (0.0, 10000000.0),
            (0.0, 86400.0),
        ),
        one_of(
            "order",
            &["best", "1_2_3", "1_3_2", "2_1_3", "2_3_1", "3_1_2", "3_2_1"],
        ),
        toggle("generators", false),
        when(
            scaled(
                "generator_s",
                Unit::Second,
                60.0,
                (0.0, 1000000.0),
                (0.0, 86400.0),
            ),
            "generators",
            &["true"],
        ),
        when(
            count_to("generator_servers", 4000, (0, 1000000), 20000),
            "generators",
            &["true"],
        ),
        count(
            "other_servers",
            41000,
            (1, 10000000),
            (100, 100000),
            Spacing::Log,
        ),
        real(
            "power_used",
            Unit::Ratio,
            0.85,
            (0.01, 1.0),
            (0.3, 1.0),
            Spacing::Linear,
        ),
        real(
            "cooling_used",
            Unit::Ratio,
            0.95,
            (0.01, 1.0),
            (0.3, 1.0),
            Spacing::Linear,
        ),
        scaled(
            "move_after_s",
            Unit::Second,
            86400.0,
            (0.0, 10000000.0),
            (0.0, 259200.0),
        ),
        scaled(
            "move_each_s",
            Unit::Second,
            300.0,
            (1.0, 1000000.0),
            (10.0, 7200.0),
        ),
    ],
    figures: &[
        figure("mean_down_s", Unit::Second),
        figure("best_mean_down_s", Unit::Second),
        figure("worst_mean_down_s", Unit::Second),
        figure("last_back_s", Unit::Second),
        figure("room_servers", Unit::Count),
        figure("room_by_power", Unit::Count),
        figure("room_by_cooling", Unit::Count),
        figure("moved", Unit::Count),
        figure("server_hours", Unit::Count),
    ],
    tables: &[table(
        "orders",
        &[
            words("order"),
            column("mean_down_s", Unit::Second),
            column("moved", Unit::Count),
            column("server_hours", Unit::Count),
        ],
    )],
    charts: &["running", "room"],
    presets: &[
        preset(
            "houston",
            &[
                ("order", "2_1_3"),
                ("floor_1_servers", "3000"),
                ("floor_2_servers", "6000"),
                ("floor_1_work_s", "171000"),
                ("floor_2_work_s", "107040"),
                ("access_s", "21060"),
            ],
        ),
        preset("wrong_order", &[("order", "1_2_3")]),
        preset("generators", &[("generators", "true")]),
        preset(
            "empty_sites",
            &[
                ("power_used", "50%"),
                ("cooling_used", "50%"),
                ("move_after_s", "6 h"),
                ("move_each_s", "30 s"),
            ],
        ),
        preset("full_sites", &[("cooling_used", "100%")]),
    ],
    references: &[
        Reference {
            text: "W. E. Smith: Various Optimizers for Single-Stage Production. Naval Research Logistics Quarterly 3, 1956 (the order by weight over work)",
            url: Some("https://doi.org/10.1002/nav.3800030106"),
        },
        Reference {
            text: "L. A. Barroso, U. Hölzle, P. Ranganathan: The Datacenter as a Computer, 3rd ed., 2018, chapter 4 (power and cooling as limits)",
            url: Some("https://doi.org/10.1007/978-3-031-01761-2"),
        },
    ],
};
