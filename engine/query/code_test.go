package query_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// shop is the world with what is scanned: things by their number, by the codes on their
// packages and by their lots, and parcels that hold them.
const shop = `{
	"tables": [
		{"key": "thing", "label": ["no", "name"], "offered": "row.active == true", "codes": [{"key": "no"}], "indexes": [{"key": "no", "on": ["no"]}], "fields": [
			{"key": "customer_id", "type": "reference", "to": "customer"}, {"key": "no", "type": "text", "max_length": 12, "search": true},
			{"key": "name", "type": "text", "search": true}, {"key": "active", "type": "boolean"}, {"key": "tag_ids", "type": "multi_reference", "to": "brand"}
		]},
		{"key": "package", "label": ["gtin"], "codes": [{"key": "gtin", "of": "thing_id", "counts": "holds"}], "indexes": [{"key": "gtin", "on": ["gtin"]}], "fields": [
			{"key": "thing_id", "type": "reference", "to": "thing"}, {"key": "gtin", "type": "text", "elements": ["01", "02"]}, {"key": "holds", "type": "integer"}
		]},
		{"key": "lot", "label": ["lot"], "codes": [{"key": "lot"}], "indexes": [{"key": "lot", "on": ["lot"]}], "fields": [
			{"key": "thing_id", "type": "reference", "to": "thing"}, {"key": "lot", "type": "text", "elements": ["10"]}
		]},
		{"key": "shelf", "label": ["name"], "fields": [
			{"key": "name", "type": "text", "search": true}, {"key": "thing_id", "type": "reference", "to": "thing"}, {"key": "lot_id", "type": "reference", "to": "lot"}
		]},
		{"key": "parcel", "label": ["no"], "fields": [{"key": "no", "type": "text"}]},
		{"key": "content", "label": ["parcel_id"], "codes": [{"key": "thing_id", "of": "parcel_id", "where": "row.lost == nil"}], "indexes": [{"key": "thing", "on": ["thing_id"]}], "fields": [
			{"key": "parcel_id", "type": "reference", "to": "parcel"}, {"key": "thing_id", "type": "reference", "to": "thing"}, {"key": "lost", "type": "boolean"}
		]}
	],
	"lists": [
		{"key": "thing", "table": "thing", "columns": [{"key": "no"}]}, {"key": "parcel", "table": "parcel", "columns": [{"key": "no"}]}
	],
	"menus": [{"key": "shop", "items": [
		{"key": 31, "parent": 1, "route": "/goods/things", "screen": "list:thing"}, {"key": 32, "parent": 1, "route": "/goods/parcels", "screen": "list:parcel"},
		{"key": 33, "parent": 1, "route": "/goods/rest", "rights": ["package.read", "lot.read", "content.read", "shelf.read"]},
		{"key": 95, "parent": 91, "route": "/own/things", "user_type": "client", "rights": ["thing.read", "package.read", "parcel.read", "content.read"]}
	]}]
}`

// counter is the shop with what is in it.
type counter struct {
	*bench
	cup, pot, mug, lot, other, parcel, newer int64
}

// inShop runs a test in the same shop on both databases.
func inShop(t *testing.T, run func(t *testing.T, c *counter)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		w := accesstest.With(t, db, accesstest.Joined(t, shop))
		c := &counter{bench: &bench{World: w, t: t, q: query.New(db, query.Options{})}}
		c.system = c.Rights(auth.System("test"))
		c.acme = c.Insert("customer", row{"code": "ACME", "name": "Acme"})
		c.globex = c.Insert("customer", row{"code": "GLOB", "name": "Globex"})
		c.cup = c.Insert("thing", row{"customer_id": c.acme, "no": "CUP", "name": "Cup", "active": true})
		c.pot = c.Insert("thing", row{"customer_id": c.globex, "no": "POT", "name": "Pot", "active": false})
		c.mug = c.Insert("thing", row{"customer_id": c.acme, "no": "MUG"})
		c.Insert("package", row{"thing_id": c.cup, "gtin": "04012345678901", "holds": int64(6)})
		c.Insert("package", row{"thing_id": c.pot, "gtin": "POT", "holds": int64(12)})
		c.lot = c.Insert("lot", row{"thing_id": c.cup, "lot": "L1"})
		c.other = c.Insert("lot", row{"thing_id": c.pot, "lot": "L1"})
		c.parcel = c.Insert("parcel", row{"no": "P1"})
		c.newer = c.Insert("parcel", row{"no": "P2"})
		for _, of := range []row{{"parcel_id": c.parcel, "thing_id": c.cup}, {"parcel_id": c.newer, "thing_id": c.cup}, {"parcel_id": c.newer, "thing_id": c.pot, "lost": true}} {
			c.Insert("content", of)
		}
		run(t, c)
	})
}

