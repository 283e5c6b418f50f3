package layout

import (
	"context"
	"math"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// Record is what is printed of a record: its values for expressions, and its fields
// and those of its lines as people read them, by path.
type Record struct {
	ID    int64
	Label string
	Row   map[string]any
	Words map[string]string
	Lines []Line
}

// Line is what is printed of a line.
type Line struct {
	Row   map[string]any
	Words map[string]string
}

// Options say how pages are made.
type Options struct {
	Family   *font.Family
	PerMM    float64 // dots: modules of codes are whole ones
	Language string
	Zone     *time.Location // of the clock by which moments are told
	User     map[string]any
	Copies   int // of each record, times those of the template; 0: 1
	Resolve  func(ctx context.Context, table string, id int64) (map[string]any, error)
	// Picture reads the file of a field. The error wraps picture.ErrNone, or is a fault
	// NotFound, where it is none that can be printed.
	Picture func(ctx context.Context, file string) (*picture.Picture, error)
	Time    time.Duration // that it may take; 0: MostTime
	// Draft says where bands lie, and tells of what would refuse a print, as a code
	// that is wrong: who designs a template sees the rest of it meanwhile.
	Draft bool
}

// Notice tells of something on a page that a person should look at.
type Notice struct {
	Page    int    `json:"page"` // from 1; 0 before sheets are made
	Record  int64  `json:"record"`
	Element string `json:"element"`
	Kind    string `json:"kind"` // too_long, too_high, small_code; of a draft bad_code, missing_glyph and bad_picture too
	Text    string `json:"text"`
}

// Place is where a band of a draft lies on a page. All measures are µm.
type Place struct {
	Band   string `json:"band"`
	Page   int    `json:"page"` // from 1
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Grown  int    `json:"grown"` // by how much it is higher than the template says
}

// Result is what comes of a print.
type Result struct {
	Pages   []page.Page
	Notices []Notice
	Places  []Place // of a draft, as they were drawn
}

// Make lays records out by a template.
//
// The faults are Invalid: print.missing_glyph, print.code (the code and why),
// print.code_no_room, print.picture, print.copies; and TooLarge: print.too_many_pages,
// print.too_many_elements, print.too_much_text, print.text_too_long, print.too_many_pixels, print.too_slow.
func Make(ctx context.Context, template *catalog.Print, records []Record, options Options) (*Result, error) {
	m := &maker{Options: options, template: template, result: &Result{}}
	m.measure()
	if m.Time == 0 {
		m.Time = MostTime
	}
	bounded, cancel := context.WithTimeout(ctx, m.Time)
	defer cancel()
	for i := range records {
		if err := m.record(bounded, &records[i]); err != nil {
			return nil, m.slow(ctx, err)
		}
	}
	if template.Meta.Paper.Labels != nil {
		m.impose()
	}
	return m.result, nil
}

// maker makes the pages of one print.
type maker struct {
	Options
	template                 *catalog.Print
	result                   *Result
	width, height            int // of a page, or of a label on a sheet
	top, right, bottom, left int // margins
	elements, letters        int // so far
	pixels                   int // the same
	pictures                 map[string]*picture.Picture

	of    *Record
	rows  []any // values of its lines
	line  *Line
	group []any
	page  *page.Page
	y     int // where the next band begins
	start int // where the first one of the page did; below a head of the table that is above all
	first int // page of the record's beginning
}

// um gives µm.
func um(mm float64) int { return int(math.Round(mm * 1000)) }

// measure takes the sizes of the paper; on a sheet the margins are the sheet's.
func (m *maker) measure() {
	paper := m.template.Meta.Paper
	m.width, m.height = um(paper.Width), um(paper.Height)
	m.top, m.right, m.bottom, m.left = um(paper.Margin.Top), um(paper.Margin.Right), um(paper.Margin.Bottom), um(paper.Margin.Left)
	if sheet := paper.Labels; sheet != nil {
		m.width = (m.width - m.left - m.right - (sheet.Across-1)*um(sheet.GapX)) / sheet.Across
		m.height = (m.height - m.top - m.bottom - (sheet.Down-1)*um(sheet.GapY)) / sheet.Down
		m.top, m.right, m.bottom, m.left = 0, 0, 0, 0
	}
}

func (m *maker) record(ctx context.Context, r *Record) error {
	m.of, m.line, m.group = r, nil, nil
	m.rows = make([]any, len(r.Lines))
	for i := range r.Lines {
		m.rows[i] = r.Lines[i].Row
	}
	copies, err := m.copies(ctx)
	if err != nil {
		return err
	}
	for range copies * max(m.Copies, 1) {
		if err := m.once(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) copies(ctx context.Context) (int, error) {
	if m.template.Copies == nil {
		return 1, nil
	}
	value, err := m.template.Copies.Eval(ctx, m.scope())
	if err != nil {
		return 0, err
	}
	n, _ := value.(int64)
	if n < 0 || n > MostCopies {
		return 0, fault.New(fault.Invalid, "print.copies", "record", m.of.Label, "copies", n, "max", MostCopies)
	}
	return int(n), nil
}

// once makes the pages of one copy of a record, and then their heads and feet, which
// know how many there are.
func (m *maker) once(ctx context.Context) error {
	m.first = len(m.result.Pages)
	if err := m.turn(ctx); err != nil {
		return err
	}
	tabled := false
	for i := range m.template.Bands {
		band := &m.template.Bands[i]
		var err error
		switch {
		case band.Meta.Kind == meta.BandBody:
			err = m.flow(ctx, band)
		case band.Meta.OfTable() && !tabled:
			tabled = true
			err = m.table(ctx)
		}
		if err != nil {
			return err
		}
	}
	return m.frame(ctx)
}

// turn begins a page.
func (m *maker) turn(ctx context.Context) error {
	if len(m.result.Pages) >= MostPages {
		return fault.New(fault.TooLarge, "print.too_many_pages", "max", MostPages)
	}
	m.result.Pages = append(m.result.Pages, page.Page{Width: m.width, Height: m.height})
	m.page = &m.result.Pages[len(m.result.Pages)-1]
	m.y = m.top
	for i := range m.template.Bands {
		if band := &m.template.Bands[i]; band.Meta.Kind == meta.BandHead {
			m.y += um(band.Meta.Height)
		}
	}
	m.start = m.y
	return ctx.Err()
}

// floor is where the flow of a page ends.
func (m *maker) floor() int {
	floor := m.height - m.bottom
	for i := range m.template.Bands {
		if band := &m.template.Bands[i]; band.Meta.Kind == meta.BandFoot {
			floor -= um(band.Meta.Height)
		}
	}
	return floor
}

// frame draws head and foot of the pages of a record.
func (m *maker) frame(ctx context.Context) error {
	m.line, m.group = nil, nil
	for at := m.first; at < len(m.result.Pages); at++ {
		m.page = &m.result.Pages[at]
		head, foot := m.top, m.floor()
		for i := range m.template.Bands {
			band := &m.template.Bands[i]
			var err error
			switch band.Meta.Kind {
			case meta.BandHead:
				head, err = m.fixed(ctx, band, head, at)
			case meta.BandFoot:
				foot, err = m.fixed(ctx, band, foot, at)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// fixed draws a band of the frame and gives where the next one begins.
func (m *maker) fixed(ctx context.Context, band *catalog.PrintBand, y, at int) (int, error) {
	ready, err := m.prepare(ctx, band, at)
	if err == nil && ready != nil {
		m.draw(ready, y, at)
	}
	return y + um(band.Meta.Height), err
}

// flow draws a band where there is room for it, if need be on a new page.
func (m *maker) flow(ctx context.Context, band *catalog.PrintBand) error {
	ready, err := m.prepare(ctx, band, len(m.result.Pages)-1)
	if err != nil || ready == nil {
		return err
	}
	if (band.Meta.Break || m.y+ready.height > m.floor()) && m.began() {
		if err := m.turn(ctx); err != nil {
			return err
		}
	}
	m.put(ready)
	return nil
}

// put draws a band at the place of the flow.
func (m *maker) put(ready *readyBand) {
	if m.y+ready.height > m.floor() {
		m.notice(len(m.result.Pages)-1, ready.band.Meta.Key, "too_high", "")
	}
	only := ready.band.Meta.Kind == meta.BandTableHead && !m.began()
	m.draw(ready, m.y, len(m.result.Pages)-1)
	m.y += ready.height
	if only {
		m.start = m.y
	}
}

// began reports whether the page has more on it than its frame and a head of the table.
func (m *maker) began() bool { return m.y > m.start }

func (m *maker) notice(at int, element, kind, text string) {
	m.result.Notices = append(m.result.Notices, Notice{Page: at + 1, Record: m.of.ID, Element: element, Kind: kind, Text: text})
}

// scope is what expressions see now.
func (m *maker) scope() expression.Scope {
	vars := map[string]any{"row": m.of.Row, "old": nil, "user": m.User}
	if m.template.Lines != nil {
		vars[m.template.Lines.Key] = m.rows
	}
	if m.line != nil {
		vars["line"], vars["group"] = m.line.Row, m.group
	}
	return expression.Scope{Vars: vars, Resolve: m.Resolve}
}

// impose lays labels on sheets, row by row.
func (m *maker) impose() {
	paper := m.template.Meta.Paper
	sheet := paper.Labels
	each := sheet.Across * sheet.Down
	var sheets []page.Page
	for i := range m.result.Pages {
		if i%each == 0 {
			sheets = append(sheets, page.Page{Width: um(paper.Width), Height: um(paper.Height)})
		}
		column, row := i%each%sheet.Across, i%each/sheet.Across
		label := &m.result.Pages[i]
		dx, dy := um(paper.Margin.Left)+column*(m.width+um(sheet.GapX)), um(paper.Margin.Top)+row*(m.height+um(sheet.GapY))
		label.Move(dx, dy)
		m.shift(i+1, dx, dy)
		sheets[len(sheets)-1].Add(label)
	}
	for i := range m.result.Notices {
		m.result.Notices[i].Page = (m.result.Notices[i].Page-1)/each + 1
	}
	for i := range m.result.Places {
		m.result.Places[i].Page = (m.result.Places[i].Page-1)/each + 1
	}
	m.result.Pages = sheets
}

// shift moves the bands of a label along with it.
func (m *maker) shift(label, dx, dy int) {
	for i := range m.result.Places {
		if p := &m.result.Places[i]; p.Page == label {
			p.X, p.Y = p.X+dx, p.Y+dy
		}
	}
}
