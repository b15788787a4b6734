//! Charts as SVG files: lines, histograms, ranges.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::Error;

/// Colours that colour-blind people can tell apart (Okabe and Ito, 2008).
const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(140, 120, 40),
];

const SIZE: (u32, u32) = (960, 560);

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By powers of ten; values must be positive.
    Log,
}

impl Scale {
    fn map(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log => value.max(1e-300).log10(),
        }
    }

    /// The label of a place on the axis.
    fn label(self, place: f64) -> String {
        match self {
            Self::Linear => number(place),
            Self::Log if (place - place.round()).abs() < 1e-6 => number(10_f64.powf(place)),
            Self::Log => String::new(),
        }
    }
}

/// A number in few characters, thousands separated.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        x if x >= 10.0 || x == 0.0 || (x - x.round()).abs() < 1e-9 => 0,
        x if x >= 1.0 => 1,
        x if x >= 0.1 => 2,
        x if x >= 0.001 => 4,
        _ => 7,
    };
    let text = format!("{value:.digits$}");
    let (whole, rest) = text
        .find('.')
        .map_or((text.as_str(), ""), |dot| text.split_at(dot));
    let mut grouped = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && c.is_ascii_digit() && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(c);
    }
    let rest = rest.trim_end_matches('0');
    grouped + if rest == "." { "" } else { rest }
}

/// Title and axes of a chart.
#[derive(Clone, Debug)]
pub struct Axes<'a> {
    /// Above the chart.
    pub title: &'a str,
    /// Below the horizontal axis, with the unit.
    pub x: &'a str,
    /// Beside the vertical axis, with the unit.
    pub y: &'a str,
    /// Of the horizontal axis.
    pub x_scale: Scale,
    /// Of the vertical axis.
    pub y_scale: Scale,
}

/// A line of a chart.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in order.
    pub points: Vec<(f64, f64)>,
    /// Which colour of the palette.
    pub colour: usize,
    /// Only points, no line.
    pub dots: bool,
    /// How far the error bar of each point goes up and down; empty for none.
    pub errors: Vec<f64>,
}

impl Series {
    /// Where the error bars are, and from where to where they go.
    fn bars(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let points = self.points.iter().zip(&self.errors);
        points.map(|(&(x, y), error)| (x, y - error, y + error))
    }
}

/// A vertical line at a value of the horizontal axis, with a word.
pub type Mark<'a> = (f64, &'a str);

type Drawing<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn failed(error: impl std::fmt::Display) -> Error {
    Error::new(format!("cannot draw: {error}"))
}

fn canvas(path: &Path, size: (u32, u32)) -> Result<Drawing<'_>, Error> {
    let area = SVGBackend::new(path, size).into_drawing_area();
    area.fill(&WHITE).map_err(failed)?;
    Ok(area)
}

/// The range of some values, a little wider; from zero, if so asked for and if that is not far from them.
fn range(values: impl Iterator<Item = f64>, from_zero: bool) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let space = if high > low { (high - low) * 0.05 } else { 0.5 };
    let from_zero = from_zero && low < high / 2.0;
    (if from_zero { 0.0 } else { low - space }, high + space)
}

