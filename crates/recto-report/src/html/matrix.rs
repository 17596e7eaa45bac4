//! Matrix: a square beside each number; area and number say the same.

use maud::{Markup, html};

use super::svg::{self, px};
use crate::Matrix;

/// The side of the largest square.
const SIDE: f64 = 28.0;

pub(super) fn draw(matrix: &Matrix) -> Markup {
    let largest = matrix.values.iter().flatten().copied().fold(0.0, f64::max);
    html! {
        figure {
            (svg::caption(&matrix.caption))
            div class="scroll" {
                table class="mat" {
                    thead {
                        tr {
                            td {}
                            @for (i, name) in matrix.columns.iter().enumerate() {
                                th scope="col" { (svg::key(i)) (name) }
                            }
                        }
                    }
                    tbody {
                        @for (name, values) in matrix.rows.iter().zip(&matrix.values) {
                            tr {
                                th scope="row" { (name) }
                                @for (i, value) in values.iter().enumerate() {
                                    td class="sq" {
                                        (square(i, svg::share(*value, largest)))
                                        (matrix.number.say(*value))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn square(class: usize, share: f64) -> Markup {
    let side = SIDE * share.sqrt();
    html! {
        svg width="30" height="28" aria-hidden="true" {
            rect class=(svg::colour(class)) y=(px((SIDE - side) / 2.0))
                width=(px(side)) height=(px(side)) {}
        }
    }
}
