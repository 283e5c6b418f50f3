package sheetml

import (
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
)

// mostColumns and mostRows are what a sheet has at most.
const (
	mostColumns = 16_384
	mostRows    = 1_048_576
)

// Rows hands each row of the first sheet to fn, with its number from 1, until fn
// says that it has enough. Cells hold what is stored: figures and days as numbers
// of the digits that a spreadsheet knows, the last result of a formula, booleans as 1 and 0. Rows without cells are left
// out.
func (b *Book) Rows(fn func(number int, cells []string) (more bool, err error)) error {
	content, err := b.open(b.sheet, mostUnpacked)
	if err != nil {
		return err
	}
	defer content.Close()
	r := &rows{book: b, scanner: newScanner(content)}
	for {
		err := r.next()
		if errors.Is(err, io.EOF) && !errors.Is(err, errMarkup) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the sheet: %w", err)
		}
		done, err := r.take()
		if err != nil {
			return fmt.Errorf("read the sheet: %w", err)
		}
		if !done {
			continue
		}
		if more, err := fn(r.number, r.cells); err != nil || !more {
			return err
		}
	}
}

// rows is a sheet on its way.
type rows struct {
	*scanner
	book   *Book
	number int
	cells  []string
	column int    // of the cell, from 0
	kind   string // of the cell
	text   strings.Builder
	spoken bool // in the part of a text that tells how it is spoken
}

// take takes the tag; done at the end of a row that has cells.
func (r *rows) take() (done bool, err error) {
	switch r.name() {
	case "row":
		return false, r.beginRow()
	case "/row":
		return len(r.cells) > 0, nil
	case "c":
		return false, r.beginCell()
	case "/v":
		r.text.WriteString(r.content())
	case "rPh":
		r.spoken = !r.empty()
	case "/rPh":
		r.spoken = false
	case "/t":
		if !r.spoken {
			r.text.WriteString(r.content())
		}
	case "/c":
		return false, r.endCell()
	}
	return false, nil
}

func (r *rows) beginRow() error {
	r.number++
	r.cells, r.column = make([]string, 0, len(r.cells)), -1 // rows are of one width
	if given := r.attribute("r"); given != nil {
		n, err := strconv.Atoi(string(given))
		if err != nil || n < r.number || n > mostRows {
			return errMarkup
		}
		r.number = n
	}
	return nil
}

func (r *rows) beginCell() error {
	r.column++
	if given := r.attribute("r"); given != nil {
		column, ok := columnOf(given)
		if !ok {
			return errMarkup
		}
		r.column = column
	}
	if r.column >= mostColumns {
		return errMarkup
	}
	r.kind = kindOf(r.attribute("t"))
	r.text.Reset()
	return nil
}

// kindOf names the kinds that matter without taking memory.
func kindOf(given []byte) string {
	switch string(given) {
	case "s":
		return "s"
	case "str", "inlineStr":
		return "str"
	}
	return ""
}

func (r *rows) endCell() error {
	value := r.text.String()
	switch r.kind {
	case "s":
		at, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || at < 0 || at >= len(r.book.strings) {
			return errMarkup
		}
		value = r.book.strings[at]
	case "str":
		value = unescape(value)
	default:
		value = figure(value)
	}
	for len(r.cells) < r.column {
		r.cells = append(r.cells, "")
	}
	if len(r.cells) == r.column {
		r.cells = append(r.cells, value)
	} else {
		r.cells[r.column] = value
	}
	return nil
}

// known is how many digits of a figure a spreadsheet knows and shows.
const known = 15

// figure is a figure as a person entered it: 0.12 for 0.12000000000000001, as
// spreadsheets write what they keep in binary. Others stay as they are written.
func figure(text string) string {
	if len(text) <= known+1 || !strings.ContainsAny(text, ".eE") { // the point is no digit
		return text
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return text
	}
	if written := strconv.FormatFloat(value, 'G', known, 64); len(written) < len(text) {
		return written
	}
	return text
}

// columnOf reads the letters of an address as AB12, from 0.
func columnOf(address []byte) (column int, ok bool) {
	for _, b := range address {
		if b < 'A' || b > 'Z' {
			break
		}
		if column = column*26 + int(b-'A') + 1; column > mostColumns {
			return 0, false
		}
	}
	return column - 1, column > 0
}

// escaped are characters as spreadsheets write those that XML does not know.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescape reads _x000D_ and its like.
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, func(code string) string {
		n, err := strconv.ParseUint(code[2:6], 16, 16)
		if err != nil || utf16.IsSurrogate(rune(n)) {
			return code
		}
		return string(rune(n))
	})
}
