package query

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/scan"
	"github.com/wareloom/wareloom/engine/store"
)

// maxFound is the most records that one field answers to a code.
const maxFound = 50

// Scanned is a code that was scanned, and what may be meant by it.
type Scanned struct {
	Text    string
	Table   *catalog.Table // the records of this table only; nil: of every table that answers to codes
	Scope   map[string]any // values that those records have, by field of Table
	Offered bool           // those only that are offered to be chosen
}

// Meant is a record that a code means.
type Meant struct {
	Table  string          `json:"table"`
	ID     int64           `json:"id"`
	Label  json.RawMessage `json:"label"`
	Counts json.Number     `json:"counts,omitempty"` // pieces that the code stands for; none: one
}

// Meaning is what a code means. Elements are those of a GS1 element string, as
// fields keep them: dates as 2027-03-31.
type Meaning struct {
	Found    []Meant           `json:"found"`
	Elements map[string]string `json:"elements,omitempty"`
}

// Code finds the records that a scanned code means among those that the actor may
// see. A code that a record has letter by letter is no element string.
func (q *Query) Code(ctx context.Context, rights *access.Rights, scanned Scanned) (meaning Meaning, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		meaning, err = q.CodeIn(ctx, tx, rights, scanned)
		return err
	})
	return meaning, err
}

// CodeIn is Code in a running transaction.
func (q *Query) CodeIn(ctx context.Context, tx *store.Tx, rights *access.Rights, scanned Scanned) (Meaning, error) {
	r := reading{q: q, tx: tx, rights: rights, code: scan.Read(scanned.Text)}
	tables := []*catalog.Table{scanned.Table}
	if scanned.Table == nil {
		tables = tables[:0]
		for _, t := range meta.Sorted(rights.Release().Tables) {
			tables = append(tables, t)
		}
		r.onward = true
	} else {
		r.narrowed = &scanned
	}
	meaning, err := r.means(ctx, tables)
	if err != nil {
		return Meaning{}, fmt.Errorf("find what a code means: %w", err)
	}
	return meaning, nil
}

// reading finds what one code means.
type reading struct {
	q        *Query
	tx       *store.Tx
	rights   *access.Rights
	code     scan.Code
	narrowed *Scanned // nil: by the actor's rights alone
	parts    bool     // the code is read by its elements
	onward   bool     // what the records found lead on to is meant, too
	whole    bool     // all records that answer, however many
	cut      bool     // there may be more records than those found
}

// hits are the records of a table that a code may mean, with the pieces it stands for.
type hits map[int64]json.Number

// means looks for the whole text first, then for the elements.
func (r *reading) means(ctx context.Context, tables []*catalog.Table) (Meaning, error) {
	meaning := Meaning{Found: []Meant{}}
	if r.code.Text == "" {
		return meaning, nil
	}
	found, err := r.among(ctx, tables, func(*catalog.Field) []string { return []string{r.code.Text} })
	if err == nil && len(found) == 0 && len(r.code.Elements) > 0 {
		meaning.Elements, r.parts = r.code.Said(), true
		found, err = r.among(ctx, tables, r.elementsOf)
	}
	if err != nil {
		return meaning, err
	}
	for _, t := range tables {
		all := found[t]
		if r.onward {
			if all, err = r.led(ctx, t, found); err != nil {
				return meaning, err
			}
		}
		more, err := r.told(ctx, t, all)
		if err != nil {
			return meaning, err
		}
		meaning.Found = append(meaning.Found, more...)
	}
	return meaning, nil
}

// elementsOf are the values that a field would have by the elements.
func (r *reading) elementsOf(f *catalog.Field) []string {
	var values []string
	for _, element := range f.Meta.Elements {
		values = append(values, r.code.Values(element)...)
	}
	return values
}

// among finds records of the tables, those only that the actor may see. Of an
// element string, what refers to a table of which records were found refers to one
// of them: a lot is that of the product beside it.
func (r *reading) among(ctx context.Context, tables []*catalog.Table, values func(*catalog.Field) []string) (map[*catalog.Table]hits, error) {
	found := map[*catalog.Table]hits{}
	for _, t := range tables {
		for _, code := range t.Codes {
			if err := r.by(ctx, code, values(code.Field), found, t); err != nil {
				return nil, err
			}
		}
	}
	kept := map[*catalog.Table]hits{}
	for t, all := range found {
		ids, err := r.kept(ctx, t, all, found)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			kept[t] = ids
		}
	}
	return kept, nil
}

