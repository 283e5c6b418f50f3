package catalog

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// NumberPattern is the form of a decimal as a person writes one: no exponent, no
// plus, no bare point, no separators.
const NumberPattern = `^-?[0-9]+(\.[0-9]+)?$`

var numberForm = regexp.MustCompile(NumberPattern)

// IsNumber reports whether a text reads as a number; minus zero does not.
func IsNumber(text string) bool {
	digits, negative := strings.CutPrefix(text, "-")
	return numberForm.MatchString(text) && (!negative || strings.Trim(digits, "0.") != "")
}

// ByteLength is the length of a text as labels and forms of other systems count
// it: ASCII is half, all else whole.
func ByteLength(text string) float64 {
	halves := 0
	for _, r := range text {
		halves++
		if r >= utf8.RuneSelf {
			halves++
		}
	}
	return float64(halves) / 2
}
