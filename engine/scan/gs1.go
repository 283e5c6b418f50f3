package scan

import "strings"

// groupSeparator ends an element of variable length (FNC1 as it reaches us).
const groupSeparator = '\x1d'

// fixedLength is the length of the data of the application identifiers whose
// length is fixed; GS1 General Specifications, section 7.8.5.
var fixedLength = map[string]int{
	"00": 18, "01": 14, "02": 14, "11": 6, "12": 6, "13": 6, "15": 6, "16": 6, "17": 6, "20": 2,
}

// variable are the application identifiers of variable length that are read here:
// batch, serial, counts and additional identification.
var variable = map[string]bool{"10": true, "21": true, "30": true, "37": true, "240": true, "400": true}

// elements takes a GS1 element string apart, written with brackets or with
// separators; nil when the text is none.
func elements(text string) map[string]string {
	if strings.HasPrefix(text, "(") {
		return bracketed(text)
	}
	found := map[string]string{}
	for rest := text; rest != ""; {
		key, value, tail, ok := nextElement(rest)
		if !ok {
			return nil
		}
		found[key], rest = value, tail
	}
	return found
}

// nextElement reads the first element of the text.
func nextElement(text string) (key, value, rest string, ok bool) {
	if len(text) >= 2 {
		if n, fixed := fixedLength[text[:2]]; fixed && len(text) >= 2+n && digits(text[:2+n]) {
			return text[:2], text[2 : 2+n], strings.TrimPrefix(text[2+n:], string(groupSeparator)), true
		}
	}
	for _, width := range []int{2, 3} {
		if len(text) > width && variable[text[:width]] {
			value, rest, _ = strings.Cut(text[width:], string(groupSeparator))
			return text[:width], value, rest, true
		}
	}
	return "", "", "", false
}

// bracketed reads the form that people see, as (01)09506000134352(10)AB.
func bracketed(text string) map[string]string {
	found := map[string]string{}
	for _, part := range strings.Split(text, "(")[1:] {
		key, value, ok := strings.Cut(part, ")")
		if !ok || !digits(key) || value == "" {
			return nil
		}
		found[key] = value
	}
	return found
}

func digits(text string) bool {
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	return text != ""
}
