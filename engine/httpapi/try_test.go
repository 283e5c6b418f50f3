package httpapi_test

import (
	"fmt"
	"testing"
)

// TestARuleIsTriedOnTheValueThatItJudges and on what it follows, with what people call it.
func TestARuleIsTriedOnTheValueThatItJudges(t *testing.T) {
	p := atHome(t)
	acme, user, admin := p.idOf(t, "customer", "code", "ACME"), p.idOf(t, "user", "account", "acme"), p.idOf(t, "user", "account", "admin")
	try := func(name, path, source string, id int64, want ...string) scenario {
		body := fmt.Sprintf(`{"kind":"table","key":"user","path":%q,"source":%q,"id":%d}`, path, source, id)
		return scenario{name: name, as: "admin", call: post("/api/meta/expression/try", body), wantHTTP: 200, want: want}
	}
	const rule = "fields/3/rules/0/must"
	runAll(t, p, []scenario{
		try("the value of its field", rule, fmt.Sprintf("value == %d", acme), user, `"value":"true"`),
		try("of another record", rule, "value == nil", admin, `"value":"true"`),
		try("what it refers to by its name", rule, "row.customer_id == value", user, fmt.Sprintf(`"reads":[{"path":"row.customer_id","value":"%d","label":"ACME Acme"}]`, acme)),
		try("what that has", rule, "row.customer_id.code == 'ACME'", user, `"value":"true"`, `{"path":"row.customer_id.code","value":"'ACME'"}`),
		try("of the caller", rule, "user.account == 'admin'", user, `"value":"true"`, `{"path":"user.account","value":"'admin'"}`),
		try("of nobody", rule, "value != nil", 4711, `"refused":"`),
	})
}