// by reads who has one of the values in the field.
func (r *reading) by(ctx context.Context, code *catalog.Code, values []string, found map[*catalog.Table]hits, meant *catalog.Table) error {
	values = slices.DeleteFunc(values, func(text string) bool {
		_, bad := code.Field.Parse(text)
		return bad != nil // no value of the field is like this, as too long a one
	})
	if len(values) == 0 || r.rights.RequireOn(code.By, access.Read) != nil || r.rights.RequireOn(meant, access.Read) != nil {
		return nil
	}
	where := Where{Filter: Is(code.Field.Key, In, values), Fields: []string{"id"}, Limit: maxFound}
	for _, f := range []*catalog.Field{code.Of, code.Counts} {
		if f != nil {
			where.Fields = append(where.Fields, f.Key)
		}
	}
	if r.whole {
		where.Limit = 0
	}
	rows, err := r.q.Rows(ctx, r.tx, r.rights, code.By.Key, where)
	if err != nil {
		return err
	}
	r.cut = r.cut || where.Limit > 0 && len(rows) == where.Limit
	for _, row := range rows {
		id, ok := row["id"].(int64)
		if code.Of != nil {
			id, ok = row[code.Of.Key].(int64)
		}
		if !ok {
			continue
		}
		if found[meant] == nil {
			found[meant] = hits{}
		}
		if code.Counts != nil || found[meant][id] == "" {
			found[meant][id] = countsOf(row, code.Counts)
		}
	}
	return nil
}

// mostLed is the most records that a code leads on to.
const mostLed = 10

// led adds to the records of a table the newest that others found lead on to.
func (r *reading) led(ctx context.Context, t *catalog.Table, found map[*catalog.Table]hits) (hits, error) {
	own := maps.Clone(found[t])
	for _, lead := range t.Leads {
		through := found[lead.Field.To]
		if len(through) == 0 {
			continue
		}
		ids, _, err := r.leadsTo(ctx, t, lead, idsOf(through), mostLed)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if own == nil {
				own = hits{}
			}
			if _, known := own[id]; !known {
				own[id] = ""
			}
		}
	}
	return own, nil
}

