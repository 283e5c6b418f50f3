package ddl

import (
	"slices"

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
		info, exists := d.live[f.LinkTable]
		if exists && leadsTo(info, held(f.Item.To)) {
			continue
		}
		if exists { // without rows: with some, the column itself is a hazard
			step := Step{Class: Safe, Table: t.Key, Name: f.Key, SQL: []string{"DROP TABLE " + store.Quote(f.LinkTable)}}
			others := []string{f.LinkTable}
			for _, key := range info.ForeignKeys {
				others = append(others, key.To)
			}
			d.tables = append(d.tables, d.locking(step, store.AgainstAll, others...))
		}
		d.link(t, f)
	}
}

// leadsTo reports whether the items of a link table are held to be records of a table;
// nil: to none.
func leadsTo(info store.TableInfo, items *catalog.Table) bool {
	if items == nil {
		return !slices.ContainsFunc(info.ForeignKeys, func(key store.ForeignInfo) bool { return key.Column == catalog.LinkItem })
	}
	return slices.ContainsFunc(info.ForeignKeys, func(key store.ForeignInfo) bool {
		return key.Column == catalog.LinkItem && key.To == items.Key
	})
}

func (d *differ) link(t *catalog.Table, f *catalog.Field) {
	step := func(sql string) Step { return Step{Class: Safe, Table: t.Key, Name: f.Key, SQL: []string{sql}} }
	kind, name := f.Item.ColumnType(d.dialect), store.Quote(f.LinkTable)
	columns := []column{
		{name: catalog.LinkRecord, kind: kind, required: true, to: t, cascade: true},
		{name: catalog.LinkItem, kind: kind, required: true, to: held(f.Item.To)},
	}
	text, end := "CREATE TABLE "+name+" (", ")"
	if d.dialect == store.SQLite {
		end = ") STRICT, WITHOUT ROWID"
	}
	for _, c := range columns {
		text += "\n\t" + c.definition()
		if d.dialect == store.SQLite {
			text += c.references()
		} else if c.to != nil { // tables refer to each other in circles
			key := step("ALTER TABLE " + name + " ADD FOREIGN KEY (" + store.Quote(c.name) + ")" + c.references())
			d.foreign = append(d.foreign, d.locking(key, store.AgainstWriters, c.to.Key))
		}
		text += ","
	}
	text += "\n\tPRIMARY KEY (" + catalog.LinkRecord + ", " + catalog.LinkItem + ")\n" + end
	d.tables = append(d.tables, step(text))
	d.indexes = append(d.indexes, step("CREATE INDEX "+store.Quote(f.LinkTable+"_item")+" ON "+name+" ("+catalog.LinkItem+", "+catalog.LinkRecord+")"))
}
