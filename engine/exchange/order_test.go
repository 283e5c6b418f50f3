package exchange

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// filling makes a mapping of the cutover that fills references to tables; those that end
// with ! must be filled.
func filling(key string, table *catalog.Table, tables map[string]*catalog.Table, refers ...string) *catalog.Mapping {
	m := &catalog.Mapping{Key: key, Table: table, Meta: &meta.Mapping{Cutover: true}}
	for _, name := range refers {
		required := name[len(name)-1] == '!'
		if required {
			name = name[:len(name)-1]
		}
		field := &catalog.Field{Key: name, Meta: &meta.Field{Required: required}, To: tables[name]}
		m.Columns = append(m.Columns, catalog.MappingColumn{Meta: &meta.MappingColumn{Key: name, Required: required}, Path: catalog.Path{field}})
		table.Fields = append(table.Fields, field)
	}
	return m
}

func tablesNamed(names ...string) map[string]*catalog.Table {
	tables := map[string]*catalog.Table{}
	for _, name := range names {
		tables[name] = &catalog.Table{Key: name}
	}
	return tables
}

// TestACircleIsBrokenWhereAReferenceMayBeEmpty has a refer to b, b to c and c to a: only
// that of c may be left empty, so c is loaded first and again at the end.
func TestACircleIsBrokenWhereAReferenceMayBeEmpty(t *testing.T) {
	t.Parallel()
	tables := tablesNamed("a", "b", "c", "d")
	steps := Order(map[string]*catalog.Mapping{
		"a": filling("a", tables["a"], tables, "b!"), "b": filling("b", tables["b"], tables, "c!", "b"),
		"c": filling("c", tables["c"], tables, "a"), "d": filling("d", tables["d"], tables, "a!", "c!"),
	})
	var order, later []string
	for _, s := range steps {
		order = append(order, s.Mapping.Key)
		for _, c := range s.Later {
			later = append(later, s.Mapping.Key+"."+c.Meta.Key)
		}
	}
	if !slices.Equal(order, []string{"c", "b", "a", "d"}) {
		t.Errorf("order %v, want c, b, a, d", order)
	}
	if !slices.Equal(later, []string{"c.a", "b.b"}) {
		t.Errorf("filled later are %v, want c.a, and b.b for its own rows", later)
	}
}

// TestWhatCannotMakeARecordComesBehindWhatCan has a file of lines alone follow the file of
// the records that they belong to.
func TestWhatCannotMakeARecordComesBehindWhatCan(t *testing.T) {
	t.Parallel()
	tables := tablesNamed("a", "z")
	whole := filling("whole", tables["z"], tables, "a!")
	part := &catalog.Mapping{Key: "part", Table: tables["z"], Meta: &meta.Mapping{Cutover: true}}
	steps := Order(map[string]*catalog.Mapping{"part": part, "whole": whole, "a": filling("a", tables["a"], tables), "other": {Key: "other", Table: tables["a"], Meta: &meta.Mapping{}}})
	var order []string
	for _, s := range steps {
		order = append(order, s.Mapping.Key)
	}
	if !slices.Equal(order, []string{"a", "whole", "part"}) {
		t.Errorf("order %v, want a, whole, part", order)
	}
}
