package catalog

import (
	"regexp"
	"strings"
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
