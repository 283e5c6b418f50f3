package meta_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// kept is the shop with codes, locks, roll-ups and what a choice brings.
func kept() *meta.Model {
	m := shop()
	m.Tables["order"].Codes = []meta.Code{{Key: "no"}}
	m.Tables["order_line"].Indexes = []meta.Index{{Key: "order", On: []string{"order_id"}}}
	m.Tables["order_line"].Locks = []meta.Lock{{Of: "order", Fields: []string{"customer_id"}, Where: "true"}}
	add(m, "order_line", meta.Field{Key: "price", Type: meta.TypeMoney, Scale: 2, Currency: "EUR"})
	add(m, "order_line", meta.Field{Key: "note", Type: meta.TypeText})
	add(m, "order_line", meta.Field{Key: "twice", Type: meta.TypeInteger, Computed: "2 * row.line_no"})
	add(m, "order", meta.Field{Key: "count", Type: meta.TypeInteger, Rollup: &meta.Rollup{Of: "order_line", By: "order_id", Fn: meta.RollCount}})
	add(m, "order", meta.Field{Key: "worth", Type: meta.TypeMoney, Scale: 2, Currency: "EUR", Rollup: &meta.Rollup{Of: "order_line", By: "order_id", Fn: meta.RollSum, Field: "price"}})
	add(m, "order", meta.Field{Key: "since", Type: meta.TypeInstant, Rollup: &meta.Rollup{Of: "order_line", By: "order_id", Fn: meta.RollMin, Field: "created_at"}})
	m.Tables["order"].Fields[2].Brings = &meta.Brings{
		With: map[string]meta.Expression{"no": "row.name"}, Lines: &meta.BroughtLines{Set: "lines", With: map[string]meta.Expression{"line_no": "1"}},
	}
	return m
}

func order(change func(t *meta.Table)) func(*meta.Model) {
	return func(m *meta.Model) { change(m.Tables["order"]) }
}

func orderLine(change func(t *meta.Table)) func(*meta.Model) {
	return func(m *meta.Model) { change(m.Tables["order_line"]) }
}

func TestATableIsHeldTogether(t *testing.T) {
	t.Parallel()
	told(t, kept, []spoilt{
		{"called by nothing", order(func(t *meta.Table) { t.Label = []string{"no", "x"} }), "label/1: meta.unknown_field"},
		{"a key twice", order(func(t *meta.Table) { t.Unique = append(t.Unique, t.Unique[0]) }), "unique/1: meta.twice name=no"},
		{"a key of no field", order(func(t *meta.Table) { t.Unique[0].On = []string{"no", "x"} }), "unique/0/on/1: meta.unknown_field"},
		{"a key with a field twice", order(func(t *meta.Table) { t.Unique[0].On = []string{"no", "no"} }), "unique/0/on/1: meta.twice name=no"},
		{"an index of what has no column", orderLine(func(t *meta.Table) { t.Indexes = append(t.Indexes, meta.Index{Key: "more", On: []string{"twice"}}) }), "indexes/1/on/0: meta.no_column name=twice"},
		{"an index twice", orderLine(func(t *meta.Table) { t.Indexes = append(t.Indexes, t.Indexes[0]) }), "indexes/1: meta.twice name=order"},
		{"a check twice", order(func(t *meta.Table) { t.Checks = []meta.Constraint{{Key: "a", Must: "true"}, {Key: "a", Must: "true"}} }), "checks/1: meta.twice name=a"},
		{"files beside lines", orderLine(func(t *meta.Table) { yes := true; t.Attach = &yes }), "attachments: meta.attachments_of_lines name=order_line"},
		{"lines that are taken back alone", orderLine(func(t *meta.Table) { t.Revertible = true }), "revertible: meta.revertible_alone name=order_line"},
		{"a head of which no history tells", orderLine(func(t *meta.Table) { t.Fields[0].Readonly, t.Fields[0].Unaudited = true, true }), "head/field: meta.head_unaudited name=order_id"},
		{"a head that no field names", orderLine(func(t *meta.Table) { t.Fields[0].Required = false }), "head/field: meta.head_field name=order_id table=order"},
		{"currency in no field", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeMoney, Currency: "euro"})
		}), "currency: meta.unknown_field"},
		{"money of too many digits", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeMoney, Scale: 5})
		}), "scale: meta.scale max=4"},
		{"a unit of no length", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeText, TextRules: meta.TextRules{LengthIn: "utf16"}})
		}), "max_length_in: meta.length_unit_alone"},
		{"worked out and begun with", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeInteger, Computed: "1", Default: "2"})
		}), "default: meta.computed_and_default"},
		{"kept and not worked out", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeInteger, Stored: true})
		}), "stored: meta.stored_not_computed"},
		{"changes that are not told, by anybody", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "fee", Type: meta.TypeInteger, Unaudited: true})
		}), "unaudited: meta.unaudited_open"},
		{"two underlines", order(func(t *meta.Table) { t.Fields = append(t.Fields, meta.Field{Key: "no__fold", Type: meta.TypeText}) }), "key: meta.field_name_taken name=no__fold"},
		{"a default of several records", order(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "them", Type: meta.TypeReferences, To: "customer", Default: "1"})
		}), "default: meta.member_not_for_type"},
		{"too many records", order(func(t *meta.Table) {
			most := 201.0
			t.Fields = append(t.Fields, meta.Field{Key: "them", Type: meta.TypeReferences, To: "customer", Max: &most})
		}), "max: meta.most_references max=200"},
		{"as many records as may be", order(func(t *meta.Table) {
			most := 200.0
			t.Fields = append(t.Fields, meta.Field{Key: "them", Type: meta.TypeReferences, To: "customer", Max: &most})
		}), ""},
	})
}