/// Draws lines.
///
/// # Errors
///
/// When the file cannot be written.
pub fn lines(path: &Path, axes: &Axes<'_>, series: &[Series], marks: &[Mark<'_>]) -> Result<(), Error> {
    let area = canvas(path, SIZE)?;
    let place = |&(x, y): &(f64, f64)| (axes.x_scale.map(x), axes.y_scale.map(y));
    let points = || series.iter().flat_map(|one| &one.points).map(place);
    let marked = marks.iter().map(|&(x, _)| axes.x_scale.map(x));
    let x = range(
        points().map(|(x, _)| x).chain(marked),
        axes.x_scale == Scale::Linear,
    );
    let ends = series.iter().flat_map(Series::bars);
    let ends = ends.flat_map(|(_, low, high)| [low, high]).filter(|&y| y > 0.0);
    let ends = ends.map(|y| axes.y_scale.map(y));
    let mut y = range(
        points().map(|(_, y)| y).chain(ends),
        axes.y_scale == Scale::Linear,
    );
    let bottom = y.0;
    // The words of marks stand above the lines.
    y.1 += (y.1 - y.0) * 0.06 * marks.len() as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        // The last label of the horizontal axis may stand half outside.
        .margin_right(48)
        .x_label_area_size(54)
        .y_label_area_size(96)
        .build_cartesian_2d(x.0..x.1, y.0..y.1)
        .map_err(failed)?;
    mesh(&mut chart, axes, false)?;
    for one in series {
        let colour = PALETTE[one.colour % PALETTE.len()];
        let places: Vec<(f64, f64)> = one.points.iter().map(place).collect();
        let bars = one.bars().map(|(at, low, high)| {
            // On a logarithmic axis what reaches zero goes down to its end.
            let ends = [low, high].map(|y| (axes.x_scale.map(at), axes.y_scale.map(y).max(bottom)));
            PathElement::new(ends.to_vec(), colour.stroke_width(1))
        });
        chart.draw_series(bars).map_err(failed)?;
        let drawn = if one.dots {
            chart
                .draw_series(places.iter().map(|&point| Circle::new(point, 4, colour.filled())))
                .map_err(failed)?
        } else {
            let dots = places.iter().map(|&point| Circle::new(point, 3, colour.filled()));
            chart.draw_series(dots).map_err(failed)?;
            chart
                .draw_series(LineSeries::new(places, colour.stroke_width(2)))
                .map_err(failed)?
        };
        drawn
            .label(one.name.as_str())
            .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 18, y + 4)], colour.filled()));
    }
    draw_marks(&mut chart, axes, marks, y)?;
    if series.len() > 1 {
        let words = marks.iter().map(|&(at, _)| (axes.x_scale.map(at), y.1));
        let position = emptiest_corner(&points().chain(words).collect::<Vec<_>>(), x, y);
        legend(&mut chart, position)?;
    }
    area.present().map_err(failed)
}

/// The corner with the fewest points in it.
fn emptiest_corner(points: &[(f64, f64)], x: (f64, f64), y: (f64, f64)) -> SeriesLabelPosition {
    let near = |value: f64, from: f64, to: f64| (value - from).abs() < 0.45 * (to - from).abs();
    let count = |from: (f64, f64), to: (f64, f64)| {
        let inside = |p: &&(f64, f64)| near(p.0, from.0, to.0) && near(p.1, from.1, to.1);
        points.iter().filter(inside).count()
    };
    let corners = [
        (count((x.0, y.1), (x.1, y.0)), SeriesLabelPosition::UpperLeft),
        (count((x.1, y.0), (x.0, y.1)), SeriesLabelPosition::LowerRight),
        (count((x.1, y.1), (x.0, y.0)), SeriesLabelPosition::UpperRight),
        (count((x.0, y.0), (x.1, y.1)), SeriesLabelPosition::LowerLeft),
    ];
    let emptiest = corners.into_iter().min_by_key(|&(count, _)| count);
    emptiest.map_or(SeriesLabelPosition::UpperLeft, |(_, position)| position)
}

type Chart<'a, 'b> = ChartContext<
    'b,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn mesh(chart: &mut Chart<'_, '_>, axes: &Axes<'_>, whole: bool) -> Result<(), Error> {
    let (x_scale, y_scale) = (axes.x_scale, axes.y_scale);
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .x_desc(axes.x)
        .y_desc(axes.y)
        .x_labels(8)
        .y_labels(8)
        .label_style(("sans-serif", 18))
        .axis_desc_style(("sans-serif", 20))
        .x_label_formatter(&move |place| {
            // Half a draw does not exist.
            let fraction = whole && x_scale == Scale::Linear && place.fract().abs() > 1e-6;
            if fraction {
                String::new()
            } else {
                x_scale.label(*place)
            }
        })
        .y_label_formatter(&move |place| y_scale.label(*place))
        .draw()
        .map_err(failed)
}

