package catalog

import (
	"cmp"
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// Export is a compiled template of files that go out.
type Export struct {
	Key     string
	Meta    *meta.ExportTemplate
	Table   *Table
	Columns []ExportColumn
	Set     *LineSet // nil: a row for each record
	Lines   []ExportColumn
}

// ExportColumn is a compiled column.
type ExportColumn struct {
	Meta *meta.ExportColumn
	Path Path
}

// Right is the right to the template: its own where roles are granted it by itself.
func (x *Export) Right() string {
	if x.Meta.Granted {
		return meta.ExportRight(x.Key)
	}
	return x.Table.Right(meta.Export)
}

// ExportsOf lists the templates that a list offers, in their order.
func (r *Release) ExportsOf(list *List) []*Export {
	var offered []*Export
	for _, x := range meta.Sorted(r.Exports) {
		if x.Table == list.Table && x.Meta.Offers(list.Meta) {
			offered = append(offered, x)
		}
	}
	slices.SortStableFunc(offered, func(a, b *Export) int { return cmp.Compare(a.Meta.Order, b.Meta.Order) })
	return offered
}

func (c *compiler) makeExports() {
	for key, m := range meta.Sorted(c.model.Exports) {
		x := &Export{Key: key, Meta: m, Table: c.rel.Tables[m.Table]}
		x.Columns = exportColumns(x.Table, m.Columns)
		if m.Lines != nil {
			x.Set, _ = x.Table.Document.Set(m.Lines.Set)
			x.Lines = exportColumns(x.Set.Table, m.Lines.Columns)
		}
		c.rel.Exports[key] = x
	}
}

func exportColumns(t *Table, columns []meta.ExportColumn) []ExportColumn {
	made := make([]ExportColumn, len(columns))
	for i := range columns {
		made[i] = ExportColumn{Meta: &columns[i], Path: t.mustPath(columns[i].Path())}
	}
	return made
}
