package httpapi_test

import (
	"fmt"
	"testing"
)

// TestExpressionsAreWrittenAtTheirPlace asks what may be named at places of a release and
// of a draft, where a mistake stands, and what an expression gives on a record.
func TestExpressionsAreWrittenAtTheirPlace(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		const audit = `"kind":"document","key":"order","path":"actions/0/must"`
		names := func(place, chain string) string { return fmt.Sprintf(`{%s,"chain":%q}`, place, chain) }
		try := func(place, source string, id int64) string {
			return fmt.Sprintf(`{%s,"source":%q,"id":%d}`, place, source, id)
		}
		customer := p.idOf(t, "customer", "code", "ACME")
		order := p.save(t, "order", map[string]any{"doc_no": "E1", "customer_id": customer, "lines": []any{map[string]any{"item_id": p.idOf(t, "item", "code", "A1"), "qty": 3}}})
		change := p.openChange(t)
		p.dev(t, "/api/meta/list/draft", fmt.Sprintf(`{"change":%d,"key":"mine","hash":"","object":{"kind":"list","key":"mine","title":{"zh":"我","en":"Mine","es":"Mío"},
			"table":"item","where":"row.no > 1","columns":[{"key":"code"}]}}`, change))
		p.dev(t, "/api/meta/table/draft", fmt.Sprintf(`{"change":%d,"key":"fresh","hash":"","object":{"kind":"table","key":"fresh","title":{"zh":"新","en":"Fresh","es":"Nueva"},
			"label":["name"],"fields":[{"key":"name","type":"text","max_length":9,"title":{"zh":"名","en":"Name","es":"Nombre"},"default":"lower('A')"}]}}`, change))
		fresh := fmt.Sprintf(`"change":%d,"kind":"table","key":"fresh","path":"fields/0/default"`, change)
		drafted := fmt.Sprintf(`"change":%d,"kind":"list","key":"mine","path":"where"`, change)
		runAll(t, p, []scenario{
			{name: "names", as: "admin", call: post("/api/meta/expression/names", names(audit, "")), wantHTTP: 200, want: []string{`"name":"lines","type":"list","to":"order_line"`, `"call":"dateAdd(date, int)"`}},
			{name: "members", as: "admin", call: post("/api/meta/expression/names", names(audit, "row.customer_id")), wantHTTP: 200, want: []string{`"name":"code"`}},
			{name: "members of lines", as: "admin", call: post("/api/meta/expression/names", names(audit, "lines[0].item_id")), wantHTTP: 200, want: []string{`"name":"price"`}},
			{name: "members of what is not there", as: "admin", call: post("/api/meta/expression/names", names(audit, "row.nobody")), wantHTTP: 200, want: []string{`"data":[]`}},
			{name: "names of a draft that is wrong", as: "admin", call: post("/api/meta/expression/names", names(drafted, "row")), wantHTTP: 200, want: []string{`"name":"price"`}},
			{name: "of nothing", as: "admin", call: post("/api/meta/expression/names", names(`"kind":"list","key":"none","path":"where"`, "")), wantHTTP: 200, want: []string{`"data":[]`}},
			{name: "without the right", as: "reader", call: post("/api/meta/expression/names", names(audit, "")), wantHTTP: 200, wantStatus: 423},
			{name: "a mistake", as: "admin", call: post("/api/meta/expression/try", try(audit, "len(lines) > 0\n and row.nobody", 0)), wantHTTP: 200, want: []string{`"line":2,"column":10`}},
			{name: "another type", as: "admin", call: post("/api/meta/expression/try", try(audit, "row.doc_no", 0)), wantHTTP: 200, want: []string{`"problem":{`}},
			{name: "a value", as: "admin", call: post("/api/meta/expression/try", try(audit, "sum(lines, .qty) > 2 and row.customer_id.code == 'ACME'", order)), wantHTTP: 200, want: []string{`"type":"bool","table":"order","value":"true"`, `"path":"row.customer_id.code","value":"'ACME'"`}},
			{name: "about a table that nobody has yet", as: "admin", call: post("/api/meta/expression/try", try(fresh, "upper('b')", 0)), wantHTTP: 200, want: []string{`"type":`}, wantNot: []string{`"table":`}},
			{name: "no such record", as: "admin", call: post("/api/meta/expression/try", try(audit, "row.doc_no == ''", 99)), wantHTTP: 200, want: []string{`"refused":"`}},
			{name: "a value, without the right", as: "reader", call: post("/api/meta/expression/try", try(audit, "true", order)), wantHTTP: 200, wantStatus: 423},
		})
	})
}

// TestExpressionsShowWhatTheirWriterMaySee has an implementer try expressions over a column
// that his role does not show, and over one that it does.
func TestExpressionsShowWhatTheirWriterMaySee(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		f := p.followed(t, "builder", "user", true)
		p.save(t, "role_menu", map[string]any{"role_id": f.role, "menu_id": 15})
		p.rule(t, f, `"table_key":"item","hide":["price"]`)
		item := p.idOf(t, "item", "code", "A1")
		try := func(source string) string {
			return fmt.Sprintf(`{"kind":"list","key":"item","path":"where","source":%q,"id":%d}`, source, item)
		}
		begin := func(source string) string {
			return fmt.Sprintf(`{"kind":"table","key":"item","path":"fields/0/default","source":%q,"id":%d}`, source, item)
		}
		runAll(t, p, []scenario{
			{name: "a column that is shown", as: "builder", call: post("/api/meta/expression/try", try("row.code == 'A1'")), wantHTTP: 200, want: []string{`"value":"true"`}},
			{name: "a column that is hidden", as: "builder", call: post("/api/meta/expression/try", try("row.price > 0")), wantHTTP: 200, want: []string{`"refused":"`}, wantNot: []string{`"value":`, `"reads":`}},
			{name: "a column that is shown, of one of two records", as: "builder", call: post("/api/meta/expression/try", begin("len((old ?? row).code)")), wantHTTP: 200, want: []string{`"value":"2"`}},
			{name: "a column that is hidden, of one of two records", as: "builder", call: post("/api/meta/expression/try", begin("round((old ?? row).price)")), wantHTTP: 200, want: []string{`"refused":"`}, wantNot: []string{`"value":`, `"reads":`}},
			{name: "a table that is not his", as: "builder", call: post("/api/meta/expression/try", fmt.Sprintf(`{"kind":"document","key":"order","path":"actions/0/must","source":"true","id":%d}`, item)), wantHTTP: 200, wantStatus: 423},
		})
	})
}
