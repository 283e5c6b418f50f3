package meta

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/jpeg" // knows the size of such pictures
	_ "image/png"  // the same
	"slices"
	"strings"
)

// print checks what a template names, and that each element says one thing.
func (c *checker) print(p *Print) {
	c.object = &p.Object
	t := refer(c, "table", "table", c.model.Tables, p.Table)
	if t == nil {
		return
	}
	if t.Head != nil {
		c.wrong("table", "meta.print_lines_table", "name", p.Table)
		return
	}
	if p.Act != "" {
		c.printAct(p)
	}
	if !p.Paper.hasRoom() {
		c.wrong("paper", "meta.print_no_room", "name", p.Key)
	}
	if p.File != "" || len(p.Bands) == 0 {
		c.printFile(p, t)
	}
	lines := c.printLines(p)
	once(c, "bands", p.Bands, func(b *PrintBand) string { return b.Key })
	seen := map[string]bool{}
	for i := range p.Bands {
		band := &p.Bands[i]
		path := at("bands", i)
		if band.OfTable() && lines == nil {
			c.wrong(at(path, "kind"), "meta.print_no_lines", "name", band.Key)
			continue
		}
		if band.OfGroup() {
			c.path(at(path, "group"), lines, band.Group)
		}
		c.printBand(path, band, t, lines, seen)
	}
}

// printAct checks that what a print does is an action that needs nothing to be told.
func (c *checker) printAct(p *Print) {
	d := c.model.Documents[p.Table]
	if d != nil {
		i := slices.IndexFunc(d.Actions, func(a Action) bool { return a.Key == p.Act })
		if i >= 0 && !slices.ContainsFunc(d.Actions[i].Params, func(f Field) bool { return f.Required }) {
			return
		}
	}
	c.wrong("act", "meta.unknown", "kind", "action without parameters", "name", p.Act)
}

// printFile checks that a template without bands passes on a file that nobody sealed, and
// says nothing else of its own.
func (c *checker) printFile(p *Print, t *Table) {
	if p.File == "" {
		c.wrong("bands", "meta.print_empty", "name", p.Key)
		return
	}
	if len(p.Bands) > 0 || p.Lines != "" || p.Related != nil || p.Paper.Labels != nil {
		c.wrong("file", "meta.print_two_contents", "name", p.Key)
	}
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Key == p.File })
	if i < 0 || !slices.Contains([]string{TypeFile, TypeImage}, t.Fields[i].Type) || t.Fields[i].Guarded {
		c.wrong("file", "meta.print_no_file", "name", p.File)
	}
}

// printLines checks the lines of a template; nil when it has none.
func (c *checker) printLines(p *Print) *Table {
	if p.Related != nil {
		return c.printRelated(p)
	}
	if p.Lines == "" {
		return nil
	}
	var set *LineSet
	if d := c.model.Documents[p.Table]; d != nil {
		if i := slices.IndexFunc(d.Lines, func(s LineSet) bool { return s.Key == p.Lines }); i >= 0 {
			set = &d.Lines[i]
		}
	}
	if set == nil {
		c.wrong("lines", "meta.unknown", "kind", "line set", "name", p.Lines)
		return nil
	}
	lines := c.model.Tables[set.Table]
	if lines != nil {
		c.printSort(p, lines)
	}
	return lines
}

// printRelated checks the records that a template goes over in place of lines.
func (c *checker) printRelated(p *Print) *Table {
	if p.Lines != "" {
		c.wrong("related", "meta.print_two_tables", "name", p.Key)
	}
	t := refer(c, "related/table", "table", c.model.Tables, p.Related.Table)
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Key == p.Related.Field })
	if i < 0 || t.Fields[i].To != p.Table {
		c.wrong("related/field", "meta.unknown", "kind", "reference to "+p.Table, "name", p.Related.Field)
	}
	if d := c.model.Documents[p.Table]; d != nil && slices.ContainsFunc(d.Lines, func(s LineSet) bool { return s.Key == p.Related.Key }) {
		c.wrong("related/key", "meta.twice", "name", p.Related.Key)
	}
	c.printSort(p, t)
	return t
}

func (c *checker) printSort(p *Print, lines *Table) {
	for i, sort := range p.Sort {
		c.path(at("sort", i), lines, strings.TrimPrefix(sort, "-"))
	}
}

// printBand checks the elements of a band; their keys are those of the whole template.
func (c *checker) printBand(path string, band *PrintBand, t, lines *Table, seen map[string]bool) {
	if band.OverLines() || band.OfGroup() {
		t = lines
	}
	for i := range band.Elements {
		e := &band.Elements[i]
		where := at(path, "elements", i)
		if seen[e.Key] {
			c.wrong(where, "meta.twice", "name", e.Key)
		}
		seen[e.Key] = true
		if e.Field != "" {
			c.path(at(where, "field"), t, e.Field)
		}
		if says := e.says(); e.Type != ElementImage && ((e.Type == ElementText || e.Type == ElementCode) != (says == 1) || says > 1) {
			c.wrong(where, "meta.print_says", "name", e.Key)
		}
		c.printImage(where, e, t)
		if e.Turn != 0 && e.Fit == FitGrow {
			c.wrong(at(where, "turn"), "meta.print_turned_grows", "name", e.Key)
		}
		if (e.Type == ElementCode) != (e.Code != "") {
			c.wrong(at(where, "code"), "meta.print_code", "name", e.Key)
		}
		if e.Type == ElementPage && band.Kind != BandHead && band.Kind != BandFoot {
			c.wrong(at(where, "type"), "meta.print_page", "name", e.Key)
		}
	}
}

// printImage checks that an image, and no other element, shows a field of pictures or a
// picture of its own.
func (c *checker) printImage(where string, e *PrintElement, t *Table) {
	if e.Type != ElementImage {
		if e.Image != "" {
			c.wrong(at(where, "image"), "meta.print_image", "name", e.Key)
		}
		return
	}
	if (e.Field == "") == (e.Image == "") || e.Text != nil || e.Value != "" {
		c.wrong(where, "meta.print_image", "name", e.Key)
		return
	}
	if e.Image != "" && !isPicture(e.Image) {
		c.wrong(at(where, "image"), "meta.print_no_picture", "name", e.Key)
	}
	if f, ok := c.model.Path(t, e.Field); e.Field != "" && ok && f.Type != TypeImage {
		c.wrong(at(where, "field"), "meta.print_image", "name", e.Key)
	}
}

// mostPixels bounds the pictures of templates.
const mostPixels = 4_000_000

// isPicture reports whether a text is a PNG or JPEG in base64, of a size that paper needs.
func isPicture(text string) bool {
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(content))
	return err == nil && head.Width > 0 && head.Height > 0 && head.Width <= mostPixels/head.Height
}

// says counts the sources of what an element says.
func (e *PrintElement) says() (n int) {
	for _, there := range []bool{e.Text != nil, e.Field != "", e.Value != ""} {
		if there {
			n++
		}
	}
	return n
}

// hasRoom reports whether something is left between the margins, and of a sheet for
// each of its labels.
func (p *Paper) hasRoom() bool {
	width, height := p.Width-p.Margin.Left-p.Margin.Right, p.Height-p.Margin.Top-p.Margin.Bottom
	if sheet := p.Labels; sheet != nil {
		width -= float64(sheet.Across-1) * sheet.GapX
		height -= float64(sheet.Down-1) * sheet.GapY
	}
	return width > 0 && height > 0
}