fn draw_marks(
    chart: &mut Chart<'_, '_>,
    axes: &Axes<'_>,
    marks: &[Mark<'_>],
    (low, high): (f64, f64),
) -> Result<(), Error> {
    let grey = RGBColor(90, 90, 90);
    let (left, right) = (chart.x_range().start, chart.x_range().end);
    for (i, &(x, word)) in marks.iter().enumerate() {
        let x = axes.x_scale.map(x);
        let line = PathElement::new(vec![(x, low), (x, high)], grey.stroke_width(1));
        // Words one below the other, so that near marks do not overlap; beside the line where there is room.
        let y = high - (high - low) * (0.04 + 0.06 * i as f64);
        let side = if x > left + 0.75 * (right - left) {
            HPos::Right
        } else {
            HPos::Left
        };
        let style = ("sans-serif", 17)
            .into_font()
            .color(&grey)
            .pos(Pos::new(side, VPos::Top));
        let text = Text::new(format!(" {word} "), (x, y), style);
        chart.draw_series(std::iter::once(line)).map_err(failed)?;
        chart.draw_series(std::iter::once(text)).map_err(failed)?;
    }
    Ok(())
}

fn legend<'a>(chart: &mut Chart<'a, 'a>, position: SeriesLabelPosition) -> Result<(), Error> {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200))
        .label_font(("sans-serif", 17))
        .draw()
        .map_err(failed)
}

/// Bars of a histogram.
const BARS: u64 = 110;

