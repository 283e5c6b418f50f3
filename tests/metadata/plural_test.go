package metadata_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// A number goes well with every text: words that would be wrong beside a 1 have a form
// for it. So what follows a number is such a form, or one of the words that stay as
// they are; and in Spanish no plural article or verb leads to one.
func TestWordsGoByTheirNumber(t *testing.T) {
	t.Parallel()

	for _, texts := range loaded(t).Texts {
		for key, text := range texts.Terms {
			for language, words := range map[string]string{"en": text["en"], "es": text["es"]} {
				if problem := plurals[language].fault(key, words); problem != "" {
					t.Errorf("%s in %s: %q %s", key, language, words, problem)
				}
			}
		}
	}
}

func loaded(t *testing.T) *meta.Model {
	t.Helper()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// numbers are the arguments that may be 1.
var numbers = strings.Fields(`n count max min total rows seconds wrong all tries days bills waiting length scale
	qty missing ordered free on_hand got given ok done left failed rejected walk entries nearest limit`)

var (
	counted = regexp.MustCompile(`\{([a-z_]+)\}((?:[ -]\pL+)*)`)
	formed  = regexp.MustCompile(`\{[a-z_]+, [^{}]*\|[^{}]*\}`)
)

// plural are the words of a language that do not go by the number before them, and
// those that would make one after them wrong.
type plural struct {
	steady  *regexp.Regexp
	leading *regexp.Regexp
}

var plurals = map[string]plural{
	"en": {
		steady: regexp.MustCompile(`^(of|in|to|at|or|on|and|more|selected|deleted|created|found|not|imported|matching|done|left` +
			`|given|valid|rejected|waiting|with|expired|reserved|short|damaged|missing|put|late|still|unread|data|serial|empty|available|MB|kB|m|h|min)$`),
		leading: regexp.MustCompile(`\b(are|these|those) $`),
	},
	"es": {
		steady:  regexp.MustCompile(`^(de|del|en|a|al|o|y|con|por|que|no|más|como|caducado|bloqueado|reservado|ubicado|devuelto|máximo|MB|kB|m|h|min)$`),
		leading: regexp.MustCompile(`(?i)\b(los|las|son|están|primeros|quedan|faltan|pueden|caben|permiten|necesitan|guardan) $`),
	},
}

// fault says what would be wrong with the words beside a 1.
func (p plural) fault(key, words string) string {
	if strings.HasSuffix(key, "_one") || strings.HasSuffix(key, "_other") {
		return "" // of the specification, which gives a text to each form
	}
	plain := formed.ReplaceAllString(words, "|")
	for _, at := range counted.FindAllStringSubmatchIndex(plain, -1) {
		if !slices.Contains(numbers, plain[at[2]:at[3]]) {
			continue
		}
		if before := p.leading.FindString(plain[:at[0]]); before != "" {
			return "has no form for one of: " + before
		}
		if after := strings.Fields(plain[at[4]:at[5]]); len(after) > 0 && !p.steady.MatchString(after[0]) {
			return "has no form for one of: " + after[0]
		}
	}
	return ""
}

// Words beside a 1 that the test above must refuse, and such as it must let be.
func TestWordsThatDoNotGoByTheirNumberAreFound(t *testing.T) {
	t.Parallel()

	for words, wrong := range map[string]bool{
		"{n} rows": true, "{n} are left": true, "{rows} rows: {ok} imported": true,
		"{n} {n, row|rows}": false, "{n} MB": false, "{name} rows": false, "{done} of {total}": false,
	} {
		if got := plurals["en"].fault("list.rows", words) != ""; got != wrong {
			t.Errorf("%q is wrong: %v, want %v", words, got, wrong)
		}
	}
	for words, wrong := range map[string]bool{"quedan {n}": true, "{n} filas": true, "{n, queda|quedan} {n}": false} {
		if got := plurals["es"].fault("list.rows", words) != ""; got != wrong {
			t.Errorf("%q is wrong: %v, want %v", words, got, wrong)
		}
	}
}

// A figure counts: its words have a form for one, or do not go by the number.
func TestFiguresHaveWordsForOne(t *testing.T) {
	t.Parallel()

	for _, home := range loaded(t).Homes {
		for _, card := range home.Cards {
			for i := range card.Figures {
				figureGoesByItsNumber(t, home.Key+"."+card.Key, &card.Figures[i])
			}
		}
	}
	for key, station := range loaded(t).Stations {
		if station.Done != nil {
			figureGoesByItsNumber(t, key, station.Done)
		}
	}
}

// TestSentencesSayTheirFigures: words without a figure are a line of work, which has its
// figure beside it; in a sentence nobody learns how many.
func TestSentencesSayTheirFigures(t *testing.T) {
	t.Parallel()

	for _, home := range loaded(t).Homes {
		for _, card := range home.Cards {
			if card.Kind != "sentence" {
				continue
			}
			for _, f := range card.Figures {
				for language, words := range f.Words {
					if !strings.Contains(words, "{n") {
						t.Errorf("figure %s of %s.%s in %s: %q does not say how many", f.Key, home.Key, card.Key, language, words)
					}
				}
			}
		}
	}
}

// TestWhatWaitsGoesByItsNumber: on the card of what waits for a station a figure stands
// before the title of its column.
func TestWhatWaitsGoesByItsNumber(t *testing.T) {
	t.Parallel()

	model := loaded(t)
	for key, station := range model.Stations {
		if station.Waiting == nil {
			continue
		}
		list := model.Lists[station.Waiting.List]
		titles := map[string]*meta.Text{"line_count": nil, "total_qty": nil, "order_count": nil}
		for i := range list.Columns {
			if _, counts := titles[list.Columns[i].Key]; counts {
				titles[list.Columns[i].Key] = list.Columns[i].Title
			}
		}
		for i := range list.Measures {
			if m := &list.Measures[i]; m.Fn == "count" {
				titles[m.Key] = &m.Title
			}
		}
		for column, title := range titles {
			for _, language := range []string{"en", "es"} {
				if title == nil {
					continue
				}
				if problem := plurals[language].fault(key, "{n} "+(*title)[language]); problem != "" {
					t.Errorf("%s of %s in %s: %q %s", column, list.Key, language, (*title)[language], problem)
				}
			}
		}
	}
}

func figureGoesByItsNumber(t *testing.T, at string, f *meta.Figure) {
	t.Helper()
	for language, words := range map[string]string{"en": f.Words["en"], "es": f.Words["es"]} {
		if problem := plurals[language].fault(at, words); problem != "" && f.One == nil {
			t.Errorf("figure %s of %s in %s: %q %s", f.Key, at, language, words, problem)
		}
	}
}
