package layout

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
)

// Sizes of letters, in pt and in parts of an em.
const (
	defaultSize = 9
	sizeStep    = 0.25 // pt
	leading     = 1.25 // from line to line
	ascent      = 0.9  // of a line, above the baseline
	lastLine    = 1.12 // height of a line that none follows
)

// em gives the µm of an em of so many pt.
func em(pt float64) int { return int(pt * 25400 / 72) }

// block is a text broken into lines at the size at which it fits.
type block struct {
	meta    *meta.PrintElement
	face    *font.Face
	words   string // all of them
	size    int    // µm of an em
	lines   []string
	tooLong bool // the lines are not all of the words
	torn    bool // a line ends within a word, or the last one is a single letter
}

// block fits a text into its element.
func (m *maker) block(e *meta.PrintElement, words string) (*block, error) {
	words = plain(words, e.Fit == meta.FitWrap || e.Fit == meta.FitGrow)
	b := &block{meta: e, face: m.Family.Face(e.Bold), words: words}
	if _, missing := b.face.Measure(strings.ReplaceAll(words, "\n", "")); missing != 0 {
		return nil, fault.New(fault.Invalid, "print.missing_glyph", "record", m.of.Label, "element", e.Key, "character", string(missing), "text", words)
	}
	size, least := e.Size, e.Least
	if size == 0 {
		size = defaultSize
	}
	if least == 0 {
		least = size * 2 / 3
	}
	if e.Fit != meta.FitShrink && e.Fit != meta.FitWrap {
		least = size
	}
	b.shrink(size, least)
	if b.tooLong {
		b.keepToRoom()
	} else if b.torn {
		b.mend()
	}
	return b, nil
}

// shrink takes the largest size at which the text fits, or the least.
func (b *block) shrink(size, least float64) {
	try := func(steps int) bool {
		b.size = em(size - float64(steps)*sizeStep)
		return b.fits()
	}
	smallest := max(int((size-least)/sizeStep), 0)
	try(sort.Search(smallest, try))
}

// mend takes a size up to a fifth smaller if no word is torn there.
func (b *block) mend() {
	fit := b.size
	least := max(fit*4/5, em(b.meta.Least))
	for b.torn && b.size > least {
		b.size -= em(sizeStep)
		b.fits()
	}
	if b.torn {
		b.size = fit
		b.fits()
	}
}

// keepToRoom leaves of a text that is too long what has room: letters on other letters
// are lost both, and what is cut is told.
func (b *block) keepToRoom() {
	room := um(b.meta.Width)
	for i, line := range b.lines {
		if full := b.meta.Fit == meta.FitWrap && b.heightOf(i+2) > um(b.meta.Height); full {
			b.lines = append(b.lines[:i], b.cut(strings.Join(b.lines[i:], " "), room))
			return
		}
		b.lines[i] = b.cut(line, room)
	}
}

// plain leaves nothing in a text that would not be seen: a new line is a blank where
// lines are not broken.
func plain(words string, breaks bool) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && breaks:
			return r
		case r == '\r' || r == '\u200b' || r == '\ufeff' || r == '\u00ad':
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, words)
}

// fits breaks the text at the present size and reports whether there is room for it.
func (b *block) fits() bool {
	room, words := um(b.meta.Width), b.words
	switch b.meta.Fit {
	case meta.FitGrow:
		b.lines, b.tooLong = b.broken(words, room)
		return !b.tooLong
	case meta.FitWrap:
		b.lines, b.tooLong = b.broken(words, room)
		b.tooLong = b.tooLong || b.height() > um(b.meta.Height)
		return !b.tooLong
	case meta.FitCut:
		b.lines = []string{b.cut(words, room)}
		return true
	}
	width := b.width(words)
	b.lines, b.tooLong = []string{words}, width > room
	return !b.tooLong
}

// width measures a text at the present size, in µm.
func (b *block) width(words string) int {
	em, _ := b.face.Measure(words) // none is missing: block refused that
	return int(em * float64(b.size))
}

