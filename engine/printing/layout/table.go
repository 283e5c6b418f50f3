package layout

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// table draws the lines with their heads and groups. A group goes by its field's
// words; lines of a group stand together in the order in which the first one came.
func (m *maker) table(ctx context.Context) error {
	defer func() { m.line, m.group = nil, nil }()
	if err := m.bands(ctx, meta.BandTableHead); err != nil {
		return err
	}
	for _, lines := range m.groups() {
		m.group = make([]any, len(lines))
		for i, line := range lines {
			m.group[i] = line.Row
		}
		m.line = lines[0]
		if err := m.bands(ctx, meta.BandGroupHead); err != nil {
			return err
		}
		for _, line := range lines {
			m.line = line
			if err := m.bands(ctx, meta.BandLine); err != nil {
				return err
			}
		}
		if err := m.bands(ctx, meta.BandGroupFoot); err != nil {
			return err
		}
	}
	return nil
}

// bands draws all bands of a kind in the table.
func (m *maker) bands(ctx context.Context, kind string) error {
	for i := range m.template.Bands {
		if band := &m.template.Bands[i]; band.Meta.Kind == kind {
			if err := m.row(ctx, band); err != nil {
				return err
			}
		}
	}
	return nil
}

// row draws a band of the table; on a new page the head of the table comes first. The
// head of a group stays with its first line.
func (m *maker) row(ctx context.Context, band *catalog.PrintBand) error {
	at := len(m.result.Pages) - 1
	ready, err := m.prepare(ctx, band, at)
	if err != nil || ready == nil {
		return err
	}
	need := ready.height
	if band.Meta.Kind == meta.BandTableHead || band.Meta.Kind == meta.BandGroupHead {
		need += m.lineHeight()
	}
	if (band.Meta.Break || m.y+need > m.floor()) && m.began() {
		if err := m.turn(ctx); err != nil {
			return err
		}
		if band.Meta.Kind != meta.BandTableHead {
			if err := m.heads(ctx); err != nil {
				return err
			}
		}
	}
	m.put(ready)
	return nil
}

// heads repeats the head of the table.
func (m *maker) heads(ctx context.Context) error {
	line, group := m.line, m.group
	defer func() { m.line, m.group = line, group }()
	m.line, m.group = nil, nil
	for i := range m.template.Bands {
		band := &m.template.Bands[i]
		if band.Meta.Kind != meta.BandTableHead {
			continue
		}
		ready, err := m.prepare(ctx, band, len(m.result.Pages)-1)
		if err != nil {
			return err
		}
		if ready != nil {
			m.put(ready)
		}
	}
	return nil
}

// lineHeight is the least height of a line.
func (m *maker) lineHeight() int {
	height := 0
	for i := range m.template.Bands {
		if band := &m.template.Bands[i]; band.Meta.Kind == meta.BandLine {
			height += um(band.Meta.Height)
		}
	}
	return height
}

// groups puts the lines together by the field of the first band of a group; without
// one all are a group.
func (m *maker) groups() [][]*Line {
	by := ""
	for i := range m.template.Bands {
		if band := m.template.Bands[i].Meta; band.OfGroup() && by == "" {
			by = band.Group
		}
	}
	var groups [][]*Line
	known := map[string]int{}
	for i := range m.of.Lines {
		line := &m.of.Lines[i]
		at, ok := known[line.Words[by]]
		if !ok {
			at = len(groups)
			known[line.Words[by]] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], line)
	}
	return groups
}