// meant tells what a code means as "thing CUP Cup x6, lot L1".
func (c *counter) meant(who auth.Actor, scanned query.Scanned) string {
	c.t.Helper()
	meaning, err := c.q.Code(c.t.Context(), c.Rights(who), scanned)
	if err != nil {
		return err.Error()
	}
	var texts []string
	for _, one := range meaning.Found {
		text := one.Table + " " + strings.Trim(string(one.Label), `"`)
		if one.Counts != "" {
			text += " x" + string(one.Counts)
		}
		texts = append(texts, text)
	}
	for _, element := range []string{"01", "10"} {
		if meaning.Elements[element] != "" {
			texts = append(texts, element+"="+meaning.Elements[element])
		}
	}
	return strings.Join(texts, ", ")
}

func TestACodeMeansRecords(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		all, thing := auth.System("test"), c.Table("thing")
		office := accesstest.Office(1, c.Role("user", grant{Menus: []int{31, 32}}))
		client := accesstest.Client(7, c.acme, c.Role("client", grant{Menus: []int{95}}))
		tests := []struct {
			about string
			who   auth.Actor
			code  query.Scanned
			want  string
		}{
			{"its number means a thing, and the newest parcels that hold it", all, query.Scanned{Text: "CUP"}, "parcel P1, parcel P2, thing CUP Cup"},
			{"a row that does not lead on leads nowhere", all, query.Scanned{Text: "MUG"}, "thing MUG"},
			{"the number of a package says how many, whatever else has it", all, query.Scanned{Text: "POT"}, "thing POT Pot x12"},
			{"a trade item number is found in each of its lengths", all, query.Scanned{Text: "]C10104012345678901"}, "parcel P1, parcel P2, thing CUP Cup x6, 01=04012345678901"},
			{"a lot is that of the thing beside it", all, query.Scanned{Text: "010401234567890110L1"}, "lot L1, parcel P1, parcel P2, thing CUP Cup x6, 01=04012345678901, 10=L1"},
			{"a lot alone is everybody's", all, query.Scanned{Text: "10L1", Table: c.Table("lot")}, "lot L1, lot L1, 10=L1"},
			{"of one table only, without what it leads on to", all, query.Scanned{Text: "CUP", Table: thing}, "thing CUP Cup"},
			{"within values that hold", all, query.Scanned{Text: "CUP", Table: thing, Scope: row{"customer_id": c.acme}}, "thing CUP Cup"},
			{"within values that do not", all, query.Scanned{Text: "CUP", Table: thing, Scope: row{"customer_id": c.globex}}, ""},
			{"offered, which it is", all, query.Scanned{Text: "CUP", Table: thing, Offered: true}, "thing CUP Cup"},
			{"offered, which it is not", all, query.Scanned{Text: "POT", Table: thing, Offered: true}, ""},
			{"no value of the field is so long", all, query.Scanned{Text: strings.Repeat("C", 13)}, ""},
			{"nothing means nothing", all, query.Scanned{Text: " \x00 "}, ""},
			{"a code that nobody has, with its elements", all, query.Scanned{Text: "0199999999999999"}, "01=99999999999999"},
			{"who may not read packages does not find by them", office, query.Scanned{Text: "0104012345678901"}, "01=04012345678901"},
			{"who may not read what leads on is not led", office, query.Scanned{Text: "CUP"}, "thing CUP Cup"},
			{"a thing of another is no thing", client, query.Scanned{Text: "POT"}, ""},
			{"a thing of his own is", client, query.Scanned{Text: "MUG"}, "thing MUG"},
		}
		for _, tt := range tests {
			if got := c.meant(tt.who, tt.code); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.about, got, tt.want)
			}
		}
	})
}

// TestTheNewestThatACodeLeadsTo are ten; a parcel that holds a thing twice is one of them.
func TestTheNewestThatACodeLeadsTo(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		var want []string
		for i := range 12 {
			parcel := c.Insert("parcel", row{"no": fmt.Sprintf("N%02d", i)})
			for range 2 {
				c.Insert("content", row{"parcel_id": parcel, "thing_id": c.mug})
			}
			if i >= 2 {
				want = append(want, fmt.Sprintf("parcel N%02d", i))
			}
		}
		if got := c.meant(auth.System("test"), query.Scanned{Text: "MUG"}); got != strings.Join(append(want, "thing MUG"), ", ") {
			t.Errorf("led to %s", got)
		}
		for i := range 8 {
			c.Insert("content", row{"parcel_id": c.parcel, "thing_id": c.mug, "lost": nil, "id": int64(1_000_000_000 + i)})
		}
		if got := c.meant(auth.System("test"), query.Scanned{Text: "MUG"}); !strings.HasPrefix(got, "parcel P1, parcel N03") {
			t.Errorf("with one that was filled last: %s", got)
		}
	})
}