func (b *block) leading() int { return int(leading * float64(b.size)) }
func (b *block) ascent() int  { return int(ascent * float64(b.size)) }

// height is that of all lines.
func (b *block) height() int { return b.heightOf(len(b.lines)) }

func (b *block) heightOf(lines int) int {
	return (lines-1)*b.leading() + int(lastLine*float64(b.size))
}

// offset is how far below the upper edge of the element the first line begins. A line
// that was made smaller stays on its baseline, where its neighbours stand.
func (b *block) offset() int {
	room := um(b.meta.Height) - b.height()
	switch {
	case room <= 0 || b.meta.Fit == meta.FitGrow && len(b.lines) > 1:
		return 0
	case b.meta.Vertical == "middle":
		return room / 2
	case b.meta.Vertical == "bottom":
		return room
	case len(b.lines) == 1 && b.meta.Size > 0:
		return min(room, max(int(ascent*float64(em(b.meta.Size)))-b.ascent(), 0))
	}
	return 0
}

// cut shortens a text to what has room, with an ellipsis.
func (b *block) cut(words string, room int) string {
	if width := b.width(words); width <= room {
		return words
	}
	short := "…"
	room -= b.width(short)
	for end, width := 0, 0.0; ; {
		letter, size := utf8.DecodeRuneInString(words[end:])
		em, _ := b.face.Measure(string(letter)) // none is missing: block refused that
		if width += em * float64(b.size); int(width) > room {
			return strings.TrimRight(words[:end], " ") + short
		}
		end += size
	}
}

// broken breaks a text into lines; tooLong when a single letter has no room.
func (b *block) broken(words string, room int) (lines []string, tooLong bool) {
	b.torn = false
	for _, paragraph := range strings.Split(words, "\n") {
		line := ""
		for _, piece := range pieces(paragraph) {
			if width := b.width(strings.TrimRight(line+piece, " ")); width <= room {
				line += piece
				continue
			}
			if line != "" {
				b.torn = b.torn || !parted(line, piece)
				lines = append(lines, strings.TrimRight(line, " "))
			}
			var full []string
			word := strings.TrimRight(piece, " ") // its blanks need no room at the end of a line
			full, line, tooLong = b.letters(strings.TrimLeft(word, " "), room, tooLong)
			line += piece[len(word):]
			b.torn = b.torn || len(full) > 0
			lines = append(lines, full...)
		}
		lines = append(lines, strings.TrimRight(line, " "))
		b.torn = b.torn || len(lines) > 1 && utf8.RuneCountInString(line) == 1
	}
	return lines, tooLong
}

// parted reports whether people read on over the end of a line without a thought: it
// ends with a word, or between letters that are words.
func parted(line, piece string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(piece)
	return last == ' ' || wide(last) || wide(first)
}

// wide reports whether a letter is one of those that lines may break between.
func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r <= 0x30ff || r >= 0xff00 && r <= 0xffef
}

// letters breaks a piece that is longer than a line between its letters.
func (b *block) letters(piece string, room int, tooLong bool) (full []string, rest string, still bool) {
	for _, r := range piece {
		if width := b.width(rest + string(r)); width > room && rest != "" {
			full = append(full, rest)
			rest = ""
		}
		rest += string(r)
		if width := b.width(string(r)); width > room {
			tooLong = true
		}
	}
	return full, rest, tooLong
}

// pieces are what a line may end after: words with their blanks, and each Chinese
// letter, with the punctuation that must not begin a line.
func pieces(text string) []string {
	var found []string
	begin := true
	for _, r := range text {
		clings := strings.ContainsRune("，。、；：！？）》」』】”’%,.;:!?)", r)
		switch {
		case len(found) == 0 || begin && !clings && r != ' ' || wide(r) && !clings:
			found = append(found, string(r))
		default:
			found[len(found)-1] += string(r)
		}
		begin = wide(r) || r == ' ' || r == '-' || r == '/'
	}
	return found
}
