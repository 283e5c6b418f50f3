package foreign_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/foreign"
)

// acts is what makes a printer do something else than print, wherever it stands but in the
// bytes of a picture.
var acts = regexp.MustCompile(`(?i)[~^](J[^SM]|JM|H|D[^G]|K|N|S[XOCRPTZELQ]|C[CDT]|MU|LL?[^HLRST])|[\x02\x03\x10\x1e]`)

// TestHostileZPLIsRefused spoils labels at random places: what still passes holds nothing
// that acts.
func TestHostileZPLIsRefused(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	sound := []byte("^XA^LRN^MNY^POI^PW812^CI28^FO5,5^BY2^BCN,80,N,N,N,A^FD>:1Z^FS^FO9,9^A0N,30^FH^FDWang_7E 1!^FS^GFA,4,4,1,FF:Z^FS^PQ1^XZ\n~DGR:A,1,1,FF\n^XA^FO1,1^XGR:A,1,1^FS^XZ\n")
	spoils := []string{"~JR", "^JUF", "^", "~", "~HS", "^XA", "^XZ", "\x02", "\x10", "\x1e", "! U1 do \"device.reset\" \"\"", "^CC*", "~CT+", "^KPx", "^NS", "^SX", "^DFR:A", "^GFB,9,9,9,", ",", "\n", "~DYE:A", "^MUM"}
	passed := 0
	for i := range 2000 {
		text := slices.Clone(sound)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(text))
			text = slices.Concat(text[:at], []byte(spoils[random.IntN(len(spoils))]), text[at+random.IntN(min(4, len(text)-at)):])
		}
		n, err := foreign.Labels(text)
		if err != nil {
			if fault.CodeOf(err) != fault.Invalid {
				t.Errorf("case %d (seed %d): %v", i, seed, err)
			}
			continue
		}
		passed++
		if found := acts.Find(text); found != nil && !bytes.Contains(text, []byte("^GFB")) || n < 1 || n > foreign.MostLabels {
			t.Errorf("case %d (seed %d): %d labels with %q pass: %q", i, seed, n, found, text)
		}
	}
	if passed == 0 {
		t.Errorf("none passes: the test proves little (seed %d)", seed)
	}
}

// TestHostilePDFIsRefused spoils a PDF at random places: each is refused or drawn within
// the limits.
func TestHostilePDFIsRefused(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 2))
	d := foreign.NewDrawer("")
	sound := sheet(80, 120)
	for i := range 30 {
		file := slices.Clone(sound)
		for range 1 + random.IntN(15) {
			file[random.IntN(len(file))] = byte(random.IntN(256))
		}
		pages, err := d.Draw(t.Context(), file[:1+random.IntN(len(file))], foreign.Room{PerMM: 2, Width: 200, Height: 300})
		if err != nil && !errors.Is(err, foreign.ErrNone) {
			t.Errorf("case %d (seed %d): %v", i, seed, err)
		}
		for _, p := range pages {
			if size := p.Bounds().Size(); size.X > 320 || size.Y > 320 {
				t.Errorf("case %d (seed %d): %v dots", i, seed, size)
			}
		}
	}
}
