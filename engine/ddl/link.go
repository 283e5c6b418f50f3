package ddl

import (
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// links plans the tables behind the lists of references of a table: one row per
// record and item. They go with the record, and hold the item against deletion.
func (d *differ) links(t *catalog.Table) {
	for _, f := range t.Fields {
		if f.Item == nil {
			continue
		}
		if _, exists := d.live[f.LinkTable]; !exists {
			d.link(t, f)
		}
	}
}

func (d *differ) link(t *catalog.Table, f *catalog.Field) {
	step := func(sql string) Plan { return Plan{{Class: Safe, Table: t.Key, Name: f.Key, SQL: []string{sql}}} }
	kind, name := f.Item.ColumnType(d.dialect), store.Quote(f.LinkTable)
	columns := []column{
		{name: catalog.LinkRecord, kind: kind, required: true, to: t, cascade: true},
		{name: catalog.LinkItem, kind: kind, required: true, to: f.Item.To},
	}
	text, end := "CREATE TABLE "+name+" (", ")"
	if d.dialect == store.SQLite {
		end = ") STRICT, WITHOUT ROWID"
	}
	for _, c := range columns {
		text += "\n\t" + c.definition()
		if d.dialect == store.SQLite {
			text += c.references()
		} else { // tables refer to each other in circles
			d.foreign = append(d.foreign, step("ALTER TABLE "+name+" ADD FOREIGN KEY ("+store.Quote(c.name)+")"+c.references())...)
		}
		text += ","
	}
	text += "\n\tPRIMARY KEY (" + catalog.LinkRecord + ", " + catalog.LinkItem + ")\n" + end
	d.tables = append(d.tables, step(text)...)
	d.indexes = append(d.indexes, step("CREATE INDEX "+store.Quote(f.LinkTable+"_item")+" ON "+name+" ("+catalog.LinkItem+", "+catalog.LinkRecord+")")...)
}
