package query

import (
	"encoding/json"
	"strconv"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// The limits of a page.
const (
	MaxSize     = 500
	DefaultSize = 50
	MaxOffset   = 1_000_000 // rows skipped; who goes further follows the cursor
	MaxSorts    = 5
	MaxFields   = 200
	MaxSums     = 20
	MaxNames    = 500

	cappedTotal = 10_000
)

// Total says whether and how the records of a list are counted.
type Total string

// The ways to count: not at all, up to 10,000, or all.
const (
	NoTotal     Total = ""
	CappedTotal Total = "capped"
	ExactTotal  Total = "exact"
)

// UnmarshalJSON takes true, false, "capped", "exact" and null.
func (t *Total) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true", `"capped"`:
		*t = CappedTotal
	case `"exact"`:
		*t = ExactTotal
	case "false", "null", `""`:
		*t = NoTotal
	default:
		return invalid("bad_total").On("total")
	}
	return nil
}

// Request asks for a page of records. Its members are those of the HTTP contract.
type Request struct {
	Filter json.RawMessage `json:"filter"`
	Sort   []string        `json:"sort"`
	Page   int             `json:"page"` // from 1
	Size   int             `json:"size"` // rows; 0 is DefaultSize
	Cursor string          `json:"cursor"`
	Fields []string        `json:"fields"` // none: all of the table
	Search string          `json:"search"`
	Names  []string        `json:"names"` // only records that one of these names, in a searched field
	Total  Total           `json:"total"`
	Sums   []string        `json:"sums"`
	Can    bool            `json:"can"`
	Next   bool            `json:"next"` // the step that leads on from each row

	Where     *Filter             `json:"-"` // further condition of the caller
	Condition *expression.Program `json:"-"` // further condition of metadata, over row and user
	Choices   []Choice            `json:"-"` // what may be chosen for a record
	Whole     bool                `json:"-"` // a search looks at all that a code leads to, not at the newest alone

	reached *Filter // what the search, taken as a scanned code, leads to; nil: nothing
	cut     bool    // it leads to older rows, too, that are left out
}

// Choice is a condition with its values, over the rows of the table.
type Choice struct {
	Text string
	Args []any
}

// paging checks page and size.
func (r *Request) paging() (limit, offset int, err error) {
	limit = r.Size
	if limit == 0 {
		limit = DefaultSize
	}
	page := max(r.Page, 1)
	switch {
	case limit < 1 || limit > MaxSize:
		return 0, 0, invalid("size_range", "max", MaxSize).On("size")
	case r.Page < 0 || page-1 > MaxOffset/limit:
		return 0, 0, invalid("page_range", "max", MaxOffset).On("page")
	case r.Cursor != "":
		return limit, 0, nil
	}
	return limit, (page - 1) * limit, nil
}

// counts checks how much the request names.
func (r *Request) counts() error {
	for _, c := range []struct {
		name       string
		count, max int
	}{{"sort", len(r.Sort), MaxSorts}, {"fields", len(r.Fields), MaxFields}, {"sums", len(r.Sums), MaxSums}, {"names", len(r.Names), MaxNames}} {
		if c.count > c.max {
			return invalid("too_many", "max", c.max).On(c.name)
		}
	}
	return nil
}

// on names a member of a list in the request.
func on(bad *fault.Fault, name string, index int) *fault.Fault {
	return bad.On(name + "[" + strconv.Itoa(index) + "]")
}

// named finds records by what people write for them: the names that a searched
// field could hold, letter by letter.
func named(table *catalog.Table, names []string) *Filter {
	var fields []*Filter
	for _, field := range table.Search {
		var possible []any
		for _, name := range names {
			if _, bad := field.Parse(name); bad == nil && name != "" {
				possible = append(possible, name)
			}
		}
		if len(possible) > 0 && !field.Meta.Secret {
			fields = append(fields, Is(field.Key, In, possible))
		}
	}
	return Any(fields...)
}

// choose narrows the request to the records that its names mean.
func (r *Request) choose(table *catalog.Table) {
	switch {
	case len(r.Names) == 0:
	case r.Where == nil:
		r.Where = named(table, r.Names)
	default:
		r.Where = All(named(table, r.Names), r.Where)
	}
}
