//! A summary as a picture: the answers, the lengths, the landings.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::chess::Square;
use crate::simulate::Summary;
use crate::stats::wilson;
use crate::text::quoted;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const INK: RGBColor = RGBColor(40, 40, 50);
const BAR: RGBColor = RGBColor(74, 111, 165);
const PAPER: RGBColor = RGBColor(255, 255, 255);

/// Draws a summary into a new file.
pub(super) fn draw(summary: &Summary, path: &Path) -> anyhow::Result<()> {
    let name = quoted(&path.display().to_string());
    if path.extension().is_none_or(|extension| extension != "svg") {
        bail!("{name} does not end in .svg; name the picture so");
    }
    let svg = picture(summary)?;
    let mut file = File::create_new(path).with_context(|| format!("{name} cannot be made"))?;
    file.write_all(svg.as_bytes()).with_context(|| format!("{name} cannot be written"))
}

fn picture(summary: &Summary) -> anyhow::Result<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (1200, 420)).into_drawing_area();
        root.fill(&PAPER)?;
        let (left, rest) = root.split_horizontally(340);
        let (middle, right) = rest.split_horizontally(440);
        answers(summary, &left)?;
        lengths(summary, &middle)?;
        landings(summary, &right)?;
        root.present()?;
    }
    Ok(svg)
}

/// The share of each answer by the Ptah, with its interval.
fn answers(summary: &Summary, area: &Area<'_>) -> anyhow::Result<()> {
    let verdicts = ["yes", "no", "undecided"];
    let mut chart = ChartBuilder::on(area)
        .caption("Answers by the Ptah, %", ("sans-serif", 18).into_font().color(&INK))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(36)
        .build_cartesian_2d((0..2i32).into_segmented(), 0.0..100.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(3)
        .x_label_formatter(&|place| match place {
            SegmentValue::CenterOf(place) => verdicts.get(*place as usize).copied().unwrap_or_default().to_owned(),
            _ => String::new(),
        })
        .draw()?;
    for (place, verdict) in (0..).zip(verdicts) {
        let count = summary.answer("ptah", verdict);
        let share = 100.0 * count as f64 / summary.readings.max(1) as f64;
        let (low, high) = wilson(count, summary.readings);
        let (from, to) = (SegmentValue::Exact(place), SegmentValue::Exact(place + 1));
        let mut bar = Rectangle::new([(from, 0.0), (to, share)], BAR.filled());
        bar.set_margin(0, 0, 14, 14);
        let centre = SegmentValue::CenterOf(place);
        let interval = PathElement::new([(centre.clone(), 100.0 * low), (centre, 100.0 * high)], INK.stroke_width(3));
        chart.draw_series([bar])?;
        chart.draw_series([interval])?;
    }
    Ok(())
}

/// How many readings had so many turns, up to what 99 in 100 do not exceed.
fn lengths(summary: &Summary, area: &Area<'_>) -> anyhow::Result<()> {
    const BINS: u32 = 40;
    let width = summary.length(0.99) / BINS + 1;
    let mut bins = [0u64; BINS as usize];
    for (plies, count) in &summary.lengths {
        if let Some(bin) = bins.get_mut((plies / width) as usize) {
            *bin += count;
        }
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let mut chart = ChartBuilder::on(area)
        .caption("Turns of a reading", ("sans-serif", 18).into_font().color(&INK))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(60)
        .build_cartesian_2d(0..width * BINS, 0..most + most / 20)?;
    chart.configure_mesh().disable_x_mesh().light_line_style(TRANSPARENT).y_desc("readings").draw()?;
    let bars = (0..).zip(bins).map(|(bin, count): (u32, u64)| {
        let mut bar = Rectangle::new([(bin * width, 0), ((bin + 1) * width, count)], BAR.filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    });
    chart.draw_series(bars)?;
    Ok(())
}

/// The board, darker where more was landed, with the landings in a hundred readings.
fn landings(summary: &Summary, area: &Area<'_>) -> anyhow::Result<()> {
    let count = |square: Square| summary.landings.get(&square.to_string()).copied().unwrap_or(0);
    let most = Square::all().map(count).max().unwrap_or(0).max(1) as f64;
    area.titled("Landings in a hundred readings; framed, the Ptah", ("sans-serif", 18).into_font().color(&INK))?;
    let (side, left, top) = (40, 40, 46);
    let ptah = summary.premises.setting.get("ptah").cloned().unwrap_or_default();
    for square in Square::all() {
        let (x, y) = (left + i32::from(square.file()) * side, top + (7 - i32::from(square.rank())) * side);
        let share = count(square) as f64 / most;
        let shade = |full: u8| (255.0 - share * f64::from(255 - full)) as u8;
        let colour = RGBColor(shade(BAR.0), shade(BAR.1), shade(BAR.2));
        let corners = [(x, y), (x + side, y + side)];
        area.draw(&Rectangle::new(corners, colour.filled()))?;
        area.draw(&Rectangle::new(corners, PAPER.stroke_width(1)))?;
        if square.to_string() == ptah {
            let inside = [(x + 2, y + 2), (x + side - 3, y + side - 3)];
            area.draw(&Rectangle::new(inside, INK.stroke_width(3)))?;
        }
        let hundred = 100.0 * count(square) as f64 / summary.readings.max(1) as f64;
        area.draw(&Text::new(format!("{hundred:.0}"), (x + 10, y + 14), ("sans-serif", 13).into_font().color(&INK)))?;
    }
    for place in 0..8 {
        let (file, rank) = (char::from(b'a' + place as u8).to_string(), (8 - place).to_string());
        let font = || ("sans-serif", 13).into_font().color(&INK);
        area.draw(&Text::new(file, (left + place * side + 16, top + 8 * side + 6), font()))?;
        area.draw(&Text::new(rank, (left - 16, top + place * side + 14), font()))?;
    }
    Ok(())
}
