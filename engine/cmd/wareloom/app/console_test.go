package app_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// atConsole is a server on SQLite with an administrator, whom the console made.
func atConsole(t *testing.T) *apptest.Server {
	t.Helper()
	s := apptest.StartProduct(t, enginetest.SQLite(t), apptest.Product(t))
	if err := seed(t, s, adminRole); err != nil {
		t.Fatal(err)
	}
	if err := s.AddAccount(t.Context(), app.Account{UserType: "user", Name: "one", Role: "admin", Password: "a long password"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestKeysOfOtherSystems are given to an account that there is, listed, and end once.
func TestKeysOfOtherSystems(t *testing.T) {
	t.Parallel()
	s := atConsole(t)
	one := app.Account{UserType: "user", Name: "one"}
	if _, err := s.AddKey(t.Context(), app.Account{UserType: "user", Name: "two"}, auth.Key{Name: "shop"}); err == nil || !strings.Contains(err.Error(), "no account two of type user") {
		t.Errorf("a key for nobody: %v", err)
	}
	shown, err := s.AddKey(t.Context(), one, auth.Key{Name: "shop"})
	id, secret, whole := strings.Cut(shown, ".")
	if err != nil || !whole || id == "" || secret == "" {
		t.Fatalf("shown is %q (%v)", shown, err)
	}
	keys, err := s.Keys(t.Context())
	if err != nil || len(keys) != 1 || keys[0].ID != id || keys[0].Name != "shop" {
		t.Errorf("keys are %+v (%v)", keys, err)
	}
	if err := s.RevokeKey(t.Context(), id+"x"); err == nil || !strings.Contains(err.Error(), "there is no key "+id+"x") {
		t.Errorf("a key that there is not: %v", err)
	}
	if err := s.RevokeKey(t.Context(), id); err != nil {
		t.Error(err)
	}
}

// TestASeedThatIsWrongSaysWhere: the file, the step and what it lacks.
func TestASeedThatIsWrongSaysWhere(t *testing.T) {
	t.Parallel()
	s := atConsole(t)
	const made = `{"table": "customer", "save": {"code": "C", "name": "N"}}, `
	for steps, want := range map[string]string{
		`{"table": "customer"}`: `step 2 (customer): needs "save", "act" or "set"`,
		`{"table": "customer", "set": {"colour": 1}, "where": {"code": "C"}}`:                                                    "colour: setting.unknown",
		`{"table": "customer", "set": {"colour": 1}, "where": {"code": "X"}}`:                                                    "there is no record map[code:X]",
		`{"table": "customer", "act": "audit", "where": {"code": "C"}}`:                                                          "customer is no document",
		`{"table": "customer", "act": "audit", "where": {"code": "X"}}`:                                                          "audit: there is no record map[code:X]",
		`{"table": "role", "act": "fly", "where": {"code": "admin"}}`:                                                            `there is no action "fly"`,
		`{"table": "customer", "save": {"code": "D", "name": "N"}, "key": ["colour"]}`:                                           `there is no field "colour"`,
		`{"table": "item", "save": {"customer_id": {"one": "customer", "where": {"code": "X"}}, "code": "I"}, "key": ["code"]}`:  "customer_id: there is no record map[code:X]",
		`{"table": "item", "save": {"customer_id": {"one": "customers", "where": {"code": "C"}}, "code": "I"}, "key": ["code"]}`: "customers",
		`{"table": "role", "save": {"code": "r", "name": "R", "user_type": "user"}, "grant": [{"menu": 2, "x": 1}, 4711]}`:       "there is no menu 4711",
	} {
		err := seed(t, s, "["+made+steps+"]")
		if err == nil || !strings.Contains(err.Error(), "seed 010_test.json: step 2 (") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", steps, err, want)
		}
	}
	if n := count(t, s, "customer"); n != 0 {
		t.Errorf("of refused files %d rows stay", n)
	}
}

// TestASeedPointsAtWhatNoKeyTells, in a record and in its lines, and takes an action once.
func TestASeedPointsAtWhatNoKeyTells(t *testing.T) {
	t.Parallel()
	s := atConsole(t)
	const steps = `[
		{"table": "customer", "save": {"code": "C", "name": "First"}}, {"table": "customer", "save": {"code": "D", "name": "Second"}},
		{"table": "item", "save": {"customer_id": {"one": "customer", "where": {"name": "Second"}}, "code": "I"}, "key": ["code"]},
		{"table": "order", "save": {"doc_no": "O", "customer_id": {"code": "D"}, "lines": [{"item_id": {"one": "item", "where": {"code": "I"}}, "qty": 1}]}},
		{"table": "order", "act": "audit", "where": {"doc_no": "O"}}
	]`
	for range 2 {
		if err := seed(t, s, steps); err != nil {
			t.Fatal(err)
		}
	}
	if got := told(t, s, `select c.code || ' ' || o.status || ' ' || count(*) from "order" o join order_line l on l.order_id = o.id join item i on i.id = l.item_id join customer c on c.id = i.customer_id group by c.code, o.status`); got != "D audited 1" {
		t.Errorf("the order is %s", got)
	}
}

// told is one text out of the database.
func told(t *testing.T, s *apptest.Server, ask string) (text string) {
	t.Helper()
	if err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &text, ask) }); err != nil {
		t.Fatal(err)
	}
	return text
}
