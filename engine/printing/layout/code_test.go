package layout_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// alone lays one element out on a page of its own.
func alone(t *testing.T, e meta.PrintElement) (page.Page, []layout.Notice, error) {
	t.Helper()
	body := band(meta.BandBody, 190, catalog.PrintElement{Meta: &e})
	made, err := try(t, &catalog.Print{Meta: &meta.Print{Paper: meta.Paper{Width: 200, Height: 200}}, Bands: []catalog.PrintBand{body}}, layout.Record{})
	if err != nil {
		return page.Page{}, nil, err
	}
	return made.Pages[0], made.Notices, nil
}

// coded are texts of codes by their kinds.
var coded = map[string]string{code.Code128: "A-1", code.ITF14: "15400141288763", code.EAN13: "4006381333931", code.QR: "A-1", code.DataMatrix: "A-1"}

// TestACodeHasItsQuietZoneInItsElement: random codes in random elements. Modules are whole
// dots, as wide as there is room for or as the template says; the code, its quiet zone, its
// frame and its text lie within the element, at the side that is asked.
func TestACodeHasItsQuietZoneInItsElement(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		for kind, text := range coded {
			e := meta.PrintElement{
				Key: "code", Type: meta.ElementCode, Code: kind, Text: &meta.Text{"en": text}, X: 5, Y: 5, Width: float64(40 + random.IntN(60)), Height: float64(10 + random.IntN(40)),
				Human: random.IntN(2) == 0, Align: []string{"", "center", "right"}[random.IntN(3)], Module: []float64{0, 0.25, 0.4}[random.IntN(3)],
			}
			p, notices, err := alone(t, e)
			if err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, e, err)
			}
			inElement(t, fmt.Sprintf("seed %d: %+v", seed, e), e, p)
			if small := p.Codes[0].Module < p.Codes[0].Symbol.Least-20; small != (len(notices) == 1 && notices[0].Kind == "small_code") {
				t.Errorf("seed %d: %+v has modules of %d and told is %v", seed, e, p.Codes[0].Module, notices)
			}
		}
	}
}

func inElement(t *testing.T, why string, e meta.PrintElement, p page.Page) {
	t.Helper()
	c := p.Codes[0]
	s := c.Symbol
	width, height := c.Size()
	left, right := c.X-s.Left*c.Module, c.X+width+s.Right*c.Module
	top, bottom := c.Y-s.Around*c.Module, c.Y+height+s.Around*c.Module
	room := func(least, most, from, to int) bool { return least >= from-dot && most <= to+dot }
	if !room(left, right, 5000, 5000+int(e.Width*1000)) || !room(top, bottom, 5000, 5000+int(e.Height*1000)) {
		t.Fatalf("the code lies from %d, %d to %d, %d: %s", left, top, right, bottom, why)
	}
	dots := float64(c.Module) / dot
	if dots != math.Trunc(dots) || c.X%dot != 0 {
		t.Fatalf("a module of %d begins at %d: %s", c.Module, c.X, why)
	}
	if wished := max(math.Round(e.Module*8), 1); e.Module > 0 && dots > wished {
		t.Fatalf("a module has %f dots, and may have %f: %s", dots, wished, why)
	} else if wider := right - left + (s.Left+s.Columns+s.Right)*dot; dots < wished || e.Module == 0 {
		if higher := (s.Rows + 2*s.Around) * (c.Module + dot); wider <= int(e.Width*1000) && (s.Linear() || higher <= int(e.Height*1000)) {
			t.Fatalf("there was room for modules of more than %d: %s", c.Module, why)
		}
	}
	before, behind := left-5000, 5000+int(e.Width*1000)-right
	if e.Align == "" && before > dot || e.Align == "right" && behind > dot || e.Align == "center" && (before-behind > 2*dot || behind-before > 2*dot) {
		t.Fatalf("free are %d and %d: %s", before, behind, why)
	}
	underACode(t, why, e, p)
}

// underACode looks at the text below bars, and at the bars that bear others.
func underACode(t *testing.T, why string, e meta.PrintElement, p page.Page) {
	t.Helper()
	c := p.Codes[0]
	_, height := c.Size()
	if told := c.Symbol.Linear() && e.Human; told != (len(p.Texts) == 1) {
		t.Fatalf("below it stands %v: %s", p.Texts, why)
	} else if told {
		text := p.Texts[0]
		if text.Words != c.Symbol.Human || text.Y <= c.Y+height+text.Size/2 || text.Y > 5000+int(e.Height*1000) {
			t.Fatalf("below bars to %d stands %+v: %s", c.Y+height, text, why)
		}
		if middle := text.X + text.Width/2 - c.X - c.Symbol.Columns*c.Module/2; middle > 4*c.Module+dot || middle < -4*c.Module-dot {
			t.Fatalf("the text stands %d beside the middle: %s", middle, why)
		}
	} else if c.Symbol.Linear() && !c.Symbol.Frame && height != int(e.Height*1000) {
		t.Fatalf("bars are %d high: %s", height, why)
	}
	if !c.Symbol.Frame {
		return
	}
	if len(p.Bars) != 2 || p.Bars[0].Y+p.Bars[0].Height != c.Y || p.Bars[1].Y != c.Y+height || p.Bars[0].Height != 2*c.Module || p.Bars[0].Width != (c.Symbol.Left+c.Symbol.Columns+c.Symbol.Right)*c.Module {
		t.Fatalf("bars from %d, %d high are borne by %+v: %s", c.Y, height, p.Bars, why)
	}
}

// TestACodeWithoutRoomIsRefused by how much it needs, the text below bars with it.
func TestACodeWithoutRoomIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		e    meta.PrintElement
		want string
	}{
		{"bars", meta.PrintElement{Code: code.Code128, Width: 11, Height: 2}, ""},
		{"bars that are too wide", meta.PrintElement{Code: code.Code128, Width: 10, Height: 2}, "print.code_no_room"},
		{"bars that are too low", meta.PrintElement{Code: code.Code128, Width: 11, Height: 1.9}, "print.code_no_room"},
		{"bars above a text", meta.PrintElement{Code: code.Code128, Width: 11, Height: 5.2, Human: true}, ""},
		{"bars above a text that are too low", meta.PrintElement{Code: code.Code128, Width: 11, Height: 5.1, Human: true}, "print.code_no_room"},
		{"a square", meta.PrintElement{Code: code.QR, Width: 3.7, Height: 3.7}, ""},
		{"a square that is too wide", meta.PrintElement{Code: code.QR, Width: 3.6, Height: 9}, "print.code_no_room"},
		{"a square that is too high", meta.PrintElement{Code: code.QR, Width: 9, Height: 3.6}, "print.code_no_room"},
		{"what is no code", meta.PrintElement{Code: code.EAN13, Width: 90, Height: 20}, "print.code"},
	} {
		tt.e.Key, tt.e.Type, tt.e.Text = "code", meta.ElementCode, &meta.Text{"en": "A-1"}
		_, _, err := alone(t, tt.e)
		refused(t, tt.name, err, tt.want)
	}
}