/// Draws how often each value occurred, `(value, times)`, in at most 110 bars: of equal width, or of equal ratio on a
/// logarithmic axis. On a linear one the last thousandth of a long tail, which would squeeze the rest, is left out.
///
/// # Errors
///
/// When the file cannot be written.
pub fn histogram(
    path: &Path,
    axes: &Axes<'_>,
    counts: &[(u64, u64)],
    marks: &[Mark<'_>],
) -> Result<(), Error> {
    let area = canvas(path, SIZE)?;
    let total = counts.iter().map(|&(_, times)| times).sum::<u64>().max(1) as f64;
    let low = counts.first().map_or(0, |&(value, _)| value);
    let mut seen = 0;
    let cut = counts.iter().find(|&&(_, times)| {
        seen += times;
        axes.x_scale == Scale::Linear && seen as f64 >= 0.999 * total
    });
    let cut = cut.or(counts.last());
    let high = cut.map_or(low, |&(value, _)| value).max(low + 1);
    // Where a bar begins, on the axis, and how wide it is.
    let (start, width) = match axes.x_scale {
        Scale::Linear => (
            low as f64 - 0.5,
            ((high - low) / BARS + 1).max(step(counts)) as f64,
        ),
        Scale::Log => {
            let start = axes.x_scale.map(low as f64);
            (start, (axes.x_scale.map(high as f64 + 1.0) - start) / BARS as f64)
        }
    };
    let mut bars = [0_u64; BARS as usize + 1];
    for &(value, times) in counts.iter().filter(|&&(value, _)| value <= high) {
        // No value lies before the first bar.
        #[allow(clippy::cast_sign_loss)]
        let bar = ((axes.x_scale.map(value as f64) - start) / width) as usize;
        bars[bar.min(BARS as usize)] += times;
    }
    let share = |times: u64| times as f64 * 100.0 / total;
    let top = share(bars.iter().copied().max().unwrap_or(1)) * (1.08 + 0.06 * marks.len() as f64);
    let marked = || marks.iter().map(|&(x, _)| axes.x_scale.map(x));
    let right = marked().fold(axes.x_scale.map(high as f64) + width, f64::max);
    let left = marked().fold(start - width, f64::min);
    let mut chart = ChartBuilder::on(&area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        // The last label of the horizontal axis may stand half outside.
        .margin_right(48)
        .x_label_area_size(54)
        .y_label_area_size(96)
        .build_cartesian_2d(left..right + (right - left) * 0.03, 0.0..top)
        .map_err(failed)?;
    mesh(&mut chart, axes, true)?;
    let rectangles = bars.iter().enumerate().filter(|&(_, &times)| times > 0);
    let rectangles = rectangles.map(|(i, &times)| {
        let start = start + i as f64 * width;
        Rectangle::new(
            [(start + width * 0.05, 0.0), (start + width * 0.95, share(times))],
            PALETTE[0].filled(),
        )
    });
    chart.draw_series(rectangles).map_err(failed)?;
    draw_marks(&mut chart, axes, marks, (0.0, top))?;
    area.present().map_err(failed)
}

/// The smallest distance between values: 2 where all are odd.
fn step(counts: &[(u64, u64)]) -> u64 {
    counts
        .windows(2)
        .map(|pair| pair[1].0 - pair[0].0)
        .min()
        .unwrap_or(1)
        .max(1)
}

/// Minimum, middle and maximum of something.
#[derive(Clone, Debug)]
pub struct Range {
    /// The group to which it belongs: 0, 1, 2, ... from the top.
    pub group: usize,
    /// Smallest value.
    pub low: f64,
    /// Mean or median; none where it is not known.
    pub middle: Option<f64>,
    /// Largest value.
    pub high: f64,
    /// Whether the largest value is only known to be larger than that: drawn with an arrow.
    pub open: bool,
    /// Which colour of the palette.
    pub colour: usize,
}

/// Height of a range.
const LINE: u32 = 15;

/// Height of a legend.
fn legend_height(names: &[String]) -> u32 {
    names.len() as u32 * 22 + 20
}

/// Draws ranges, one below the other, within groups; `names` are the colours' names. The vertical axis is that of the
/// groups.
///
/// # Errors
///
/// When the file cannot be written.
pub fn ranges(
    path: &Path,
    axes: &Axes<'_>,
    groups: &[String],
    names: &[String],
    ranges: &[Range],
) -> Result<(), Error> {
    let lines = groups.len() * (names.len() + 1);
    let named = if names.len() > 1 { legend_height(names) } else { 0 };
    let area = canvas(path, (SIZE.0, lines as u32 * LINE + named + 170))?;
    let scale = axes.x_scale;
    let ends = ranges.iter().flat_map(|one| [one.low, one.high]);
    let (left, right) = range(ends.map(|value| scale.map(value)), scale == Scale::Linear);
    // Room for the arrows, and for the legend below the last group.
    let below = f64::from(named) / f64::from(LINE) / (names.len() + 1) as f64;
    let bottom = groups.len() as f64 - 0.5 + below;
    let edges = (left, right + (right - left) * 0.03, bottom);
    let mut chart = grouped(&area, axes, groups, edges)?;
    let height = 1.0 / (names.len() + 1) as f64;
    for (i, name) in names.iter().enumerate() {
        let colour = PALETTE[i % PALETTE.len()];
        let y = |one: &Range| one.group as f64 + (i as f64 - (names.len() as f64 - 1.0) / 2.0) * height;
        for one in ranges.iter().filter(|one| one.colour == i) {
            let place = |value| (scale.map(value), y(one));
            let line = PathElement::new(vec![place(one.low), place(one.high)], colour.stroke_width(3));
            chart.draw_series(std::iter::once(line)).map_err(failed)?;
            if let Some(middle) = one.middle {
                let dot = Circle::new(place(middle), 5, colour.filled());
                chart.draw_series(std::iter::once(dot)).map_err(failed)?;
            }
            if one.open {
                let (x, y) = chart.backend_coord(&place(one.high));
                let tip = Polygon::new(vec![(x, y - 6), (x + 11, y), (x, y + 6)], colour.filled());
                area.draw(&tip).map_err(failed)?;
            }
        }
        name_colour(&mut chart, name, colour)?;
    }
    if names.len() > 1 {
        legend(&mut chart, SeriesLabelPosition::LowerLeft)?;
    }
    area.present().map_err(failed)
}

/// A chart of groups, one below the other, between the `(left, right, bottom)` edges.
fn grouped<'a>(
    area: &Drawing<'a>,
    axes: &Axes<'_>,
    groups: &[String],
    (left, right, bottom): (f64, f64, f64),
) -> Result<Chart<'a, 'a>, Error> {
    let scale = axes.x_scale;
    // Words need about nine pixels a letter.
    let letters = groups.iter().map(String::len).max().unwrap_or(0);
    let mut chart = ChartBuilder::on(area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        // The last label of the horizontal axis may stand half outside.
        .margin_right(48)
        .x_label_area_size(54)
        .y_label_area_size(60 + 9 * letters as u32)
        .build_cartesian_2d(left..right, bottom..-0.5)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .x_desc(axes.x)
        .y_desc(axes.y)
        .x_labels(8)
        .y_labels(0)
        .label_style(("sans-serif", 18))
        .axis_desc_style(("sans-serif", 20))
        .x_label_formatter(&move |place| scale.label(*place))
        .draw()
        .map_err(failed)?;
    for (i, group) in groups.iter().enumerate() {
        let (x, y) = chart.backend_coord(&(left, i as f64));
        let style = ("sans-serif", 18)
            .into_font()
            .color(&BLACK)
            .pos(Pos::new(HPos::Right, VPos::Center));
        area.draw(&Text::new(group.as_str(), (x - 10, y), style))
            .map_err(failed)?;
        if i > 0 {
            let between = i as f64 - 0.5;
            let line = PathElement::new(
                vec![(left, between), (right, between)],
                RGBColor(225, 225, 225).stroke_width(1),
            );
            chart.draw_series(std::iter::once(line)).map_err(failed)?;
        }
    }
    Ok(chart)
}

/// Puts a colour into the legend.
fn name_colour(chart: &mut Chart<'_, '_>, name: &str, colour: RGBColor) -> Result<(), Error> {
    let nothing = std::iter::empty::<Circle<(f64, f64), i32>>();
    chart
        .draw_series(nothing)
        .map_err(failed)?
        .label(name)
        .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 18, y + 4)], colour.filled()));
    Ok(())
}

