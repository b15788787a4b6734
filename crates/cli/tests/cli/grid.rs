//! `grid`: the grid of a number, and the number of a grid.

use crate::common::{code, err, expect, feed, out, run};

const FIRST: &str = "123456789456789123789123456214367598367598214598214367631842975842975631975631842";
const LAST: &str = "987654321123789456456123789214367598378295164569418237631842975745936812892571643";
const COUNT: &str = "6670903752021072936960";
const GREATEST: &str = "6670903752021072936959";

#[test]
fn the_first_and_the_last() {
    let output = run(&["grid", "--index", "0", "--index", GREATEST]);
    assert_eq!(out(&output), format!("{FIRST}\n{LAST}\n"));
    assert_eq!((err(&output), code(&output)), ("", 0));
    expect(
        &["grid", "--rank"],
        format!("{FIRST}\n{LAST}\n"),
        0,
        &format!("0\n{GREATEST}\n"),
        "",
    );
}

#[test]
fn both_ways() {
    let grids = run(&["fill", "-n", "100", "--seed", "1"]);
    let numbers = feed(&["grid", "--rank"], grids.stdout.clone());
    assert_eq!(out(&numbers).lines().count(), 100);
    let again = feed(&["grid", "--index", "-"], numbers.stdout.clone());
    assert_eq!(out(&again), out(&grids));
    for shape in ["2x2", "2x3", "3x2"] {
        let grids = run(&["fill", "-n", "20", "--seed", "1", "--shape", shape]);
        let numbers = feed(&["grid", "--rank", "--shape", shape], grids.stdout.clone());
        let again = feed(&["grid", "--index", "-", "--shape", shape], numbers.stdout);
        assert_eq!((out(&again), code(&again)), (out(&grids), 0));
    }
}

#[test]
fn several_from_an_index_on() {
    let all = run(&["grid", "--index", "0", "-n", "288", "--shape", "2x2"]);
    let lines: Vec<&str> = out(&all).lines().collect();
    assert_eq!(lines.len(), 288);
    assert_eq!(lines.iter().collect::<std::collections::HashSet<_>>().len(), 288);
    // By their first rows.
    assert!(lines.is_sorted_by_key(|line| &line[..4]));
    let some = run(&[
        "grid", "--index", "7", "--index", "100", "-n", "2", "--shape", "2x2", "--format", "csv",
    ]);
    let expected = [7, 8, 100, 101].map(|i| format!("{i},{}\n", lines[i])).concat();
    assert_eq!(out(&some), format!("index,grid\n{expected}"));
    let none = run(&["grid", "--index", "7", "-n", "0"]);
    assert_eq!((out(&none), code(&none)), ("", 0));
}

#[test]
fn out_of_range() {
    let refused = |args: &[&str], message: &str| {
        let output = run(args);
        assert_eq!((out(&output), err(&output), code(&output)), ("", message, 2));
    };
    let range = format!("the grids at 3x3 have the numbers 0 to {GREATEST}");
    refused(
        &["grid", "--index", COUNT],
        &format!("gridwright: --index {COUNT}: {range}\n"),
    );
    refused(
        &["grid", "--index", "0", "--index", GREATEST, "-n", "2"],
        &format!("gridwright: --index {COUNT}: {range}\n"),
    );
    refused(
        &["grid", "--index", "288", "--shape", "2x2"],
        "gridwright: --index 288: the grids at 2x2 have the numbers 0 to 287\n",
    );
    refused(
        &["grid", "--index", "0", "--shape", "4x4"],
        "gridwright: grid: grids at 4x4 have no numbers\n",
    );
    for number in ["x", "1.5", "", "340282366920938463463374607431768211456"] {
        let output = run(&["grid", "--index", number]);
        assert!(
            err(&output).contains("not a number from 0 on"),
            "{}",
            err(&output)
        );
        assert_eq!(code(&output), 2);
    }
    for args in [
        &["grid"][..],
        &["grid", "--index", "1", "--rank"],
        &["grid", "--rank", "-n", "2"],
    ] {
        assert_eq!(code(&run(args)), 2);
    }
}

#[test]
fn numbers_read() {
    expect(
        &["grid", "--index", "-", "--shape", "2x2"],
        "# numbers\n\n0\nx\r\n  287\n288",
        1,
        "1234341221434321\ninvalid\n4321123421433412\ninvalid\n",
        "-:4:1: 'x' is no number from 0 to 287\n-:6:1: 288: the grids at 2x2 have the numbers 0 to 287\n",
    );
    expect(&["grid", "--index", "-"], "", 2, "", "-:1:1: no number\n");
}

#[test]
fn grids_read() {
    let input = "1234341221434321 hello\n1234341221434312\n12343412214.4321\nx\n1234341221434321";
    let messages = "-:2:15: 1 twice in column 3: r2c3, r4c3; 2 twice in column 4: r2c4, r4c4\n\
                    -:3:1: not a solution grid: r3c4 is empty\n";
    let output = feed(&["grid", "--rank"], input);
    assert_eq!(out(&output), "0 hello\ninvalid\ninvalid\ninvalid\n0\n");
    assert!(err(&output).starts_with(messages), "{}", err(&output));
    assert_eq!(code(&output), 1);

    let frames = out(&run(&["grid", "--index", "12345", "-n", "3", "--format", "grid"])).to_owned();
    expect(&["grid", "--rank"], frames, 0, "12345\n12346\n12347\n", "");
    let line = format!("{LAST};name\n");
    expect(
        &["grid", "--rank", "--format", "csv"],
        line.clone(),
        0,
        &format!("puzzle,index,rest\n{LAST},{GREATEST},name\n"),
        "",
    );
    expect(
        &["grid", "--rank", "--format", "json"],
        line,
        0,
        &format!("{{\"puzzle\":\"{LAST}\",\"rest\":\"name\",\"index\":\"{GREATEST}\"}}\n"),
        "",
    );
    let json = run(&["grid", "--index", GREATEST, "--format", "json"]);
    assert_eq!(
        out(&json),
        format!("{{\"index\":\"{GREATEST}\",\"grid\":\"{LAST}\"}}\n")
    );
    expect(&["grid", "--rank"], "", 2, "", "-:1:1: no puzzle\n");
}
