package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/wareloom/wareloom/engine/meta"
)

// FoldSuffix ends the name of the column that keeps the folded text of a field
// marked search.
const FoldSuffix = meta.FoldSuffix

// Fold brings a text into the form in which it is searched: lower case, accents
// off, full-width characters to half width, white space to single blanks.
func Fold(text string) string {
	if isFolded(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Join(strings.Fields(norm.NFC.String(b.String())), " ")
}

// isFolded reports the plain lower-case texts on which folding has no effect.
func isFolded(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c <= ' ' || c >= 0x7f || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
