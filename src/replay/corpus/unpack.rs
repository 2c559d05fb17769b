//! Compressed inputs, told by their first bytes and unpacked while they are read.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The largest window of zstd data that is unpacked, in bytes: as much memory as unpacking takes.
const LARGEST_WINDOW: u64 = 128 << 20;

/// How much compressed data is read at a time.
const BLOCK: usize = 64 << 10;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

impl Compression {
    /// How data that begins like this is compressed, if it is.
    pub const fn of(beginning: &[u8]) -> Option<Self> {
        match *beginning {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // A frame with data in it, or one with something else that is to be skipped.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Whether more has to be seen of data that begins like this.
    const fn may_begin_with(beginning: &[u8]) -> bool {
        match *beginning {
            [] | [0x1f | 0x28 | 0x50..=0x5f] | [0x28, 0xb5] | [0x28, 0xb5, 0x2f] => true,
            [first, 0x2a] | [first, 0x2a, 0x4d] => matches!(first, 0x50..=0x5f),
            _ => false,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    fn damaged(self, why: &str) -> io::Error {
        io::Error::other(format!("the {} data is damaged: {why}", self.name()))
    }

    /// An error where the data ends too early; whoever reads on keeps what came before.
    fn breaks_off(self) -> io::Error {
        let what = format!("the {} data breaks off", self.name());
        io::Error::new(io::ErrorKind::UnexpectedEof, what)
    }
}

/// What a reader gives, unpacked if it is compressed. Members of a gzip file and frames of a zstd file
/// follow each other as if they were one.
///
/// # Errors
/// When nothing can be read.
pub fn unpacked<'a>(mut reader: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut beginning = Vec::new();
    // No byte more than needed: there may be no more for now.
    while Compression::may_begin_with(&beginning) {
        if (&mut reader).take(1).read_to_end(&mut beginning)? == 0 {
            break;
        }
    }
    let compression = Compression::of(&beginning);
    let whole = Cursor::new(beginning).chain(reader);
    Ok(match compression {
        None => Box::new(whole),
        Some(Compression::Gzip) => Box::new(Members::new(BufReader::with_capacity(BLOCK, whole))),
        Some(Compression::Zstd) => Box::new(Frames::new(BufReader::with_capacity(BLOCK, whole))),
    })
}

/// The members of a gzip file.
struct Members<R> {
    /// The member that is being unpacked, and the file behind it; nothing once the file has failed.
    open: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    fn new(source: R) -> Self {
        Self { open: Some(GzDecoder::new(source)) }
    }

    /// Begins the next member; says no at the end of the file. NULs fill files up that are kept in blocks,
    /// as on tapes.
    fn next_member(&mut self) -> io::Result<bool> {
        let Some(mut source) = self.open.take().map(GzDecoder::into_inner) else {
            return Ok(false);
        };
        loop {
            let held = source.fill_buf()?;
            let nulls = held.iter().take_while(|byte| **byte == 0).count();
            let (is_end, has_more) = (held.is_empty(), nulls < held.len());
            source.consume(nulls);
            if is_end {
                return Ok(false);
            }
            if has_more {
                self.open = Some(GzDecoder::new(source));
                return Ok(true);
            }
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = self.open.as_mut().filter(|_| !buffer.is_empty()) {
            let read = member.read(buffer).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => Compression::Gzip.breaks_off(),
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                    Compression::Gzip.damaged(&error.to_string())
                }
                _ => error,
            })?;
            if read > 0 {
                return Ok(read);
            }
            self.next_member()?;
        }
        Ok(0)
    }
}

/// The frames of a zstd file.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame is being unpacked.
    open: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        Self { source, decoder, open: false }
    }

    /// Begins the next frame with data in it; says no at the end of the file.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = (&mut self.source).take(length.into());
                    if io::copy(&mut skipped, &mut io::sink())? < u64::from(length) {
                        return Err(Compression::Zstd.breaks_off());
                    }
                }
                Err(error) => return Err(self.failed(&error)),
            }
        }
        Ok(false)
    }

    fn unpack_block(&mut self) -> io::Result<()> {
        let one = BlockDecodingStrategy::UptoBlocks(1);
        match self.decoder.decode_blocks(&mut self.source, one) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Why unpacking failed. Where the file is at its end, data is missing.
    fn failed(&mut self, error: &FrameDecoderError) -> io::Error {
        match error {
            FrameDecoderError::WindowSizeTooBig { requested, .. } => {
                let (asked, most) = (requested.div_ceil(1 << 20), LARGEST_WINDOW >> 20);
                io::Error::other(format!(
                    "unpacking the zstd data takes {asked} MiB of memory, and {most} MiB are allowed: \
                     compress it again with a smaller window"
                ))
            }
            FrameDecoderError::DictNotProvided { .. } => io::Error::other(
                "the zstd data was compressed with a dictionary, which is not here",
            ),
            error => match self.source.fill_buf() {
                Ok([]) => Compression::Zstd.breaks_off(),
                Ok(_) => Compression::Zstd.damaged(flaw_of(error)),
                Err(error) => error,
            },
        }
    }

    fn check_sum(&self) -> io::Result<()> {
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(Compression::Zstd.damaged("its checksum is another"));
        }
        Ok(())
    }
}