// leadsTo are the records that some of a table lead on to, the newest first, as far
// as the actor sees them; cut tells that there may be older ones.
func (r *reading) leadsTo(ctx context.Context, t *catalog.Table, lead *catalog.Code, through []int64, most int) (ids []int64, cut bool, err error) {
	if !r.follows(t, lead) {
		return nil, false, nil
	}
	where := Where{Filter: Is(lead.Field.Key, In, through), Condition: lead.Where, Fields: []string{"id", lead.Of.Key}, Sort: []string{"-id"}, Limit: linesOfEach * most}
	rows, err := r.q.Rows(ctx, r.tx, r.rights, lead.By.Key, where)
	if err != nil {
		return nil, false, err
	}
	for _, row := range rows {
		if id, ok := row[lead.Of.Key].(int64); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	cut = len(rows) == where.Limit || len(ids) > most
	return ids[:min(len(ids), most)], cut, nil
}

// follows reports whether the actor may read what leads on, and to what it leads.
func (r *reading) follows(t *catalog.Table, lead *catalog.Code) bool {
	return r.rights.RequireOn(lead.By, access.Read) == nil && r.rights.RequireOn(t, access.Read) == nil
}

// linesOfEach is how many rows are read for each record that they lead on to: seldom
// do more rows of one record refer to the same.
const linesOfEach = 4

func countsOf(row Row, field *catalog.Field) json.Number {
	if field == nil {
		return ""
	}
	switch v := row[field.Key].(type) {
	case decimal.Decimal:
		return json.Number(v.String())
	case int64:
		return json.Number(decimal.NewFromInt(v).String())
	}
	return ""
}

// kept leaves out what is not the actor's, not within what is asked, or of another
// record that the code names.
func (r *reading) kept(ctx context.Context, t *catalog.Table, all hits, found map[*catalog.Table]hits) (hits, error) {
	ask := Request{Fields: []string{"id"}, Sort: []string{"id"}}
	parts := []*Filter{Is("id", In, idsOf(all))}
	if r.narrowed != nil {
		for _, name := range slices.Sorted(maps.Keys(r.narrowed.Scope)) {
			parts = append(parts, Is(name, Eq, r.narrowed.Scope[name]))
		}
		if r.narrowed.Offered {
			ask.Condition = t.Offered
		}
	}
	for _, f := range t.Fields {
		if others := found[f.To]; r.parts && f.Type == meta.TypeReference && len(others) > 0 && f.To != t {
			parts = append(parts, Any(Is(f.Key, In, idsOf(others)), Is(f.Key, Null, nil)))
		}
	}
	ask.Where = All(parts...)
	p, err := r.q.prepare(ctx, r.rights, t, &ask, forCode)
	if err != nil {
		return nil, err
	}
	rows, err := p.read(ctx, r.tx, t, p.page.text, p.page.args(p.values))
	if err != nil {
		return nil, err
	}
	kept := hits{}
	for _, row := range rows {
		if id, ok := row["id"].(int64); ok {
			kept[id] = all[id]
		}
	}
	return kept, nil
}

// told names the records to people.
func (r *reading) told(ctx context.Context, t *catalog.Table, found hits) ([]Meant, error) {
	if len(found) == 0 {
		return nil, nil
	}
	words := map[int64]string{}
	if err := labels(ctx, r.tx, r.rights, t, idsOf(found), words); err != nil {
		return nil, fmt.Errorf("read labels of %s: %w", t.Key, err)
	}
	var all []Meant
	for _, id := range idsOf(found) {
		if label, ok := words[id]; ok {
			all = append(all, Meant{Table: t.Key, ID: id, Label: json.RawMessage(label), Counts: found[id]})
		}
	}
	return all, nil
}

func idsOf(found hits) []int64 { return slices.Sorted(maps.Keys(found)) }

// reached gives what a scanned code asks of the rows of a table beside what their
// own words say: those that it names, and those that refer to what it names. It is
// nil where the code names nothing; cut tells that older rows may be left out, which
// the whole leaves none of.
func (q *Query) reached(ctx context.Context, tx *store.Tx, rights *access.Rights, t *catalog.Table, search string, whole bool) (filter *Filter, cut bool, err error) {
	fields, tables := wayOf(t)
	r := reading{q: q, tx: tx, rights: rights, code: scan.Read(search), whole: whole}
	if r.code.Text == "" || len(tables) == 0 || !searchable(scan.Spaced(search)) {
		return nil, false, nil
	}
	meaning, err := r.means(ctx, tables)
	if err != nil || len(meaning.Found) == 0 {
		return nil, false, err
	}
	cut = r.cut
	ids := map[string][]int64{}
	for _, one := range meaning.Found {
		ids[one.Table] = append(ids[one.Table], one.ID)
	}
	var parts []*Filter
	for _, table := range tables {
		if len(ids[table.Key]) == 0 {
			continue
		}
		var ways []*Filter
		for _, name := range fields[table] {
			ways = append(ways, Is(name, In, ids[table.Key]))
		}
		for _, lead := range t.Leads {
			if lead.Field.To != table || !r.follows(t, lead) {
				continue
			}
			if whole {
				ways = append(ways, ledBy(lead, ids[table.Key]))
				continue
			}
			led, more, err := r.leadsTo(ctx, t, lead, ids[table.Key], MaxSize)
			if err != nil {
				return nil, false, err
			}
			cut = cut || more
			ways = append(ways, Is("id", In, append(led, 0))) // 0: none is no filter
		}
		parts = append(parts, Any(ways...))
	}
	if len(meaning.Elements) > 0 {
		return All(parts...), cut, nil // an element string names one thing by several elements
	}
	return Any(parts...), cut, nil
}

// wayOf are the tables whose codes lead to rows of a table, and by which fields.
func wayOf(t *catalog.Table) (map[*catalog.Table][]string, []*catalog.Table) {
	fields, tables := map[*catalog.Table][]string{}, []*catalog.Table{}
	add := func(to *catalog.Table, name string) {
		if len(to.Codes) == 0 {
			return
		}
		if fields[to] == nil {
			tables = append(tables, to)
		}
		fields[to] = append(fields[to], name)
	}
	add(t, "id")
	for _, f := range t.Fields {
		if f.Type == meta.TypeReference && !f.Virtual && !f.Meta.Secret {
			add(f.To, f.Key)
		}
	}
	for _, lead := range t.Leads {
		if to := lead.Field.To; len(to.Codes) > 0 && fields[to] == nil && !slices.Contains(tables, to) {
			tables = append(tables, to)
		}
	}
	return fields, tables
}

// ScopeOf says which fields of what a reference names are given by the record that
// it stands in: those that its where compares with the record's own of that name.
func ScopeOf(f *catalog.Field, record map[string]any) map[string]any {
	scope := map[string]any{}
	if f.Where == nil {
		return scope
	}
	refs := f.Where.Refs()
	for name, value := range record {
		if value != nil && slices.Contains(refs, "row."+name) && slices.Contains(refs, "record."+name) {
			scope[name] = value
		}
	}
	return scope
}
