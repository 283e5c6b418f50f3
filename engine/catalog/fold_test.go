package catalog

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// TestTextsAreSearchedAlike holds letters, accents, widths and blanks to one form, and a
// folded text to itself.
func TestTextsAreSearchedAlike(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain": "plain", "": "", "ABC": "abc", "Élan": "elan", "E\u0301lan": "elan", "ＡＢ１２": "ab12", "a  b\t\nc": "a b c", "\u3000苹果\u00a0茶 ": "苹果 茶", "STRASSE": "strasse", "Ñandú": "nandu", "ﬁn": "fin", " ": "", "가": "가",
	} {
		got := Fold(text)
		if got != want || Fold(got) != got {
			t.Errorf("%q is searched as %q, and that as %q; want %q", text, got, Fold(got), want)
		}
	}
}

// TestAChoiceIsFoundByWhatPeopleWrite holds values before titles and aliases, whatever the
// letters.
func TestAChoiceIsFoundByWhatPeopleWrite(t *testing.T) {
	t.Parallel()
	c := &compiler{spellings: map[*meta.Dropdown]*spelling{}}
	d := &meta.Dropdown{Items: []meta.DropdownItem{
		{Key: "s", Title: meta.Text{"zh": "小", "en": "Small", "es": "Pequeño"}}, {Key: "small", Title: meta.Text{"zh": "很小", "en": "Tiny", "es": "Mínimo"}, Aliases: []string{"XS"}}, {Key: "t", Title: meta.Text{"zh": "T", "en": "Tiny", "es": "T"}},
	}}
	f := &Field{spelling: c.spelt(d), Values: []string{"s", "small", "t"}}
	for text, want := range map[string]string{"s": "s", "S": "s", "小": "s", "pequeno": "s", "Small": "small", "xs": "small", "ＸＳ": "small", "Tiny": "small", "t": "t", "huge": "-", "": "-"} {
		got, known := f.Named(text)
		if !known {
			got = "-"
		}
		if got != want {
			t.Errorf("%q means %s, want %s", text, got, want)
		}
	}
	if c.spelt(d) != f.spelling || !f.spelling.loose || c.spelt(nil) != nil {
		t.Error("spellings are made anew, aliases are not taken by saves, or there are some of no dropdown")
	}
	if got, known := (&Field{}).Named("x"); known || got != "x" {
		t.Errorf("of a field without choices: %q %t", got, known)
	}
}

// TestNamesOfTheDatabaseFit holds names to the bytes that PostgreSQL keeps, each still
// unlike the others.
func TestNamesOfTheDatabaseFit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 48)
	if got := LinkTable("item", "brand_ids"); got != "item__brand_ids" {
		t.Errorf("links are kept in %s", got)
	}
	one, other := LinkTable(long, long+"1"), LinkTable(long, long+"2")
	if len(one) > longestLink || one == other || !strings.HasPrefix(one, long) {
		t.Errorf("links of long names are kept in %s and %s", one, other)
	}
	table := &Table{Key: long}
	seen := map[string]bool{}
	for _, said := range [][2]string{{"code", "a"}, {"code", "b"}, {long, "a"}, {long + "x", "a"}} {
		name := constraintName(table, said[0], UniqueSuffix, said[1])
		if len(name) > longestName || seen[name] || !strings.Contains(name, UniqueSuffix) {
			t.Errorf("%v is called %s", said, name)
		}
		seen[name] = true
		if again := constraintName(table, said[0], UniqueSuffix, said[1]); again != name {
			t.Errorf("%v is called %s and %s", said, name, again)
		}
	}
}
