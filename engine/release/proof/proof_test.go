package proof_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/release/proof"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// orders is what the world is joined with.
//
//go:embed testdata/tests.json
var orders string

// given begins a test: a customer, an item of his, and an order with a line of it.
const given = `"given": [
	{"key": "acme", "table": "customer", "row": {"code": "ACME", "name": "Acme"}},
	{"key": "apple", "table": "item", "row": {"customer_id": {"given": "acme"}, "code": "APPLE", "name": "Apple"}},
	{"key": "ann", "table": "user", "row": {"account": "ann", "true_name": "Ann", "user_type": "user"}},
	{"key": "one", "table": "order", "row": {"customer_id": {"given": "acme"}, "code": "O-1", "note": "new", "lines": [{"item_id": {"given": "apple"}, "qty": 2, "line_no": 1}]}},
	{"key": "bare", "table": "order", "row": {"customer_id": {"given": "acme"}, "code": "O-2"}}
]`

// then ends a test that asks for nothing more.
const then = `"then": [{"key": "there", "of": "one", "must": "row.code == 'O-1'"}]`

// prover proves tests in the world.
type prover struct {
	*proof.Prover
	t       *testing.T
	person  int64 // whom the last step was done as
	refused error // by who gives a person's rights
}

func each(t *testing.T, run func(t *testing.T, p *prover)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, open(t, db)) })
}

func open(t *testing.T, db *store.DB) *prover {
	t.Helper()
	for _, m := range []store.Migrations{auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()} {
		if err := db.Migrate(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	w := accesstest.With(t, db, accesstest.Joined(t, orders))
	settings := setting.New(time.Now)
	records := record.New(w.Access, settings, record.NewHooks(), time.Now)
	documents, err := document.New(document.Parts{
		DB: db, Access: w.Access, Records: records, Query: query.New(db, query.Options{}), Settings: settings, Hooks: document.NewHooks(),
		Current: func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) { return was, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	p := &prover{t: t}
	role := w.Role("user", accesstest.Grant{Menus: []int{61}, Rules: map[string]accesstest.Rule{"order": {Rows: "row.code == 'O-1'"}}})
	p.Prover = &proof.Prover{DB: db, Records: records, Documents: documents, Stations: &station.Service{}, Person: func(ctx context.Context, tx *store.Tx, release *catalog.Release, user int64) (*access.Rights, error) {
		p.person = user
		if p.refused != nil {
			return nil, p.refused
		}
		return w.Access.For(ctx, tx, release, accesstest.Office(user, role))
	}}
	return p
}

// run runs tests, each written as its members.
func (p *prover) run(tests ...string) []proof.Result {
	p.t.Helper()
	results, err := p.Run(p.t.Context(), compiled(p.t, tests...))
	if err != nil {
		p.t.Fatal(err)
	}
	return results
}

func compiled(t *testing.T, tests ...string) *catalog.Release {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(orders), &all); err != nil {
		t.Fatal(err)
	}
	for i, test := range tests {
		tests[i] = fmt.Sprintf(`{"key": "t%d", %s}`, i, test)
	}
	all["tests"] = json.RawMessage("[" + strings.Join(tests, ", ") + "]")
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return accesstest.Joined(t, string(text))
}

// came spells what came of a test.
func came(r proof.Result) string {
	if r.Passed() {
		return "passed"
	}
	return r.Step + " " + r.Fault.Key
}

// TestATestPassesWhereAllHolds runs tests that hold, of each kind of step and of outcome.
func TestATestPassesWhereAllHolds(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		for name, steps := range map[string]string{
			"nothing is done":        then,
			"an action":              `"when": [{"key": "audit", "of": "one", "act": "audit"}], "then": [{"key": "state", "of": "one", "must": "row.status == 'audited'"}]`,
			"a change":               `"when": [{"key": "note", "of": "one", "set": {"note": "other"}}], "then": [{"key": "note", "of": "one", "must": "row.note == 'other'"}]`,
			"a value of a record":    `"when": [{"key": "note", "of": "bare", "set": {"note": {"given": "one", "field": "note"}}}], "then": [{"key": "note", "of": "bare", "must": "row.note == 'new'"}]`,
			"lines":                  `"then": [{"key": "lines", "of": "one", "must": "sum(lines, .qty) == 2 && len(lines) == 1"}]`,
			"behind a reference":     `"then": [{"key": "owner", "of": "one", "must": "row.customer_id.name == 'Acme'"}]`,
			"a count":                `"then": [{"key": "all", "table": "order", "match": {"customer_id": {"given": "acme"}}, "count": 2}, {"key": "none", "table": "order", "match": {"code": "O-3"}}]`,
			"a count of several":     `"then": [{"key": "some", "table": "order", "match": {"code": ["O-1", "O-2", "O-3"]}, "count": 2}]`,
			"as a person":            `"when": [{"key": "audit", "as": "ann", "of": "one", "act": "audit"}], "then": [{"key": "state", "of": "one", "must": "row.status == 'audited'"}]`,
			"a refusal by message":   `"when": [{"key": "audit", "of": "bare", "act": "audit", "refused": "guard"}], "then": [{"key": "state", "of": "bare", "must": "row.status == 'open'"}]`,
			"a refusal by field":     `"when": [{"key": "note", "of": "one", "set": {"note": "far too long"}, "refused": "note"}], ` + then,
			"a refusal by rule":      `"when": [{"key": "note", "of": "one", "set": {"note": "far too long"}, "refused": "too_long"}], ` + then,
			"a person's lack":        `"when": [{"key": "end", "as": "ann", "of": "one", "act": "finish", "refused": "right.missing"}], ` + then,
			"what a person sees not": `"when": [{"key": "audit", "as": "ann", "of": "bare", "act": "audit", "refused": "record.not_found"}], ` + then,
		} {
			if got := came(p.run(given + ", " + steps)[0]); got != "passed" {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
}

// TestATestTellsTheStepThatFailed holds each way to fail to the step and to the reason.
func TestATestTellsTheStepThatFailed(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		for name, tt := range map[string]struct{ test, want string }{
			"a record that cannot be made": {`"given": [{"key": "a", "table": "order", "row": {"code": "O"}}, {"key": "one", "table": "order", "row": {}}], ` + then, "given/a record.invalid"},
			"an action that is refused":    {given + `, "when": [{"key": "audit", "of": "bare", "act": "audit"}], ` + then, "when/audit record.said"},
			"one that is not":              {given + `, "when": [{"key": "audit", "of": "one", "act": "audit", "refused": "guard"}], ` + then, "when/audit test.not_refused"},
			"one refused otherwise":        {given + `, "when": [{"key": "audit", "of": "bare", "act": "audit", "refused": "note"}], ` + then, "when/audit record.said"},
			"a second step":                {given + `, "when": [{"key": "audit", "of": "one", "act": "audit"}, {"key": "again", "of": "one", "act": "audit"}], ` + then, "when/again document.wrong_state"},
			"what does not hold":           {given + `, "then": [{"key": "first", "of": "one", "must": "true"}, {"key": "second", "of": "one", "must": "row.note == 'x'"}]`, "then/second test.not_so"},
			"another count":                {given + `, "then": [{"key": "all", "table": "order", "match": {}, "count": 3}]`, "then/all test.other_count"},
		} {
			if got := came(p.run(tt.test)[0]); got != tt.want {
				t.Errorf("%s: %s, want %s", name, got, tt.want)
			}
		}
	})
}

// TestTestsLeaveNothingBehind runs the same records twice, beside each other and again:
// each begins with what there was before all.
func TestTestsLeaveNothingBehind(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		one := given + `, "then": [{"key": "all", "table": "order", "match": {}, "count": 2}]`
		for range 2 {
			for _, r := range p.run(one, one, one) {
				if !r.Passed() {
					t.Errorf("%s: %s", r.Key, came(r))
				}
			}
		}
		var n int
		err := p.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, `select count(*) from "order"`) })
		if err != nil || n != 0 {
			t.Errorf("%d orders are left (%v)", n, err)
		}
	})
}

