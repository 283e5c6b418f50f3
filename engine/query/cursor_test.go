package query_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
)

// TestACursorIsOfOneOrder and of one table, and holds what its columns hold: another one
// leads nowhere.
func TestACursorIsOfOneOrder(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		first := func(table string, sort ...string) string {
			page, err := b.decode(b.q.List(t.Context(), b.system, table, query.Request{Sort: sort, Size: 1}))
			if err != nil || page["nextCursor"] == nil {
				t.Fatalf("first of %s: %v (%v)", table, page, err)
			}
			return page["nextCursor"].(string)
		}
		refused := func(about, table, cursor string, sort ...string) {
			t.Helper()
			_, err := b.q.List(t.Context(), b.system, table, query.Request{Sort: sort, Size: 1, Cursor: cursor})
			if f, ok := fault.As(err); !ok || f.Key != "query.bad_cursor" || f.Path != "cursor" || f.Code != fault.Invalid {
				t.Errorf("%s: %v", about, err)
			}
		}
		code := first("item", "code")
		refused("of another field", "item", code, "name")
		refused("of the other direction", "item", code, "-code")
		refused("of a longer order", "item", code, "code", "name")
		refused("of the order of nothing", "item", code)
		refused("of another table", "customer", code, "code")
		refused("cut short", "item", code[:len(code)-6], "code")
		refused("no base64", "item", code+"!", "code")
		refused("longer than any", "item", code+strings.Repeat("A", 1<<17), "code")

		changed := func(table string, with any, sort ...string) (string, string) {
			text, _ := base64.RawURLEncoding.DecodeString(first(table, sort...))
			var values []any
			decoder := json.NewDecoder(strings.NewReader(string(text)))
			decoder.UseNumber()
			if err := decoder.Decode(&values); err != nil {
				t.Fatal(err)
			}
			values[1] = with
			text, _ = json.Marshal(values)
			short, _ := json.Marshal(values[:len(values)-1])
			return base64.RawURLEncoding.EncodeToString(text), base64.RawURLEncoding.EncodeToString(short)
		}
		for _, tt := range []struct {
			sort string
			with any
		}{
			{"code", 1}, {"code", true}, {"code", "a\x00b"}, {"code", []any{}}, {"pieces", "1"}, {"pieces", 1.5}, {"pieces", true}, {"active", 1}, {"active", "true"}, {"seen_at", "2026-03-09"}, {"made_on", 5},
		} {
			cursor, short := changed("item", tt.with, tt.sort)
			refused(fmt.Sprintf("%s behind %v", tt.sort, tt.with), "item", cursor, tt.sort)
			refused(fmt.Sprintf("%s without the id", tt.sort), "item", short, tt.sort)
		}
	})
}

// TestPagesByNumberAreThoseByCursor walks in both ways, to the end and past it.
func TestPagesByNumberAreThoseByCursor(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, sort := range []string{`["-pieces","code"]`, `["active","-made_on"]`, `["-price","-id"]`} {
			cursor := ""
			for page := range 4 {
				byCursor, err := b.list(b.system, "item", fmt.Sprintf(`{"size":3,"sort":%s,"cursor":%q,"page":9}`, sort, cursor))
				if page == 0 {
					byCursor, err = b.list(b.system, "item", `{"size":3,"sort":`+sort+`}`)
				}
				byNumber, failed := b.list(b.system, "item", fmt.Sprintf(`{"size":3,"sort":%s,"page":%d,"total":true}`, sort, page+1))
				if err != nil || failed != nil {
					t.Fatal(err, failed)
				}
				if got, want := column(byCursor, "id"), column(byNumber, "id"); page < 3 && got != want {
					t.Errorf("sort %s, page %d: %s by cursor, %s by number", sort, page+1, got, want)
				}
				if byNumber["total"] != 8.0 || (byNumber["nextCursor"] != nil) != (page < 2) {
					t.Errorf("page %d is of %v, and leads on to %v", page+1, byNumber["total"], byNumber["nextCursor"])
				}
				if cursor, _ = byCursor["nextCursor"].(string); cursor == "" {
					break
				}
			}
		}
	})
}
