//! Limits on the work that the pages of a file may cause.
//!
//! A few bytes can draw very much: a form that is drawn again and again, a stream that is
//! listed as the contents of a page a million times, a code that stands for a whole book.
//! So work is counted in operators, in letters and in bytes that are interpreted. A page or a
//! file that needs more than any real one is read up to the limit.

/// Work of a page. A dense map has some 200,000 operators, a page of a newspaper 30,000 letters.
const PAGE: usize = 4_000_000;
/// Bytes of the letters of a page: all of them are in memory until it is laid out.
const LETTERS: usize = 500_000;
/// Work of a file: so much in any case, and so much for each of its bytes. Packed contents
/// have two or three letters and operators a byte.
const FILE: usize = 4_000_000;
const PER_BYTE: usize = 20;
const MOST: usize = 200_000_000;
/// Entries of the tables of all fonts. The largest fonts have 65,536 codes.
const ENTRIES: usize = 2_000_000;
/// Bytes that are interpreted for one unit of work, as most operators have.
const BYTES: usize = 16;

/// The rest of each limit.
pub(super) struct Budget {
    file: usize,
    page: usize,
    letters: usize,
    entries: usize,
    is_cut: bool,
}

impl Budget {
    /// The limits of a file of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            file: FILE
                .saturating_add(bytes.saturating_mul(PER_BYTE))
                .min(MOST),
            page: PAGE,
            letters: LETTERS,
            entries: ENTRIES,
            is_cut: false,
        }
    }

    pub(super) fn begin_page(&mut self) {
        self.page = PAGE;
        self.letters = LETTERS;
        self.is_cut = false;
    }

    /// Counts work; whether there was enough left for it. Nothing is left from then on where
    /// there was not.
    pub(super) fn spend(&mut self, work: usize) -> bool {
        let is_enough = work < self.page.min(self.file) && self.letters > 0;
        self.page = self.page.saturating_sub(work);
        self.file = self.file.saturating_sub(work);
        is_enough
    }

    pub(super) fn spend_bytes(&mut self, bytes: usize) -> bool {
        self.spend(bytes / BYTES)
    }

    /// Counts a letter that is drawn as a text of so many bytes.
    pub(super) fn spend_letter(&mut self, bytes: usize) -> bool {
        self.letters = self.letters.saturating_sub(bytes.max(1));
        self.spend(1)
    }

    /// Counts an entry of a table of a font with a text of so many bytes.
    pub(super) fn spend_entry(&mut self, bytes: usize) -> bool {
        self.entries = self.entries.saturating_sub(1 + bytes / BYTES);
        self.entries > 0
    }

    /// Notes that contents of the page were left out before they were interpreted.
    pub(super) fn cut_page(&mut self) {
        self.is_cut = true;
    }

    /// Whether the page was not read to its end.
    pub(super) fn ends_page(&self) -> bool {
        self.is_cut || self.page == 0 || self.letters == 0 || self.ends_file()
    }

    /// Whether nothing more of the file is read.
    pub(super) fn ends_file(&self) -> bool {
        self.file == 0
    }
}
