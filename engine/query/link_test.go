package query_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/query"
)

// tagged has three things: with two tags, with one, with none, and one that never had any.
func (c *counter) tagged() (sun, moon int64) {
	c.t.Helper()
	sun, moon = c.Insert("brand", row{"name": "Sun", "country": "ES"}), c.Insert("brand", row{"name": "Moon"})
	c.Insert("thing", row{"no": "NIL"})
	for thing, tags := range map[int64][]int64{c.cup: {moon, sun}, c.pot: {sun}, c.mug: {}} {
		text, _ := json.Marshal(tags)
		c.run(`update thing set tag_ids = ? where id = ?`, string(text), thing)
		for _, tag := range tags {
			c.run(`insert into thing__tag_ids (record_id, item_id) values (?, ?)`, thing, tag)
		}
	}
	return sun, moon
}

func TestWhichRecordsAListNames(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		sun, moon := c.tagged()
		tests := []struct{ op, value, want string }{
			{"eq", `{sun}`, "CUP POT"},
			{"eq", `{moon}`, "CUP"},
			{"ne", `{moon}`, "POT MUG NIL"},
			{"in", `[{sun},{moon}]`, "CUP POT"},
			{"in", `[{moon}]`, "CUP"},
			{"in", `[]`, ""},
			{"nin", `[{sun},{moon}]`, "MUG NIL"},
			{"nin", `[{moon}]`, "POT MUG NIL"},
			{"all", `[{sun},{moon}]`, "CUP"},
			{"all", `[{sun}]`, "CUP POT"},
			{"all", `[]`, "CUP POT MUG NIL"},
			{"eq", `{"name":"Moon"}`, "CUP"},
			{"in", `[{"name":"Moon"},{sun}]`, "CUP POT"},
			{"all", `[{"name":"Moon"},{"name":"Sun"}]`, "CUP"},
			{"eq", `null`, "NIL"},
			{"ne", `null`, "CUP POT MUG"},
			{"null", `null`, "NIL"},
		}
		for _, tt := range tests {
			value := tt.value
			for name, id := range map[string]int64{"{sun}": sun, "{moon}": moon} {
				value = strings.ReplaceAll(value, name, fmt.Sprint(id))
			}
			var r query.Request
			if err := json.Unmarshal([]byte(`{"fields":["no"],"sort":["id"],"filter":{"field":"tag_ids","op":"`+tt.op+`","value":`+value+`}}`), &r); err != nil {
				t.Fatal(err)
			}
			page, err := c.decode(c.q.List(t.Context(), c.system, "thing", r))
			if err != nil {
				t.Errorf("%s %s: %v", tt.op, tt.value, err)
			} else if got := column(page, "no"); got != tt.want {
				t.Errorf("%s %s: %q, want %q", tt.op, tt.value, got, tt.want)
			}
		}
	})
}

// TestAListIsToldWithLabels in the order in which it is kept, of those that the reader may
// look up, in a page, a record and beside what follows.
func TestAListIsToldWithLabels(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		sun, moon := c.tagged()
		both := fmt.Sprintf(`{"id":%[1]d,"no":"CUP","tag_ids":[%[2]d,%[3]d],"tag_ids__label":[{"id":%[2]d,"_label":"Moon"},{"id":%[3]d,"_label":"Sun"}],"name":"Cup"}`, c.cup, moon, sun)
		rest := fmt.Sprintf(`{"id":%d,"no":"MUG","tag_ids":[],"tag_ids__label":[],"name":null}`, c.mug)
		ask := query.Request{Fields: []string{"no", "tag_ids", "name"}, Sort: []string{"id"}, Where: query.Is("id", query.In, []int64{c.cup, c.mug})}
		page, err := c.q.List(t.Context(), c.system, "thing", ask)
		if err != nil || string(page.Bytes()) != `{"rows":[`+both+`,`+rest+`]}` {
			t.Errorf("as a page: %s (%v)", page.Bytes(), err)
		}
		record, err := c.decode(c.q.Get(t.Context(), c.system, "thing", c.pot))
		if want := fmt.Sprintf(`[map[_label:Sun id:%d]]`, sun); err != nil || fmt.Sprint(record["tag_ids__label"]) != want {
			t.Errorf("as a record: %v (%v), want %s", record, err, want)
		}
		brands := c.Role("user", grant{Menus: []int{13, 31}, Rules: map[string]rule{"brand": {Rows: "row.country == 'ES'"}}})
		few, err := c.decode(c.q.List(t.Context(), c.Rights(accesstest.Office(1, brands)), "thing", ask))
		if want := fmt.Sprintf(`[map[_label:Sun id:%d]] []`, sun); err != nil || column(few, "tag_ids__label") != want {
			t.Errorf("to who sees one of the two: %v (%v), want %s", few, err, want)
		}
	})
}
