package paper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/printing/sample"
)

// said is a code that zxing read.
type said struct{ Text, Symbology string }

// shown are labels as printers burn them, for zxing to read.
type shown struct {
	*testing.T
	folder string
}

func newShown(t *testing.T) shown {
	t.Helper()
	return shown{t, t.TempDir()}
}

// add burns a page.
func (s shown) add(name string, p *page.Page, perMM float64) {
	s.Helper()
	dots := burnt(paint.Draw(p, perMM, family(s)))
	picture := image.Gray{Pix: dots.grey, Stride: dots.width, Rect: image.Rect(0, 0, dots.width, dots.height)}
	var file bytes.Buffer
	if err := png.Encode(&file, &picture); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.folder, name+".png"), file.Bytes(), 0o600); err != nil {
		s.Fatal(err)
	}
}

// read gives what zxing reads on each label.
func (s shown) read() map[string][]said {
	s.Helper()
	all := map[string][]said{}
	for line := range strings.Lines(tool(s.T, "node", "read.mjs", s.folder)) {
		var found struct {
			Name  string
			Codes []said
		}
		if err := json.Unmarshal([]byte(line), &found); err != nil {
			s.Fatal(err)
		}
		all[strings.TrimSuffix(found.Name, ".png")] = found.Codes
	}
	return all
}

// TestCodesOfTemplatesAreRead has zxing read every code of every shipped label, as
// printers of 203 and 300 dpi burn it, on usual and on the longest texts.
func TestCodesOfTemplatesAreRead(t *testing.T) {
	t.Parallel()
	release, labels := product(t), newShown(t)
	want := map[string][]string{}
	for key, template := range drawnByUs(release) {
		for dpi := range heads {
			for _, of := range []string{sample.Usual, sample.Longest} {
				if sheet := template.Meta.Paper.Width > 110; sheet && (dpi != 203 || !*whole && of != sample.Longest) {
					continue
				}
				p := prove(t, release, key, of, "en", dpi)
				labels.add(p.name, &p.made.Pages[0], p.perMM)
				for _, code := range p.made.Pages[0].Codes {
					want[p.name] = append(want[p.name], readable(code.Kind, code.Text))
				}
			}
		}
	}
	got := labels.read()
	for name, texts := range want {
		for _, text := range texts {
			if !slices.ContainsFunc(got[name], func(one said) bool { return one.Text == text }) {
				t.Errorf("%s: %q was not read, but %q", name, text, got[name])
			}
		}
	}
}

// readable is what a reader says to a code.
func readable(kind, text string) string {
	if strings.HasPrefix(kind, "gs1_") {
		return strings.NewReplacer("(00)", "00").Replace(text)
	}
	return text
}

// TestRandomElementStringsAreRead has zxing read random GS1 strings, which are put
// together here by the book: values of fixed length first, FNC1 behind each other one
// but the last.
func TestRandomElementStringsAreRead(t *testing.T) {
	t.Parallel()
	count, seed := 60, rand.Uint64()
	if *whole {
		count = 1000
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	labels, want := newShown(t), map[string]said{}
	for n := range count {
		kind, symbology := code.GS1128, "]C1"
		if n%2 == 1 {
			kind, symbology = code.GS1DataMatrix, "]d2"
		}
		human, machine := elementString(random, kind)
		template := label(says(meta.PrintElement{Key: "code", Type: meta.ElementCode, X: 2, Y: 2, Width: 176, Height: 40, Code: kind, Align: "center"}, human))
		template.Meta.Paper.Width = 180 // the longest GS1-128
		made, err := layout.Make(t.Context(), template, []layout.Record{{ID: 1}}, layout.Options{Family: family(t), PerMM: 8, Language: "en"})
		if err != nil {
			t.Fatalf("%s: %v", human, err)
		}
		name := fmt.Sprint(n)
		labels.add(name, &made.Pages[0], 8)
		want[name] = said{machine, symbology}
	}
	got := labels.read()
	for name, one := range want {
		if !slices.Equal(got[name], []said{one}) {
			t.Errorf("%s: read %q, want %q", name, got[name], one)
		}
	}
}

// An identifier in use, with the form of its values.
type identifier struct {
	ai    string
	value func(*rand.Rand) string
}

var (
	fixedOnes = []identifier{
		{"01", checked(13)}, {"02", checked(13)}, {"11", day}, {"17", day}, {"20", digits(2)}, {"3103", digits(6)}, {"410", checked(12)},
	}
	openOnes = []identifier{{"10", letters(10)}, {"21", letters(10)}, {"37", digits(3)}, {"400", letters(8)}, {"240", letters(9)}}
)

// elementString makes up one as people write it, and as a reader gives it.
func elementString(random *rand.Rand, kind string) (human, machine string) {
	most := 46 // characters of a GS1-128 with its separators
	if kind == code.GS1DataMatrix {
		most = 80
	}
	var fixed, open []string
	length := 0
	add := func(from []identifier, into *[]string) {
		one := from[random.IntN(len(from))]
		value := one.value(random)
		if strings.Contains(human, "("+one.ai+")") || length+len(one.ai)+len(value)+1 > most {
			return
		}
		length += len(one.ai) + len(value) + 1
		human += "(" + one.ai + ")" + value
		*into = append(*into, one.ai+value)
	}
	for range 1 + random.IntN(4) {
		if random.IntN(2) == 0 {
			add(fixedOnes, &fixed)
		} else {
			add(openOnes, &open)
		}
	}
	if human == "" {
		add(openOnes, &open)
	}
	return human, strings.Join(fixed, "") + strings.Join(open, "\x1d")
}

func digits(n int) func(*rand.Rand) string {
	return func(random *rand.Rand) string {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte('0' + random.IntN(10))
		}
		return string(text)
	}
}

func checked(n int) func(*rand.Rand) string {
	return func(random *rand.Rand) string {
		number := digits(n)(random)
		return number + string(code.CheckDigit(number))
	}
}

func day(random *rand.Rand) string {
	return fmt.Sprintf("%02d%02d%02d", 20+random.IntN(15), 1+random.IntN(12), random.IntN(29))
}

// letters are those that GS1 allows, brackets and percent signs too.
func letters(most int) func(*rand.Rand) string {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!\"%&'()*+,-./:;<=>?_"
	return func(random *rand.Rand) string {
		text := make([]byte, 1+random.IntN(most))
		for i := range text {
			text[i] = all[random.IntN(len(all))]
		}
		return string(text)
	}
}
