package exchange

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// grouped is a figure with thousands set apart, as 1,234,567.50.
var grouped = regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$`)

// yes and no as people write them.
var (
	yes = []string{"true", "yes", "y", "1", "是", "sí", "si"}
	no  = []string{"false", "no", "n", "0", "否"}
)

// read turns the text of a cell into what a save takes for the field; what it
// cannot read it leaves to the save to refuse.
func (im *importing) read(f *catalog.Field, column *meta.MappingColumn, text string) any {
	switch f.Family() {
	case meta.FamilyFigure:
		if grouped.MatchString(text) {
			text = strings.ReplaceAll(text, ",", "")
		}
		return json.Number(text)
	case meta.FamilyTruth:
		return readBoolean(text)
	case meta.FamilyDay, meta.FamilyMoment:
		return im.readTime(f.Family(), column.Format, text)
	case meta.FamilyChoice:
		return valueOf(f, text)
	case meta.FamilyRecords:
		return readKeys(f, text)
	default:
		return withoutGuard(text)
	}
}

func readBoolean(text string) any {
	low := strings.ToLower(text)
	switch {
	case slices.Contains(yes, low):
		return true
	case slices.Contains(no, low):
		return false
	}
	return text
}

// valueOf finds the value of a choice by its title in any language, or an alias.
func valueOf(f *catalog.Field, text string) any {
	if value, known := f.Named(text); known {
		return value
	}
	return text
}

// layouts are the ways to write a day or a time that say what they mean.
var layouts = []string{
	time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/1/2 15:04:05", "2006/1/2 15:04", "2006/1/2", "2006年1月2日", "20060102",
}

// patterns turn the letters of metadata's date formats into Go's.
var patterns = strings.NewReplacer("yyyy", "2006", "MM", "01", "dd", "02", "HH", "15", "mm", "04", "ss", "05", "M", "1", "d", "2")

// readTime reads a day or a time; a spreadsheet keeps them as days since 1900.
func (im *importing) readTime(of meta.Family, format, text string) any {
	at, ok := im.parseTime(format, text)
	if !ok {
		return text
	}
	if of == meta.FamilyDay {
		return at.Format(time.DateOnly)
	}
	return at.Format(time.RFC3339)
}

func (im *importing) parseTime(format, text string) (time.Time, bool) {
	tried := layouts
	if format != "" {
		tried = []string{patterns.Replace(format)}
	}
	for _, layout := range tried {
		if at, err := time.ParseInLocation(layout, text, im.zone); err == nil {
			return at, true
		}
	}
	days, err := strconv.ParseFloat(text, 64)
	if im.sheet.format != FormatXLSX || err != nil || days < 1 || days > 2_958_465 { // the last is 9999-12-31
		return time.Time{}, false
	}
	at, err := excelize.ExcelDateToTime(days, false)
	if err != nil {
		return time.Time{}, false
	}
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, im.zone), true
}

// A text that a spreadsheet would run as a formula is written behind an apostrophe,
// and read without it: one that begins with a sign, also of full width, with a tab or a
// new line, or with a sign behind blanks and marks that nobody sees.
const (
	signs  = "=+-@\uff1d\uff0b\uff0d\uff20"
	breaks = "\t\r\n"
)

func runs(text string) bool {
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.In(r, unicode.White_Space, unicode.Cf, unicode.Cc) })
	return text != "" && strings.ContainsAny(text[:1], breaks) || startsWithAny(rest, signs)
}

func startsWithAny(text, characters string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && strings.ContainsRune(characters, first)
}

func withGuard(text string) string {
	if runs(text) {
		return "'" + text
	}
	return text
}

func withoutGuard(text string) string {
	if rest, has := strings.CutPrefix(text, "'"); has && runs(rest) {
		return rest
	}
	return text
}