func TestACodeFindsItsRecords(t *testing.T) {
	t.Parallel()
	code := func(change func(t *meta.Table, c *meta.Code)) func(*meta.Model) {
		return order(func(t *meta.Table) { change(t, &t.Codes[0]) })
	}
	told(t, kept, []spoilt{
		{"a code of no field", code(func(_ *meta.Table, c *meta.Code) { c.Key = "x" }), "codes/0/key: meta.unknown_field"},
		{"a code that nobody scans", code(func(_ *meta.Table, c *meta.Code) { c.Key = "status" }), "codes/0/key: meta.code_field name=status"},
		{"a code of some rows", code(func(_ *meta.Table, c *meta.Code) { c.Where = "true" }), "codes/0/key: meta.code_field name=no"},
		{"a code without a key", code(func(t *meta.Table, _ *meta.Code) { t.Unique = nil }), "codes/0/key: meta.code_without_index name=no"},
		{"a code that is second of a key", code(func(t *meta.Table, _ *meta.Code) { t.Unique[0].On = []string{"status", "no"} }), "codes/0/key: meta.code_without_index"},
		{"a code in a key of some rows", code(func(t *meta.Table, _ *meta.Code) { t.Unique[0].Where = "true" }), "codes/0/key: meta.code_without_index"},
		{"a code that may be empty in a key", code(func(t *meta.Table, _ *meta.Code) { t.Fields[0].CodeRule = "" }), "codes/0/key: meta.code_without_index"},
		{"a code that may be empty in a key that lets it", code(func(t *meta.Table, _ *meta.Code) { t.Fields[0].CodeRule, t.Unique[0].Nulls = "", "distinct" }), ""},
		{"a code that may be empty in an index", code(func(t *meta.Table, _ *meta.Code) {
			t.Fields[0].CodeRule, t.Indexes = "", []meta.Index{{Key: "no", On: []string{"no"}}}
		}), ""},
		{"a code of what nothing names", code(func(_ *meta.Table, c *meta.Code) { c.Of = "x" }), "codes/0/of: meta.unknown_field"},
		{"a code of what is no record", code(func(_ *meta.Table, c *meta.Code) { c.Of = "status" }), "codes/0/of: meta.code_of name=status"},
		{"a code for as many as nothing says", code(func(_ *meta.Table, c *meta.Code) { c.Counts = "status" }), "codes/0/counts: meta.code_counts name=status"},
		{"a code for as many as a field says", code(func(_ *meta.Table, c *meta.Code) { c.Counts = "count" }), ""},
	})
}

