package httpapi_test

import "testing"

// TestACallIsAboutWhatAPersonSaw of a filter, in as many pages as it takes: their number is
// said, and is another when somebody added one.
func TestACallIsAboutWhatAPersonSaw(t *testing.T) {
	p := atHome(t)
	many := func(from, to int) {
		p.alter(t, `insert into department (id, version, created_at, updated_at, code, code__fold, name, name__fold, enabled) with recursive n(i) as (select ? union all select i + 1 from n where i < ?)
			select 5000000 + i, 1, 0, 0, 'M' || i, 'm' || i, case when i % 2 = 0 then 'even' else 'odd' end, case when i % 2 = 0 then 'even' else 'odd' end, true from n`, from, to)
	}
	many(1, 504)
	const path, all = "/api/data/department/delete", `"filter":{"field":"code","op":"starts","value":"M"}`
	refused := func(name, body, field string) scenario {
		return scenario{name: name, as: "admin", call: post(path, body), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"` + field + `"`}}
	}
	runAll(t, p, []scenario{
		refused("of nothing", `{}`, "ids"),
		refused("of no records", `{"ids":[]}`, "ids"),
		refused("of a filter without their number", `{`+all+`}`, "expect"),
		refused("of a filter that is none", `{"filter":{"and":1},"expect":1}`, "filter"),
		{name: "of another number", as: "admin", call: post(path, `{`+all+`,"expect":503}`), wantHTTP: 200, wantStatus: 409, want: []string{`"expect":503`, `"count":504`}},
		{name: "without the right", as: "reader", call: post(path, `{`+all+`,"expect":504}`), wantHTTP: 200, wantStatus: 423},
		{name: "of all that are odd", as: "admin", call: post(path, `{"filter":{"field":"name","op":"eq","value":"odd"},"expect":252}`), wantHTTP: 200, want: []string{`"deleted":252`}},
		{name: "of all that are left, within what is searched for", as: "admin", call: post(path, `{`+all+`,"search":"even","expect":252}`), wantHTTP: 200, want: []string{`"deleted":252`}},
		{name: "of none", as: "admin", call: post(path, `{`+all+`,"expect":0}`), wantHTTP: 200, want: []string{`"deleted":0`}},
		{name: "some come back", as: "admin", call: post("/api/data/department/restore", `{"ids":[5000001,5000002]}`), wantHTTP: 200, want: []string{`"restored":2`}},
	})
	many(2001, 7001)
	refused("of more than a call is about", `{"filter":{"field":"code","op":"starts","value":"M"},"expect":5001}`, "filter").run(t, p)
	runAll(t, p, []scenario{
		{name: "no record to lead back", as: "admin", call: post("/api/data/department/earlier", `{"change":1}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"id"`}},
		{name: "rows in no mode", as: "admin", call: post("/api/data/department/upsert", `{"key":["code"],"rows":[],"mode":"some"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"mode"`}},
		{
			name: "each row for itself", as: "admin", call: post("/api/data/department/upsert", `{"key":["code"],"rows":[{"code":"U1","name":"One"},{"code":"U2"}],"mode":"each"}`), wantHTTP: 200,
			want: []string{`"created":true,"result":true`, `"result":false`, `"path":"rows[1].name"`},
		},
		{name: "or none", as: "admin", call: post("/api/data/department/upsert", `{"key":["code"],"rows":[{"code":"U3","name":"One"},{"code":"U4"}]}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"rows[1].name"`}},
	})
}