/// What is wrong with zstd data, without the words of the program that unpacks it.
const fn flaw_of(error: &FrameDecoderError) -> &'static str {
    match error {
        FrameDecoderError::ReadFrameHeaderError(_) | FrameDecoderError::FrameHeaderError(_) => {
            "where a frame should begin, something else stands"
        }
        _ => "a block cannot be unpacked",
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.open {
                self.open = self.next_frame()?;
                if !self.open {
                    return Ok(0);
                }
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.unpack_block()?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            self.check_sum()?;
            self.open = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn read(bytes: &[u8]) -> (Vec<u8>, Option<String>) {
        let mut text = Vec::new();
        let result = unpacked(bytes).and_then(|mut reader| reader.read_to_end(&mut text));
        (text, result.err().map(|error| error.to_string()))
    }

    /// Long enough for several blocks, and not all alike.
    fn long_text() -> Vec<u8> {
        (0..60_000_u32).flat_map(|n| format!("{} ", n.wrapping_mul(n)).into_bytes()).collect()
    }

    #[test]
    fn plain_text_stays() {
        for text in [&b""[..], b"a", b"a1-a2,0,0,White\n"] {
            assert_eq!(read(text), (text.to_vec(), None));
        }
    }

    #[test]
    fn compressed_text_is_unpacked() {
        for text in [b"a1-a2".to_vec(), Vec::new(), long_text()] {
            assert_eq!(read(&gzip(&text)), (text.clone(), None));
            assert_eq!(read(&zstd(&text)), (text, None));
        }
    }

    #[test]
    fn members_and_frames_follow_each_other() {
        assert_eq!(read(&[gzip(b"one "), gzip(b""), gzip(b"two")].concat()).0, b"one two");
        // Between them a frame of three bytes that is to be skipped.
        let skipped = [0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let frames = [&skipped[..], &zstd(b"one "), &skipped, &zstd(b"two")].concat();
        assert_eq!(read(&frames), (b"one two".to_vec(), None));
        let cut = read(&frames[..frames.len() - zstd(b"two").len() - 1]);
        assert!(cut.1.unwrap().contains("breaks off"));
    }

    /// As `gzip -d` has it: what fills a file up is no data, and what else follows is a fault.
    #[test]
    fn nulls_behind_members_are_passed_over() {
        for length in [1, 511, 2 * BLOCK] {
            let filling = vec![0; length];
            let padded = [gzip(b"one "), filling.clone(), gzip(b"two"), filling].concat();
            assert_eq!(read(&padded), (b"one two".to_vec(), None), "{length}");
        }
        let (text, error) = read(&[gzip(b"one"), vec![0, 0, b'x']].concat());
        assert!(text == b"one" && error.is_some(), "{error:?}");
    }

    #[test]
    fn what_is_damaged_is_told_in_words() {
        let second = [zstd(b"one"), b"something else".to_vec()].concat();
        let mut block = zstd(&long_text());
        let middle = block.len() / 2;
        block[middle..middle + 64].fill(0xff);
        for packed in [second, block, [gzip(b"one"), b"something else".to_vec()].concat()] {
            let error = read(&packed).1.unwrap();
            let is_internal = error.contains(['(', '{', '_']) || error.contains("Error");
            assert!(error.contains("data is damaged: ") && !is_internal, "{error}");
        }
    }

    #[test]
    fn data_that_breaks_off_keeps_what_came_before() {
        let text = long_text();
        for (packed, name) in [(gzip(&text), "gzip"), (zstd(&text), "zstd")] {
            let (before, error) = read(&packed[..packed.len() / 2]);
            let error = error.unwrap();
            assert!(error.starts_with(&format!("the {name} data breaks off")), "{error}");
            assert!(!before.is_empty() && text.starts_with(&before), "{name}");
        }
    }

    #[test]
    fn damaged_data_is_told() {
        let text = long_text();
        for packed in [gzip(&text), zstd(&text)] {
            let mut packed = packed;
            let last = packed.len() - 1;
            packed[last] ^= 0x55;
            assert!(read(&packed).1.unwrap().contains("is damaged"));
        }
        assert!(read(b"\x1f\x8bno gzip").1.is_some());
    }

    /// A frame that asks for a window of 2^31 bytes, before anything is made room for.
    #[test]
    fn memory_is_bounded() {
        let window_log = 31;
        let header = [0x28, 0xb5, 0x2f, 0xfd, 0, (window_log - 10) << 3, 1, 0, 0];
        let error = read(&header).1.unwrap();
        assert!(error.contains("takes 2048 MiB of memory, and 128 MiB are allowed"), "{error}");
    }

    proptest! {
        #[test]
        fn no_damage_is_fatal(at in any::<proptest::sample::Index>(), with in any::<u8>(), gz in any::<bool>()) {
            let text = b"d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2,1,0,Ongoing\n".repeat(20);
            let mut packed = if gz { gzip(&text) } else { zstd(&text) };
            let at = at.index(packed.len());
            packed[at] = with;
            read(&packed);
        }
    }
}
