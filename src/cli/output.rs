//! Files that a command writes: whole or not at all, and without --force never over an existing file.

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::cli::prelude::*;
use crate::disk::{self, folder_of};
use crate::input::{reason, write_remedy};
use crate::render::{Picture, Plot};

/// The file for a picture.
#[derive(Debug, clap::Args)]
pub(super) struct PictureArgument {
    /// A file to draw it in: .svg, for print, or .png, for screens
    #[arg(long, value_name = "FILE.svg|FILE.png", value_parser = PathBufValueParser::new().try_map(PictureFile::of))]
    picture: Option<PictureFile>,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// The file for a plot.
#[derive(Debug, clap::Args)]
pub(super) struct PlotArgument {
    /// A file to draw a plot in (.svg or .png)
    #[arg(long, value_name = "FILE.svg|FILE.png", value_parser = PathBufValueParser::new().try_map(PictureFile::of))]
    plot: Option<PictureFile>,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// A file with the extension of a picture.
#[derive(Clone, Debug)]
struct PictureFile {
    path: PathBuf,
    dots: bool,
}

impl PictureFile {
    fn of(path: PathBuf) -> CommandResult<PictureFile> {
        let ends = |with: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(with));
        match (ends("svg"), ends("png")) {
            (false, false) => fail!("a picture is SVG or PNG; end the name in .svg or .png"),
            (_, dots) => Ok(PictureFile { path, dots }),
        }
    }

    fn drawn(&self, picture: &Picture) -> CommandResult<Vec<u8>> {
        Ok(if self.dots { picture.png()? } else { picture.svg().into_bytes() })
    }
}

impl PlotArgument {
    /// Whether a plot is asked for.
    pub(super) fn wanted(&self) -> bool {
        self.plot.is_some()
    }

    /// Checks that the file can be written, before a long simulation.
    pub(super) fn check(&self) -> CommandResult<()> {
        self.plot.as_ref().map_or(Ok(()), |file| self.force.check(&file.path))
    }

    /// Draws the plot, if a file is named.
    pub(super) fn put(&self, plot: &Plot<'_>) -> CommandResult<()> {
        let Some(file) = &self.plot else { return Ok(()) };
        self.force.write(&file.path, &file.drawn(&plot.picture())?)?;
        // Standard output is for the results.
        notice(format!("Written: {}", safe_path(&file.path)));
        Ok(())
    }
}

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct OverwriteArgs {
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

impl PictureArgument {
    /// Whether a picture is asked for.
    pub(super) fn wanted(&self) -> bool {
        self.picture.is_some()
    }

    /// Draws the picture, if a file is named, and prints its name.
    pub(super) fn put(&self, picture: &Picture) -> CommandResult<()> {
        self.picture.as_ref().map_or(Ok(()), |file| self.force.put(&file.path, &file.drawn(picture)?))
    }
}

impl OverwriteArgs {
    /// Checks that a file can be written there.
    fn check(self, path: &Path) -> CommandResult<()> {
        let shown = safe_path(path);
        match path.metadata() {
            Ok(about) if about.is_dir() => fail!("{shown} is a folder; name a file in it"),
            Ok(about) if !about.is_file() => fail!("{shown} is a pipe or a device; name a file"),
            Ok(_) if !self.force => return Err(already_exists(path)),
            Err(_) if path.is_symlink() => fail!("{shown} is a link that leads to no file; name another file"),
            _ => {}
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            fail!("there is no folder {}; create it first, or name another file", safe_path(folder));
        }
        disk::check_writable(folder).map_err(|error| {
            problem!(
                "{shown} could not be written: {}; {}, or name a file elsewhere",
                reason(&error),
                write_remedy(&error)
            )
        })
    }

    /// Writes a file, and prints its name; `-` is standard output.
    pub(super) fn put(self, path: &Path, bytes: &[u8]) -> CommandResult<()> {
        if path == Path::new("-") {
            return Ok(stdout::print_file(bytes)?);
        }
        self.write(path, bytes)?;
        Ok(stdout::show(&format!("Written: {}\n", safe_path(path)).into())?)
    }

    fn write(self, path: &Path, bytes: &[u8]) -> CommandResult<()> {
        self.check(path)?;
        let written = if self.force && path.is_file() { disk::replace(path, bytes) } else { disk::create(path, bytes) };
        match written {
            Err(error) if error.is_taken() => Err(already_exists(path)),
            Err(error) => Err(problem!("{error}; {}, or name a file elsewhere", error.remedy())),
            Ok(_) => Ok(()),
        }
    }
}

fn already_exists(path: &Path) -> CommandError {
    problem!("{} already exists and was not changed; name another file, or overwrite it with --force", safe_path(path))
}
