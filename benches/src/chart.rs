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
        _ => 4,
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

/// The range of some values, a little wider.
fn range(values: impl Iterator<Item = f64>, from_zero: bool) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let space = if high > low { (high - low) * 0.05 } else { 0.5 };
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
    let y = range(points().map(|(_, y)| y), axes.y_scale == Scale::Linear);
    let mut chart = ChartBuilder::on(&area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        .x_label_area_size(54)
        .y_label_area_size(96)
        .build_cartesian_2d(x.0..x.1, y.0..y.1)
        .map_err(failed)?;
    mesh(&mut chart, axes)?;
    for one in series {
        let colour = PALETTE[one.colour % PALETTE.len()];
        let places: Vec<(f64, f64)> = one.points.iter().map(place).collect();
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
        // Lines rise from left to right; where both axes are logarithmic, all the way.
        let steep = axes.x_scale == Scale::Log && axes.y_scale == Scale::Log;
        let position = if steep {
            SeriesLabelPosition::LowerRight
        } else {
            SeriesLabelPosition::UpperLeft
        };
        legend(&mut chart, position)?;
    }
    area.present().map_err(failed)
}

type Chart<'a, 'b> = ChartContext<
    'b,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn mesh(chart: &mut Chart<'_, '_>, axes: &Axes<'_>) -> Result<(), Error> {
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
        .x_label_formatter(&move |place| x_scale.label(*place))
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

/// Draws how often each value occurred, `(value, times)`, in at most 110 bars of equal width.
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
    // The last thousandth of a long tail would squeeze the rest.
    let mut seen = 0;
    let cut = counts.iter().find(|&&(_, times)| {
        seen += times;
        seen as f64 >= 0.999 * total
    });
    let high = cut.map_or(low, |&(value, _)| value).max(low + 1);
    let width = ((high - low) / 110 + 1).max(step(counts));
    let mut bars = vec![0_u64; ((high - low) / width + 1) as usize];
    for &(value, times) in counts.iter().filter(|&&(value, _)| value <= high) {
        bars[((value - low) / width) as usize] += times;
    }
    let share = |times: u64| times as f64 * 100.0 / total;
    let top = share(bars.iter().copied().max().unwrap_or(1)) * 1.08;
    let marked = marks.iter().map(|&(x, _)| x).fold(high as f64, f64::max);
    let left = marks.iter().map(|&(x, _)| x).fold(low as f64, f64::min) - width as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        .x_label_area_size(54)
        .y_label_area_size(96)
        .build_cartesian_2d(left..marked * 1.04 + width as f64, 0.0..top)
        .map_err(failed)?;
    mesh(&mut chart, axes)?;
    let rectangles = bars.iter().enumerate().map(|(i, &times)| {
        let start = (low + i as u64 * width) as f64 - 0.5;
        Rectangle::new(
            [(start, 0.0), (start + width as f64 * 0.9, share(times))],
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
    /// Where it stands on the horizontal axis: 0, 1, 2, ...
    pub group: usize,
    /// Smallest value.
    pub low: f64,
    /// Mean or median.
    pub middle: f64,
    /// Largest value.
    pub high: f64,
    /// Which colour of the palette.
    pub colour: usize,
}

/// Draws ranges side by side within groups; `names` are the colours' names.
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
    let area = canvas(path, (SIZE.0.max(groups.len() as u32 * 110 + 140), SIZE.1))?;
    let values = ranges
        .iter()
        .flat_map(|one| [one.low, one.middle, one.high])
        .map(|v| axes.y_scale.map(v));
    let y = range(values, axes.y_scale == Scale::Linear);
    let mut chart = ChartBuilder::on(&area)
        .caption(axes.title, ("sans-serif", 24))
        .margin(18)
        .x_label_area_size(54)
        .y_label_area_size(96)
        .build_cartesian_2d(-0.6..groups.len() as f64 - 0.4, y.0..y.1)
        .map_err(failed)?;
    let y_scale = axes.y_scale;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .x_desc(axes.x)
        .y_desc(axes.y)
        .x_labels(groups.len() * 2 + 1)
        .y_labels(8)
        .label_style(("sans-serif", 15))
        .axis_desc_style(("sans-serif", 20))
        .x_label_formatter(&|place| {
            let near = place.round();
            // Group numbers are small and not negative where a name exists.
            #[allow(clippy::cast_sign_loss)]
            let name = (near >= 0.0 && (place - near).abs() < 1e-6)
                .then(|| groups.get(near as usize))
                .flatten();
            name.cloned().unwrap_or_default()
        })
        .y_label_formatter(&move |place| y_scale.label(*place))
        .draw()
        .map_err(failed)?;
    let width = 0.7 / names.len().max(1) as f64;
    for (i, name) in names.iter().enumerate() {
        let colour = PALETTE[i % PALETTE.len()];
        let of_name = || ranges.iter().filter(move |one| one.colour == i);
        let x = |one: &Range| one.group as f64 + (i as f64 - (names.len() as f64 - 1.0) / 2.0) * width;
        let bars = of_name().map(|one| {
            let ends = [one.low, one.high].map(|v| (x(one), y_scale.map(v)));
            PathElement::new(ends.to_vec(), colour.stroke_width(3))
        });
        chart.draw_series(bars).map_err(failed)?;
        let dots = of_name().map(|one| Circle::new((x(one), y_scale.map(one.middle)), 5, colour.filled()));
        chart
            .draw_series(dots)
            .map_err(failed)?
            .label(name.as_str())
            .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 18, y + 4)], colour.filled()));
    }
    if names.len() > 1 {
        legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    }
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
            middle: 2.0,
            high: 4.0,
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