func TestAChoiceBringsWhatMayBeFilled(t *testing.T) {
	t.Parallel()
	brings := func(change func(b *meta.Brings)) func(*meta.Model) {
		return order(func(t *meta.Table) { change(t.Fields[2].Brings) })
	}
	told(t, kept, []spoilt{
		{"no field", brings(func(b *meta.Brings) { b.With = map[string]meta.Expression{"x": "1"} }), "brings/with/x: meta.cannot_set name=x table=order"},
		{"what is worked out", brings(func(b *meta.Brings) { b.With = map[string]meta.Expression{"count": "1"} }), "brings/with/count: meta.cannot_set"},
		{"what the engine makes", brings(func(b *meta.Brings) { b.With = map[string]meta.Expression{"created_by": "1"} }), "brings/with/created_by: meta.cannot_set"},
		{"what nobody fills", func(m *meta.Model) {
			m.Tables["order"].Fields[1].Readonly = true
			m.Tables["order"].Fields[2].Brings.With = map[string]meta.Expression{"status": "'new'"}
		}, "brings/with/status: meta.cannot_set"},
		{"lines of no set", brings(func(b *meta.Brings) { b.Lines.Set = "x" }), "brings/lines/set: meta.unknown"},
		{"lines without a field", brings(func(b *meta.Brings) { b.Lines.With = map[string]meta.Expression{"x": "1"} }), "brings/lines/with/x: meta.cannot_set name=x table=order_line"},
		{"lines where there are none", func(m *meta.Model) {
			add(m, "customer", meta.Field{Key: "of", Type: meta.TypeReference, To: "customer", Brings: &meta.Brings{Lines: &meta.BroughtLines{Set: "lines"}}})
		}, "brings/lines/set: meta.unknown kind=lines name=lines"},
		{"nothing but fields", brings(func(b *meta.Brings) { b.Lines = nil }), ""},
	})
}

func TestARollUpIsOfRecordsThatRefer(t *testing.T) {
	t.Parallel()
	of := func(key string, change func(f *meta.Field)) func(*meta.Model) {
		return order(func(t *meta.Table) {
			f, _ := t.Field(key)
			change(f)
		})
	}
	told(t, kept, []spoilt{
		{"of no table", of("count", func(f *meta.Field) { f.Rollup.Of = "x" }), "rollup/of: meta.unknown kind=table name=x"},
		{"by no field", of("count", func(f *meta.Field) { f.Rollup.By = "x" }), "rollup/by: meta.unknown_field"},
		{"by what refers to nothing", of("count", func(f *meta.Field) { f.Rollup.By = "line_no" }), "rollup/by: meta.rollup_by name=line_no table=order"},
		{"without an index", func(m *meta.Model) {
			m.Tables["order_line"].Indexes = nil
			m.Tables["order"].Fields = m.Tables["order"].Fields[:4]
		}, "rollup/by: meta.rollup_without_index name=order_id table=order_line"},
		{"a count of a field", of("count", func(f *meta.Field) { f.Rollup.Field = "line_no" }), "rollup/field: meta.rollup_field fn=count"},
		{"a sum of nothing", of("worth", func(f *meta.Field) { f.Rollup.Field = "" }), "rollup/field: meta.rollup_field fn=sum"},
		{"a sum of no field", of("worth", func(f *meta.Field) { f.Rollup.Field = "x" }), "rollup/field: meta.unknown_field"},
		{"a sum of words", of("worth", func(f *meta.Field) { f.Rollup.Field = "note" }), "rollup/field: meta.rollup_of fn=sum name=note"},
		{"a sum of what has no column", of("worth", func(f *meta.Field) { f.Rollup.Field = "twice" }), "rollup/field: meta.rollup_of fn=sum name=twice"},
		{"a sum of moments", of("since", func(f *meta.Field) { f.Rollup.Fn = meta.RollSum }), "rollup/field: meta.rollup_of fn=sum name=created_at"},
		{"the first of words", of("since", func(f *meta.Field) { f.Rollup.Field = "note" }), "rollup/field: meta.rollup_of fn=min name=note"},
		{"a secret", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Secret = true }, "rollup/field: meta.rollup_of fn=sum name=price"},
		{"of another type", of("count", func(f *meta.Field) { f.Type = meta.TypeText }), "rollup: meta.rollup_type name=count scale=0 type=integer"},
		{"of other digits", of("worth", func(f *meta.Field) { f.Scale = 3 }), "rollup: meta.rollup_type name=worth scale=2 type=money"},
		{"of another currency", of("worth", func(f *meta.Field) { f.Currency = "USD" }), "rollup: meta.rollup_type name=worth"},
		{"how many different ones", of("count", func(f *meta.Field) { f.Rollup.Fn, f.Rollup.Field = meta.RollDistinct, "note" }), ""},
		{"the greatest of figures", of("worth", func(f *meta.Field) { f.Rollup.Fn = meta.RollMax }), ""},
		{"a value that is begun with", of("count", func(f *meta.Field) { f.Default = "1" }), "default: meta.rollup_member field=count name=default"},
		{"a value that is demanded", of("count", func(f *meta.Field) { f.Required = true }), "required: meta.rollup_member field=count name=required"},
	})
}