// TestWhatIsRefusedAsItMustIsUndone has a refused change come behind what it already did.
func TestWhatIsRefusedAsItMustIsUndone(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		test := given + `, "when": [{"key": "both", "of": "one", "set": {"lines": [{"item_id": {"given": "apple"}, "qty": 1, "line_no": 2}], "code": "O-2"}, "refused": "code"}],
			"then": [{"key": "lines", "of": "one", "must": "len(lines) == 1 && row.code == 'O-1'"}]`
		if got := came(p.run(test)[0]); got != "passed" {
			t.Errorf("%s", got)
		}
	})
}

// TestResultsComeInTheOrderOfTheirKeys holds what who publishes is told to every test, with
// those that must pass marked.
func TestResultsComeInTheOrderOfTheirKeys(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		results := p.run(given+`, "required": true, "title": {"en": "First"}, `+then, given+`, "then": [{"key": "no", "of": "one", "must": "false"}]`, given+", "+then)
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprint(r.Key, " ", r.Title.In("en"), " ", r.Required, " ", came(r)))
		}
		if want := "t0 First true passed, t1 t1 false then/no test.not_so, t2 t2 false passed"; strings.Join(got, ", ") != want {
			t.Errorf("results are %v, want %s", got, want)
		}
		if none := p.run(); none == nil || len(none) > 0 {
			t.Errorf("without tests the results are %#v", none)
		}
	})
}

// TestWhatIsNoFaultOfATestEndsTheRun holds a lost server and an ended run to an error that
// is none of the tests'.
func TestWhatIsNoFaultOfATestEndsTheRun(t *testing.T) {
	each(t, func(t *testing.T, p *prover) {
		test := given + `, "when": [{"key": "audit", "as": "ann", "of": "one", "act": "audit"}], ` + then
		p.refused = errors.New("the directory is gone")
		if results, err := p.Run(t.Context(), compiled(t, test)); !errors.Is(err, p.refused) || results != nil || !strings.Contains(err.Error(), "t0") {
			t.Errorf("%v %v", results, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if results, err := p.Run(ended, compiled(t, given+", "+then)); err == nil || results != nil {
			t.Errorf("an ended run gives %v", results)
		}
	})
}