// TestASearchIsACodeToo finds rows by what the searched code names beside their own words.
func TestASearchIsACodeToo(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		for name, of := range map[string]row{"a": {"thing_id": c.cup, "lot_id": c.lot}, "b": {"thing_id": c.pot, "lot_id": c.other}, "c": {}, "d of cups": {}} {
			of["name"] = name
			c.Insert("shelf", of)
		}
		tests := []struct{ table, request, want string }{
			{"shelf", `{"search":"cup"}`, "d of cups"},
			{"shelf", `{"search":"CUP"}`, "a, d of cups"},
			{"shelf", `{"search":"CUP","filter":{"field":"name","op":"starts","value":"a"}}`, "a"},
			{"shelf", `{"search":"POT"}`, "b"},
			{"shelf", `{"search":"L1"}`, "a, b"},
			{"shelf", `{"search":"010401234567890110L1"}`, "a"},
			{"shelf", `{"search":"0104012345678901\u001d10L9"}`, "a"},
			{"shelf", `{"search":"0199999999999999"}`, ""},
			{"thing", `{"search":"04012345678901"}`, "Cup"},
			{"parcel", `{"search":"CUP","fields":["no"]}`, "P1, P2"},
			{"parcel", `{"search":"POT","fields":["no"]}`, ""},
		}
		for _, tt := range tests {
			for _, whole := range []bool{false, true} {
				var r query.Request
				if err := json.Unmarshal([]byte(tt.request), &r); err != nil {
					t.Fatal(err)
				}
				r.Whole, r.Sort = whole, []string{"id"}
				page, err := c.decode(c.q.List(t.Context(), c.system, tt.table, r))
				if err != nil {
					t.Errorf("%s %s: %v", tt.table, tt.request, err)
					continue
				}
				var names []string
				for _, one := range page["rows"].([]any) {
					name, _ := one.(object)["name"].(string)
					if no, is := one.(object)["no"].(string); is && tt.table == "parcel" {
						name = no
					}
					names = append(names, name)
				}
				slices.Sort(names)
				if got := strings.Join(names, ", "); got != tt.want {
					t.Errorf("%s %s (whole: %v): %s, want %s", tt.table, tt.request, whole, got, tt.want)
				}
			}
		}
	})
}

// TestOlderRowsAreLeftOut says so: a search looks at the newest that a code leads to, the
// whole at all, and its figures are a floor or are not.
func TestOlderRowsAreLeftOut(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		for i := range 60 {
			lot := c.Insert("lot", row{"thing_id": c.cup, "lot": "MANY"})
			if i%2 == 0 {
				c.Insert("shelf", row{"name": "shelf", "lot_id": lot})
			}
		}
		for whole, want := range map[bool]string{false: "25 true", true: "30 false"} {
			r := query.Request{Search: "MANY", Whole: whole, Total: query.ExactTotal}
			page, err := c.decode(c.q.List(t.Context(), c.system, "shelf", r))
			if got := fmt.Sprint(page["total"], " ", page["totalIsFloor"]); got != want || err != nil {
				t.Errorf("whole %v: %s (%v), want %s", whole, got, err, want)
			}
			grouped, err := c.decode(c.q.Aggregate(t.Context(), c.system, "shelf", query.Aggregation{Search: "MANY", Whole: whole, Measures: []query.Measure{{Fn: query.Count, As: "n"}}}))
			if got := fmt.Sprint(column(grouped, "n"), " ", grouped["totalIsFloor"]); got != want || err != nil {
				t.Errorf("grouped, whole %v: %s (%v), want %s", whole, got, err, want)
			}
		}
	})
}

func TestACountOfPiecesIsExact(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, strings.Replace(shop, `{"key": "holds", "type": "integer"}`, `{"key": "holds", "type": "decimal", "scale": 3}`, 1))
	db := enginetest.Open(t, enginetest.SQLite(t), store.Options{})
	c := &counter{bench: &bench{World: accesstest.With(t, db, release), t: t, q: query.New(db, query.Options{})}}
	thing := c.Insert("thing", row{"no": "T"})
	for code, holds := range map[string]any{"HALF": decimal.RequireFromString("0.125"), "MANY": decimal.RequireFromString("12"), "NONE": nil} {
		c.Insert("package", row{"thing_id": thing, "gtin": code, "holds": holds})
	}
	for code, want := range map[string]string{"HALF": "thing T x0.125", "MANY": "thing T x12", "NONE": "thing T"} {
		if got := c.meant(auth.System("test"), query.Scanned{Text: code}); got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

// TestAReferenceGivesTheScopeOfItsChoice are the values that its condition compares with the
// record's own.
func TestAReferenceGivesTheScopeOfItsChoice(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, `{"tables": [{"key": "use", "label": ["id"], "fields": [
		{"key": "customer_id", "type": "reference", "to": "customer"}, {"key": "code", "type": "text"}, {"key": "note", "type": "text"},
		{"key": "item_id", "type": "reference", "to": "item", "where": "row.customer_id == record.customer_id and row.code == record.code and row.name != nil"},
		{"key": "any_id", "type": "reference", "to": "item"}
	]}]}`)
	table, err := release.Table("use")
	if err != nil {
		t.Fatal(err)
	}
	record := map[string]any{"customer_id": int64(5), "code": nil, "note": "n", "name": "x"}
	for key, want := range map[string]string{"item_id": "map[customer_id:5]", "any_id": "map[]"} {
		field, _ := table.Field(key)
		if got := fmt.Sprint(query.ScopeOf(field, record)); got != want {
			t.Errorf("scope of %s = %s, want %s", key, got, want)
		}
	}
}