func TestALockKeepsWhatIsKept(t *testing.T) {
	t.Parallel()
	lock := func(change func(l *meta.Lock)) func(*meta.Model) {
		return orderLine(func(t *meta.Table) { change(&t.Locks[0]) })
	}
	told(t, kept, []spoilt{
		{"of no table", lock(func(l *meta.Lock) { l.Of = "x" }), "locks/0/of: meta.unknown kind=table name=x"},
		{"no field", lock(func(l *meta.Lock) { l.Fields = []string{"customer_id", "x"} }), "locks/0/fields/1: meta.unknown_field"},
		{"a field twice", lock(func(l *meta.Lock) { l.Fields = []string{"no", "no"} }), "locks/0/fields/1: meta.twice name=no"},
		{"what is worked out", lock(func(l *meta.Lock) { l.Fields = []string{"count"} }), "locks/0/fields/0: meta.cannot_lock name=count"},
		{"what the engine makes", lock(func(l *meta.Lock) { l.Fields = []string{"version"} }), "locks/0/fields/0: meta.cannot_lock name=version"},
	})
}

func TestATableOfAnotherProgramIsOnlyRead(t *testing.T) {
	t.Parallel()
	adopted := func() *meta.Model {
		m := shop()
		m.Tables["customer"].Adopted = &meta.Adopted{From: "crm_customer", Key: "cid", Columns: map[string]string{"name": "cname"}}
		return m
	}
	table := func(change func(t *meta.Table)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Tables["customer"]) }
	}
	yes := true
	told(t, adopted, []spoilt{
		{"written", table(func(t *meta.Table) { t.Writes = meta.WritesAll }), "writes: meta.adopted_member name=writes"},
		{"only added to", table(func(t *meta.Table) { t.InsertOnly = true }), "insert_only: meta.adopted_member"},
		{"of its maker", table(func(t *meta.Table) { t.OfMaker = true }), "of_maker: meta.adopted_member"},
		{"with files", table(func(t *meta.Table) { t.Attach = &yes }), "attachments: meta.adopted_member"},
		{"taken back", table(func(t *meta.Table) { t.Revertible = true }), "revertible: meta.adopted_member"},
		{"with a key", table(func(t *meta.Table) { t.Unique = []meta.Unique{{Key: "n", On: []string{"name"}}} }), "unique: meta.adopted_member"},
		{"with an index", table(func(t *meta.Table) { t.Indexes = []meta.Index{{Key: "n", On: []string{"name"}}} }), "indexes: meta.adopted_member"},
		{"with a check", table(func(t *meta.Table) { t.Checks = []meta.Constraint{{Key: "n", Must: "true"}} }), "checks: meta.adopted_member"},
		{"over a table of ours", table(func(t *meta.Table) { t.Adopted.From = "Order" }), "adopted/from: meta.adopted_own name=Order"},
		{"a column of no field", table(func(t *meta.Table) { t.Adopted.Columns["x"] = "y" }), "adopted/columns/x: meta.unknown_field"},
		{"a document", func(m *meta.Model) {
			m.Documents["customer"] = &meta.Document{Object: object("customer"), States: []meta.State{{Key: "new"}}}
			add(m, "customer", meta.Field{Key: "status", Type: meta.TypeEnum})
		}, "adopted: meta.adopted_read name=customer"},
		{"a type that no column is", table(func(t *meta.Table) { t.Fields = append(t.Fields, meta.Field{Key: "a", Type: meta.TypeAddress}) }), "fields/1/type: meta.adopted_type name=a type=address"},
		{"a field that is demanded", table(func(t *meta.Table) { t.Fields[0].Required = true }), "fields/0/required: meta.adopted_member name=required"},
		{"a field that is begun with", table(func(t *meta.Table) { t.Fields[0].Default = "'a'" }), "fields/0/default: meta.adopted_member"},
		{"a field that is worked out", table(func(t *meta.Table) {
			t.Fields = append(t.Fields, meta.Field{Key: "a", Type: meta.TypeText, Computed: "row.name"})
		}), ""},
		{"lines of it", func(m *meta.Model) {
			m.Tables["note"] = &meta.Table{Object: object("note"), Label: []string{"id"}, Head: &meta.Head{Table: "customer", Field: "customer_id"}, Fields: []meta.Field{{Key: "customer_id", Type: meta.TypeReference, To: "customer", Required: true}}}
		}, "head/table: meta.adopted_read name=customer"},
	})
	m := adopted()
	if of := m.Tables["customer"].Adopted; of.Column("name") != "cname" || of.Column("city") != "city" {
		t.Errorf("columns are %s and %s", of.Column("name"), of.Column("city"))
	}
	if got := m.Tables["customer"]; got.OfPeople() || got.Writer() != meta.WritesSystem || len(got.SystemFields()) != 2 {
		t.Errorf("it is written by %s and has %v", got.Writer(), got.SystemFields())
	}
}
