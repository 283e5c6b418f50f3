package layout

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// readyBand is a band whose elements are measured.
type readyBand struct {
	band   *catalog.PrintBand
	height int
	grown  int // by how much it is higher than the template says
	parts  []part
}

// part is an element that will be drawn.
type part struct {
	meta   *meta.PrintElement
	text   *block
	symbol *code.Symbol
	image  *picture.Picture
	words  string
}

// prepare measures a band; nil when it is not drawn.
func (m *maker) prepare(ctx context.Context, band *catalog.PrintBand, at int) (*readyBand, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if band.When != nil {
		if holds, err := band.When.Holds(ctx, m.scope()); err != nil || !holds {
			return nil, err
		}
	}
	ready := &readyBand{band: band, height: um(band.Meta.Height)}
	for i := range band.Elements {
		e := &band.Elements[i]
		if err := m.count(ctx); err != nil {
			return nil, err
		}
		if e.When != nil {
			if holds, err := e.When.Holds(ctx, m.scope()); err != nil {
				return nil, err
			} else if !holds {
				continue
			}
		}
		made, err := m.part(ctx, e, at)
		if err != nil {
			return nil, err
		}
		if made.text != nil && e.Meta.Fit == meta.FitGrow {
			ready.grown = max(ready.grown, made.text.height()-um(e.Meta.Height))
		}
		ready.parts = append(ready.parts, made)
	}
	ready.height += ready.grown
	return ready, nil
}

// part measures an element.
func (m *maker) part(ctx context.Context, e *catalog.PrintElement, at int) (part, error) {
	p := part{meta: upright(e.Meta)}
	if e.Meta.Type == meta.ElementLine || e.Meta.Type == meta.ElementBox {
		return p, nil
	}
	if e.Meta.Type == meta.ElementImage {
		var err error
		p.image, err = m.picture(ctx, e)
		return p, m.orTold(at, e.Meta.Key, "", err)
	}
	words, err := m.words(ctx, e, at)
	if err != nil {
		return p, err
	}
	if err := m.weigh(e.Meta.Key, words); err != nil {
		return p, err
	}
	p.words = words
	switch {
	case words == "":
	case e.Meta.Type == meta.ElementCode:
		p.symbol, err = m.symbol(p.meta, words)
	default:
		p.text, err = m.block(p.meta, words)
	}
	return p, m.orTold(at, e.Meta.Key, words, err)
}

// symbol makes the code of an element.
func (m *maker) symbol(e *meta.PrintElement, words string) (*code.Symbol, error) {
	symbol, err := code.Make(e.Code, words)
	if known, ok := fault.As(err); ok {
		err = fault.New(fault.Invalid, "print.code", "record", m.of.Label, "element", e.Key, "why", known.Key, "text", words).Because(err)
	}
	if err == nil {
		err = m.room(e, symbol, words)
	}
	if err != nil {
		return nil, err
	}
	return symbol, nil
}

// draftNotices are what a draft tells of faults that refuse a print.
var draftNotices = map[string]string{"print.code": "bad_code", "print.code_no_room": "bad_code", "print.missing_glyph": "missing_glyph", "print.picture": "bad_picture"}

// orTold makes a notice of a fault that a draft goes on behind.
func (m *maker) orTold(at int, element, words string, err error) error {
	known, ok := fault.As(err)
	if !ok || !m.Draft || draftNotices[known.Key] == "" {
		return err
	}
	m.notice(at, element, draftNotices[known.Key], words)
	return nil
}

// words are what an element says.
func (m *maker) words(ctx context.Context, e *catalog.PrintElement, at int) (string, error) {
	switch {
	case e.Meta.Type == meta.ElementPage:
		return fmt.Sprintf("%d / %d", at-m.first+1, len(m.result.Pages)-m.first), nil
	case e.Meta.Text != nil:
		return e.Meta.Text.In(m.Language), nil
	case e.Field != nil && m.line != nil && m.line.Words != nil:
		return m.line.Words[e.Meta.Field], nil
	case e.Field != nil:
		return m.of.Words[e.Meta.Field], nil
	}
	value, err := e.Value.Eval(ctx, m.scope())
	words := strings.TrimSpace(m.said(value))
	if e.Meta.Type == meta.ElementCode {
		return words, err
	}
	return blanks.ReplaceAllString(words, " "), err
}

// blanks are what is left where parts that are put together are absent.
var blanks = regexp.MustCompile(" {2,}")

// said writes a value of an expression as the fields on paper are written.
func (m *maker) said(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case time.Time:
		return catalog.Moment(v, m.Zone)
	case bool:
		if v {
			return "✓"
		}
		return ""
	case []any:
		words := make([]string, len(v))
		for i := range v {
			words[i] = m.said(v[i])
		}
		return strings.Join(words, ", ")
	}
	return fmt.Sprint(value)
}

// draw puts the elements of a band on the page, from y on.
func (m *maker) draw(ready *readyBand, y, at int) {
	if m.Draft {
		place := Place{Band: ready.band.Meta.Key, Page: at + 1, X: m.left, Y: y, Width: m.width - m.left - m.right, Height: ready.height, Grown: ready.grown}
		m.result.Places = append(m.result.Places, place)
	}
	for i := range ready.parts {
		p := &ready.parts[i]
		e := p.meta
		left, top := m.left+um(e.X), y+um(e.Y)
		if e.Low {
			top += ready.grown
		}
		m.drawTurned(e, left, top, func(left, top int) { m.element(p, left, top, at) })
	}
}

func (m *maker) element(p *part, left, top, at int) {
	switch {
	case p.meta.Type == meta.ElementLine || p.meta.Type == meta.ElementBox:
		m.box(p.meta, left, top)
	case p.image != nil:
		m.image(p, left, top)
	case p.symbol != nil:
		m.code(p, left, top, at)
	case p.text != nil:
		m.text(p.text, left, top, at)
	}
}

// box draws a rule, a filled ground, or a frame of four bars.
func (m *maker) box(e *meta.PrintElement, x, y int) {
	width, height, stroke := um(e.Width), um(e.Height), um(e.Stroke)
	if e.Type == meta.ElementLine || stroke == 0 {
		m.page.Bars = append(m.page.Bars, page.Bar{X: x, Y: y, Width: width, Height: height, Colour: e.Colour})
		return
	}
	m.page.Bars = append(m.page.Bars,
		page.Bar{X: x, Y: y, Width: width, Height: stroke, Colour: e.Colour},
		page.Bar{X: x, Y: y + height - stroke, Width: width, Height: stroke, Colour: e.Colour},
		page.Bar{X: x, Y: y, Width: stroke, Height: height, Colour: e.Colour},
		page.Bar{X: x + width - stroke, Y: y, Width: stroke, Height: height, Colour: e.Colour})
}

func (m *maker) text(b *block, x, y, at int) {
	if b.tooLong {
		m.notice(at, b.meta.Key, "too_long", b.words)
	}
	y += b.offset()
	for i, line := range b.lines {
		if line == "" {
			continue
		}
		width := b.width(line)
		left := x
		switch b.meta.Align {
		case "center":
			left += (um(b.meta.Width) - width) / 2
		case "right":
			left += um(b.meta.Width) - width
		}
		m.page.Texts = append(m.page.Texts, page.Text{
			Element: b.meta.Key, X: m.onDot(left), Y: m.onDot(y + i*b.leading() + b.ascent()), Width: width,
			Size: b.size, Bold: b.meta.Bold, Colour: b.meta.Colour, Words: line,
		})
	}
}
