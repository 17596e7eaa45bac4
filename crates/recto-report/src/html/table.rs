//! Table: heads that sort, numbers at the right, weak ones said to be weak.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::context::Context;
use super::{data, svg};
use crate::{Cell, Certainty, Column, Kind, Table};

/// With more rows than this the script keeps only the visible ones; without
/// it, this many are shown.
const STATIC_ROWS: usize = 200;

pub(super) fn draw(context: &Context<'_>, table: &Table, id: &str) -> Markup {
    let total = table.rows.len();
    let long = total > STATIC_ROWS;
    html! {
        div class="scroll" {
            table class=[long.then_some("long")] data-rows=[long.then(|| format!("{id}-rows"))] {
                @if !table.caption.is_empty() { caption { (table.caption) } }
                thead { tr { @for column in &table.columns { (head(column)) } } }
                tbody {
                    @for row in table.rows.iter().take(STATIC_ROWS) {
                        tr {
                            @for (i, column) in table.columns.iter().enumerate() {
                                (cell(context, column, row.get(i).unwrap_or(&Cell::Blank), i == 0))
                            }
                        }
                    }
                }
            }
        }
        @if long {
            p class="small soft rows-note" {
                "The first " (STATIC_ROWS) " of " (crate::number::count(total as f64)) " rows."
            }
            (data::element(&format!("{id}-rows"), &rows(context, table)))
        }
    }
}

fn class(column: &Column) -> String {
    let kind = match column.kind {
        Kind::Number(_) => "n",
        Kind::Quote => "said",
        Kind::Histogram => "hist",
        Kind::Label | Kind::File | Kind::Date => "",
    };
    let wide = if column.wide { "wide" } else { "" };
    format!("{kind} {wide}").trim().to_owned()
}

fn head(column: &Column) -> Markup {
    let class = class(column).replace("said", "");
    html! { th scope="col" class=[Some(class.trim()).filter(|c| !c.is_empty())] { (column.name) } }
}

fn cell(context: &Context<'_>, column: &Column, cell: &Cell, first: bool) -> Markup {
    let class = Some(class(column)).filter(|class| !class.is_empty());
    let value = sort_value(cell);
    let inside = html! {
        @match cell {
            Cell::Blank => {},
            Cell::Text(text) => (text),
            Cell::Number(x) => (number(column, *x)),
            Cell::Histogram(counts) => (svg::histogram(counts, column.bar)),
            Cell::Place(at) => (context.evidence(at)),
            Cell::Linked { text, at } => (context.link(at, text)),
            Cell::Opens { text, source } => a class="ev opens" href=(opens(*source)) { (text) },
            Cell::Rows(rows) => (context.rows(rows, &say(column, rows.count as f64))),
        }
    };
    html! {
        @if first { th scope="row" class=[class] data-v=[value] { (inside) } }
        @else { td class=[class] data-v=[value] { (inside) } }
    }
}

fn sort_value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Number(x) => Some(crate::number::six_digits(*x).to_string()),
        Cell::Rows(rows) => Some(rows.count.to_string()),
        _ => None,
    }
}

fn number(column: &Column, x: f64) -> Markup {
    let weak = column.weak_below.is_some_and(|bar| x < bar);
    let certainty = if weak {
        Certainty::Hollow
    } else {
        Certainty::Filled
    };
    html! {
        @if weak { span class="soft" { "weak " } }
        (say(column, x))
        @if let Some(full) = column.bar {
            (svg::bar(svg::share(x, full), certainty, &say(column, x)))
        }
    }
}

fn say(column: &Column, x: f64) -> String {
    match column.kind {
        Kind::Number(number) => number.say(x),
        _ => crate::number::score(x),
    }
}

/// Where the script opens the findings about a source.
fn opens(source: usize) -> String {
    format!("#doc{source}")
}

/// Every cell as words, sort value, link, and which rows the link is for, for the script.
fn rows(context: &Context<'_>, table: &Table) -> Value {
    let one = |(column, cell): (&Column, &Cell)| match cell {
        Cell::Blank => json!([""]),
        Cell::Text(text) => json!([text]),
        Cell::Number(x) => json!([say(column, *x), sort_value(cell)]),
        Cell::Histogram(counts) => json!([svg::said_histogram(counts)]),
        Cell::Place(at) => {
            json!([
                context.places.label(at).unwrap_or_default(),
                null,
                context.places.href(at)
            ])
        }
        Cell::Linked { text, at } => json!([text, null, context.places.href(at)]),
        Cell::Opens { text, source } => json!([text, null, opens(*source)]),
        Cell::Rows(rows) => json!([
            say(column, rows.count as f64),
            sort_value(cell),
            format!("#{}", rows.section),
            [rows.column.to_string(), rows.value.clone()]
        ]),
    };
    let row = |cells: &Vec<Cell>| table.columns.iter().zip(cells).map(one).collect::<Vec<_>>();
    json!(table.rows.iter().map(row).collect::<Vec<_>>())
}
