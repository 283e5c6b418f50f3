package exchange

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	switch f.Type {
	case meta.TypeInteger, meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight, meta.TypeLength:
		if grouped.MatchString(text) {
			text = strings.ReplaceAll(text, ",", "")
		}
		return json.Number(text)
	case meta.TypeBoolean:
		return readBoolean(text)
	case meta.TypeDate, meta.TypeInstant:
		return im.readTime(f.Type, column.Format, text)
	case meta.TypeEnum:
		return valueOf(f, text)
	case meta.TypeReferences:
		return readKeys(f, text)
	}
	return withoutGuard(text)
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

// valueOf finds the value of a choice by its title in any language.
func valueOf(f *catalog.Field, text string) any {
	if f.Dropdown == nil {
		return text
	}
	for i := range f.Dropdown.Items {
		item := &f.Dropdown.Items[i]
		if item.Value == text || slices.ContainsFunc([]string{item.Title.ZH, item.Title.EN, item.Title.ES}, func(t string) bool { return strings.EqualFold(t, text) }) {
			return item.Value
		}
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
func (im *importing) readTime(kind, format, text string) any {
	at, ok := im.parseTime(format, text)
	if !ok {
		return text
	}
	if kind == meta.TypeDate {
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

// A text that a spreadsheet would run as a formula is written behind an
// apostrophe, and read without it.
const guarded = "=+-@\t\r"

func withGuard(text string) string {
	if text != "" && strings.ContainsRune(guarded, rune(text[0])) {
		return "'" + text
	}
	return text
}

func withoutGuard(text string) string {
	if len(text) > 1 && text[0] == '\'' && strings.ContainsRune(guarded, rune(text[1])) {
		return text[1:]
	}
	return text
}