/// Height of a bar and what is between two.
const BAR: u32 = 26;

/// Draws what each group consists of: shares in percent, one beside the other; `names` are those of the parts, at most
/// eight.
///
/// # Errors
///
/// When the file cannot be written.
pub fn parts(
    path: &Path,
    axes: &Axes<'_>,
    groups: &[String],
    names: &[String],
    shares: &[Vec<f64>],
) -> Result<(), Error> {
    let named = legend_height(names);
    let area = canvas(path, (SIZE.0, groups.len() as u32 * BAR + named + 130))?;
    let below = f64::from(named) / f64::from(BAR);
    let edges = (0.0, 100.0, groups.len() as f64 - 0.5 + below);
    let mut chart = grouped(&area, axes, groups, edges)?;
    for (i, name) in names.iter().enumerate() {
        let colour = PALETTE[i % PALETTE.len()];
        let bars = shares.iter().enumerate().map(|(group, shares)| {
            let start: f64 = shares.iter().take(i).sum();
            let end = start + shares.get(i).copied().unwrap_or(0.0);
            let middle = group as f64;
            Rectangle::new([(start, middle - 0.36), (end, middle + 0.36)], colour.filled())
        });
        chart.draw_series(bars).map_err(failed)?;
        name_colour(&mut chart, name, colour)?;
    }
    legend(&mut chart, SeriesLabelPosition::LowerLeft)?;
    area.present().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let cases = [
            (0.0, "0"),
            (1234.0, "1,234"),
            (1e6, "1,000,000"),
            (0.25, "0.25"),
            (-1500.0, "-1,500"),
            (2.5, "2.5"),
            (0.00001, "0.00001"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(Scale::Log.label(3.0), "1,000");
        assert_eq!(Scale::Log.label(2.5), "");
    }

    #[test]
    fn charts_are_written_and_repeat() {
        let folder = tempfile::tempdir().unwrap();
        let axes = Axes {
            title: "T",
            x: "x",
            y: "y",
            x_scale: Scale::Log,
            y_scale: Scale::Linear,
        };
        let series = [Series {
            name: "a".into(),
            points: vec![(1.0, 2.0), (100.0, 3.0)],
            colour: 0,
            dots: false,
            errors: vec![0.5, 1.0],
        }];
        let path = folder.path().join("a.svg");
        let draw = || {
            lines(&path, &axes, &series, &[(10.0, "ten")]).unwrap();
            std::fs::read_to_string(&path).unwrap()
        };
        let first = draw();
        assert_eq!(first, draw(), "the same bytes each time");
        assert!(first.starts_with("<svg") && first.trim_end().ends_with("</svg>"));
        let axes = Axes {
            x_scale: Scale::Linear,
            ..axes
        };
        for counts in [&[][..], &[(9, 3), (11, 5), (300, 1)][..]] {
            histogram(&folder.path().join("h.svg"), &axes, counts, &[(11.0, "least")]).unwrap();
        }
        let one = Range {
            group: 0,
            low: 1.0,
            middle: Some(2.0),
            high: 4.0,
            open: true,
            colour: 0,
        };
        ranges(
            &folder.path().join("r.svg"),
            &axes,
            &["g".into()],
            &["n".into()],
            &[one],
        )
        .unwrap();
    }
}
