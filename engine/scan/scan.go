package scan

import (
	"slices"
	"strings"
	"time"
)

// Code is a scanned code: its text as read and, for a GS1 element string, its
// elements as they stand in it.
type Code struct {
	Text     string
	Elements map[string]string // by application identifier
}

// Read cleans a scanned text of what wedges add around it, and takes a GS1
// element string apart.
func Read(text string) Code {
	text = strings.TrimSpace(strings.Map(printable, text))
	for _, symbology := range []string{"]C1", "]d2", "]Q3", "]e0"} {
		text = strings.TrimPrefix(text, symbology)
	}
	text = strings.Trim(text, string(groupSeparator))
	return Code{Text: text, Elements: elements(text)}
}

// printable keeps what people and GS1 use: no control characters but the
// separator.
func printable(r rune) rune {
	if r == groupSeparator || r >= ' ' && r != 0x7f {
		return r
	}
	return -1
}

// Spaced writes a text with blanks in place of the separators of GS1.
func Spaced(text string) string { return strings.ReplaceAll(text, string(groupSeparator), " ") }

// Said gives the elements as fields keep them: dates as 2027-03-31, counts without
// leading zeros. A date that is none is left out.
func (c Code) Said() map[string]string {
	said := make(map[string]string, len(c.Elements))
	for key, value := range c.Elements {
		switch key {
		case "11", "12", "13", "15", "16", "17":
			if day, ok := day(value); ok {
				said[key] = day
			}
		case "30", "37":
			if digits(value) {
				said[key] = "0"
				if short := strings.TrimLeft(value, "0"); short != "" {
					said[key] = short
				}
			}
		default:
			said[key] = value
		}
	}
	return said
}

// tradeItems are the elements that hold the number of a trade item.
var tradeItems = []string{"01", "02"}

// Values are the ways in which a field may hold an element; nil where it is not said.
func (c Code) Values(element string) []string {
	value, ok := c.Elements[element]
	switch {
	case !ok:
		return nil
	case slices.Contains(tradeItems, element):
		return Forms(value)
	}
	return []string{value}
}

// day reads YYMMDD; day 00 is the last of the month. All years are of this century:
// goods that are scanned were not made in the last one.
func day(text string) (string, bool) {
	if strings.HasSuffix(text, "00") {
		month, err := time.Parse("060102", text[:len(text)-2]+"01")
		if err != nil {
			return "", false
		}
		return ours(month.AddDate(0, 1, -1)), true
	}
	at, err := time.Parse("060102", text)
	if err != nil {
		return "", false
	}
	return ours(at), true
}

// ours undoes that Go reads the years from 69 on as those of the last century.
func ours(at time.Time) string {
	if at.Year() < 2000 {
		at = at.AddDate(100, 0, 0)
	}
	return at.Format(time.DateOnly)
}

// Forms are the ways in which a trade item number is written: with fourteen digits,
// and without the zeros before a shorter one. Another text has one form.
func Forms(text string) []string {
	const longest, shortest = 14, 12
	if !digits(text) || len(text) < shortest || len(text) > longest {
		return []string{text}
	}
	forms := []string{text}
	for n := shortest; n <= longest; n++ {
		padded := strings.Repeat("0", max(0, n-len(text))) + text
		if cut := len(padded) - n; n != len(text) && strings.Trim(padded[:cut], "0") == "" {
			forms = append(forms, padded[cut:])
		}
	}
	return forms
}
