package document_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

type row = record.Row

// office is the shop with documents.
type office struct {
	*recordtest.Shop
	t         *testing.T
	Documents *document.Documents
	Hooks     *document.Hooks
	rights    *access.Rights

	posting sync.Mutex
	batches [][]row // that book.post was called with
	collect func(ctx context.Context, e *document.EffectEvent) error
	plan    func() any // what book.collect plans
}

func each(t *testing.T, run func(t *testing.T, o *office)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, open(t, db)) })
}

func open(t *testing.T, db *store.DB) *office {
	t.Helper()
	o := &office{Shop: recordtest.New(t, db), t: t, Hooks: document.NewHooks()}
	var err error
	o.Documents, err = document.New(document.Parts{
		DB: db, Access: o.Access, Records: o.Records, Query: query.New(db, query.Options{}), Settings: o.Settings, Hooks: o.Hooks,
		Effects: []document.Effect{{Key: "book.post", Run: o.post}, {Key: "book.collect", Run: o.runCollect, Plan: o.runPlan}},
		Current: func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) { return was, nil }, // nobody leaves
	})
	if err != nil {
		t.Fatal(err)
	}
	o.Goods("ACME", "A", "B")
	o.rights = o.Office(recordtest.MenuAll)
	return o
}

// post writes the batch into the ledger.
func (o *office) post(ctx context.Context, e *document.EffectEvent, batch []row) error {
	o.posting.Lock()
	o.batches = append(o.batches, batch)
	o.posting.Unlock()
	rows := make([]row, len(batch))
	for i, element := range batch {
		rows[i] = row{"item_id": element["item_id"], "qty": element["qty"], "order_id": e.Head["id"]}
	}
	_, err := e.Data.SaveMany(ctx, "entry", rows)
	return err
}

func (o *office) runCollect(ctx context.Context, e *document.EffectEvent, _ []row) error {
	return o.collect(ctx, e)
}

func (o *office) runPlan(context.Context, *document.EffectEvent) (document.Thought, error) {
	return func(context.Context) (any, error) {
		if o.plan == nil {
			return nil, nil
		}
		return o.plan(), nil
	}, nil
}

// order makes an order of a line per item.
func (o *office) order(items ...string) int64 {
	o.t.Helper()
	lines := make([]any, len(items))
	for i, item := range items {
		lines[i] = row{"item_id": row{"code": item}, "qty": 2}
	}
	return record.ID(o.Must(o.rights, "order", row{"customer_id": row{"code": "ACME"}, "lines": lines}))
}

// act takes an action on one order and gives its refusal.
func (o *office) act(id int64, name string, params row) (document.Item, error) {
	return o.request(o.t.Context(), document.Request{Name: name, ID: id, Params: params})
}

func (o *office) request(ctx context.Context, req document.Request) (document.Item, error) {
	result, err := o.Documents.Act(ctx, o.rights, "order", req)
	if err != nil {
		return document.Item{}, err
	}
	return result.Items[0], result.Items[0].Err
}

func (o *office) must(id int64, name string, params row) document.Item {
	o.t.Helper()
	item, err := o.act(id, name, params)
	if err != nil {
		o.t.Fatalf("%s order %d: %v", name, id, err)
	}
	return item
}

func (o *office) status(id int64) string {
	o.t.Helper()
	var status string
	err := o.DB.Read(o.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &status, `select status from "order" where id = ?`, id)
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return status
}

func TestAnActionMovesAndSets(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A")
		item := o.must(id, "audit", nil)
		var answer struct {
			Status    string           `json:"status"`
			AuditedBy int64            `json:"audited_by"`
			Lines     []map[string]any `json:"lines"`
		}
		if err := json.Unmarshal(item.Record, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Status != "audited" || answer.AuditedBy != o.rights.Actor().UserID || len(answer.Lines) != 1 {
			t.Errorf("answer = %s", item.Record)
		}
		if n := o.Count(`select count(*) from record_audit a join record_phrase s on s.id = a.phrase where a.record_id = ? and s.action = 'audit'
			and s.reason = '' and s.fields like '%~status%' and a.changes like '%"open","audited"%' and s.fields like '%audited_by%'`, id); n != 1 {
			t.Errorf("%d audit rows of the action, want 1", n)
		}
	})
}

func TestRefusalsLeaveNothingBehind(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		empty, full := o.order(), o.order("A")
		old := int64(9)
		tests := []struct {
			name string
			req  document.Request
			code fault.Code
			key  string
		}{
			{"the guard", document.Request{Name: "audit", ID: empty}, fault.Conflict, "record.said"},
			{"the state", document.Request{Name: "finish", ID: full}, fault.Conflict, "document.wrong_state"},
			{"the version", document.Request{Name: "audit", ID: full, Version: &old}, fault.Conflict, "record.changed"},
			{"a missing parameter", document.Request{Name: "hold", ID: full}, fault.Invalid, "record.invalid"},
			{"an unknown parameter", document.Request{Name: "audit", ID: full, Params: row{"x": 1}}, fault.Invalid, "record.invalid"},
			{"an action of the system", document.Request{Name: "expire", ID: full}, fault.Denied, "document.system_action"},
			{"an unknown action", document.Request{Name: "fly", ID: full}, fault.NotFound, "document.no_action"},
			{"an unknown record", document.Request{Name: "audit", ID: 4711}, fault.NotFound, "record.not_found"},
			{"no record", document.Request{Name: "audit"}, fault.Invalid, "document.no_records"},
		}
		for _, tt := range tests {
			_, err := o.request(t.Context(), tt.req)
			if fault.CodeOf(err) != tt.code || !fault.IsKey(err, tt.key) {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.key)
			}
		}
		if o.status(empty) != "open" || o.status(full) != "open" {
			t.Error("a refused action moved an order")
		}
	})
}

func TestEffectsGetTheWholeBatchOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A", "B")
		o.must(id, "audit", nil)
		o.must(id, "finish", nil)
		if len(o.batches) != 1 || len(o.batches[0]) != 2 || record.Decimal(o.batches[0][0], "qty").String() != "2" {
			t.Errorf("batches = %v", o.batches)
		}
		if n := o.Count("select count(*) from order_line where done = 2000"); n != 2 {
			t.Errorf("%d lines are set, want 2", n)
		}
		if n := o.Count("select count(*) from entry where order_id = ? and created_by = ?", id, o.rights.Actor().UserID); n != 2 {
			t.Errorf("%d entries under the person's name, want 2", n)
		}
		if n := o.Count("select count(*) from record_audit a join record_phrase s on s.id = a.phrase where a.head_id = ? and s.table_key = 'order_line' and s.action = 'update'", id); n != 1 {
			t.Errorf("%d audit rows of both lines, want 1", n)
		}
	})
}

func TestEngineEffectsCreateActAndEnqueue(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A", "B")
		o.must(id, "audit", nil)
		o.must(id, "finish", nil)
		copied := o.must(id, "copy", nil)
		if len(copied.Created) != 1 || copied.Created[0].Table != "order" || o.status(copied.Created[0].ID) != "open" {
			t.Errorf("the answer tells of %v, want the copy", copied.Created)
		}
		if n := o.Count(`select count(*) from "order" where note = 'copy' and line_count = 2 and total = 1000 and status = 'open'`); n != 1 {
			t.Errorf("%d copies, want 1 with two lines", n)
		}
		open := o.order("A")
		o.must(open, "chain", nil)
		if o.status(open) != "done" {
			t.Errorf("status = %s, want done", o.status(open))
		}
		o.must(open, "notify", nil)
		if n := o.Count("select count(*) from job where kind = 'book.mail'"); n != 1 {
			t.Errorf("%d jobs, want 1", n)
		}
	})
}

func TestHooksRefuseAndFollow(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		refuse := true
		o.Hooks.Before("order", "audit", "credit", 1, func(_ context.Context, e *document.ActEvent) error {
			if refuse && len(e.Lines["lines"]) > 0 {
				return fault.New(fault.Conflict, "shop.no_credit")
			}
			return nil
		})
		o.Hooks.After("order", "audit", "copy", 1, func(ctx context.Context, e *document.ActEvent) error {
			_, err := e.Data.Save(ctx, "order", row{"id": e.Head["id"], "note": "from a hook", "held": true})
			return err
		})
		id := o.order("A")
		if _, err := o.act(id, "audit", nil); !fault.IsKey(err, "shop.no_credit") || o.status(id) != "open" {
			t.Errorf("a refusing hook: %v in %s", err, o.status(id))
		}
		refuse = false
		o.must(id, "audit", nil)
		if n := o.Count(`select count(*) from "order" where note = 'from a hook'`); n != 1 {
			t.Error("the hook after the action did not write")
		}
	})
}

func TestARepeatedCallGetsTheFirstAnswer(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A")
		call := auth.Call{UserID: o.rights.Actor().UserID, Nonce: "n1", Key: "k1", Digest: "d1"}
		with := func(c auth.Call) context.Context { return auth.WithCall(t.Context(), c) }
		first, err := o.request(with(call), document.Request{Name: "audit", ID: id})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.request(with(call), document.Request{Name: "audit", ID: id}); fault.CodeOf(err) != fault.Stale {
			t.Errorf("the same nonce: %v", err)
		}
		call.Nonce = "n2"
		again, err := o.request(with(call), document.Request{Name: "audit", ID: id})
		if err != nil || string(again.Record) != string(first.Record) {
			t.Errorf("the same key: %v, %s", err, again.Record)
		}
		call.Nonce, call.Digest = "n3", "d2"
		if _, err := o.request(with(call), document.Request{Name: "audit", ID: id}); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("the same key for something else: %v", err)
		}
	})
}

func TestEachRecordHasATransactionOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		good, empty, last := o.order("A"), o.order(), o.order("B")
		result, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "audit", IDs: []int64{last, good, empty}})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []struct {
			id int64
			ok bool
		}{{good, true}, {empty, false}, {last, true}} {
			if item := result.Items[i]; item.ID != want.id || (item.Err == nil) != want.ok {
				t.Errorf("item %d = %+v, want %+v", i, item, want)
			}
		}
	})
}

// TestOneOfSeveralIsToldWithoutItsLines: a person who acts on one looks at it, who acts on
// several looks at a list.
func TestOneOfSeveralIsToldWithoutItsLines(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		first, second, alone := o.order("A", "B"), o.order("A"), o.order("A", "B")
		for _, ask := range [][]int64{{first, second}, {alone}} {
			result, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "audit", IDs: ask})
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range result.Items {
				var told struct {
					Status string
					Can    []string `json:"_can"`
					Lines  []row
				}
				if err := json.Unmarshal(item.Record, &told); err != nil {
					t.Fatal(err)
				}
				if told.Status != "audited" || len(told.Can) == 0 || len(ask) == 1 != (len(told.Lines) == 2) {
					t.Errorf("of %d: %s", len(ask), item.Record)
				}
			}
		}
	})
}

func TestAFilterMustNameWhatThePersonSaw(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		o.order("A")
		o.order("B")
		filter := json.RawMessage(`{"field":"status","op":"eq","value":"open"}`)
		three, two := 3, 2
		_, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "audit", Filter: filter, Expect: &three})
		if !fault.IsKey(err, "document.count_changed") {
			t.Errorf("another count: %v", err)
		}
		ctx := auth.WithCall(t.Context(), auth.Call{UserID: 1, Key: "k", Digest: "d"})
		for range 2 {
			result, err := o.Documents.Act(ctx, o.rights, "order", document.Request{Name: "audit", Filter: filter, Expect: &two})
			if err != nil || len(result.Items) != 2 || result.Items[0].Err != nil {
				t.Errorf("%+v, %v", result, err)
			}
		}
	})
}

func TestASetIsOneTransaction(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		first, second, held, done := o.order("A"), o.order("B"), o.order("A"), o.order("A")
		o.must(held, "hold", row{"reason": "later"})
		o.must(done, "chain", nil)
		o.collect = func(ctx context.Context, e *document.EffectEvent) error {
			if len(e.Heads) != 2 || len(e.Lines["lines"]) != 2 {
				t.Errorf("%d heads and %d lines, want 2 and 2", len(e.Heads), len(e.Lines["lines"]))
			}
			saved, err := e.Data.Save(ctx, "order", row{"customer_id": e.Head["customer_id"], "note": "collected"})
			if err != nil {
				return err
			}
			e.Created("order", record.ID(saved))
			return e.Leave(second, fault.New(fault.Conflict, "shop.too_heavy"))
		}
		req := document.Request{Name: "collect", IDs: []int64{first, second, held, done}}
		for _, preview := range []bool{true, false} {
			req.Preview = preview
			result, err := o.Documents.Act(t.Context(), o.rights, "order", req)
			if err != nil {
				t.Fatal(err)
			}
			keys := map[int64]string{}
			for _, left := range result.Set.Left {
				keys[left.ID] = left.Err.Key
			}
			if len(result.Set.Created) != 1 || len(keys) != 3 || keys[held] != "record.said" || keys[done] != "document.wrong_state" || keys[second] != "shop.too_heavy" {
				t.Errorf("set = %+v", result.Set)
			}
			want := map[bool]string{true: "open", false: "audited"}[preview]
			if o.status(first) != want || o.status(second) != "open" || o.status(held) != "open" {
				t.Errorf("states %s, %s, %s", o.status(first), o.status(second), o.status(held))
			}
		}
		if n := o.Count(`select count(*) from "order" where note = 'collected'`); n != 1 {
			t.Errorf("%d orders were collected, want 1: a preview must roll back", n)
		}
		o.collect = func(context.Context, *document.EffectEvent) error { return fault.New(fault.Conflict, "shop.closed") }
		if _, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "collect", IDs: []int64{second}}); !fault.IsKey(err, "shop.closed") {
			t.Errorf("a refusing effect: %v", err)
		}
	})
}

func TestManyPeopleClaimOneOrderOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A")
		const people = 16
		won := make(chan bool, people)
		for range people {
			go func() {
				_, err := o.act(id, "audit", nil)
				won <- err == nil
			}()
		}
		winners := 0
		for range people {
			if <-won {
				winners++
			}
		}
		if winners != 1 {
			t.Errorf("%d people took the action, want 1", winners)
		}
	})
}

func TestClientsActOnTheirOwnOrders(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A")
		o.rights = o.Client(o.Goods("GLOB"))
		if _, err := o.act(id, "audit", nil); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("another customer's order: %v", err)
		}
		if _, err := o.act(id, "finish", nil); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
	})
}

func TestSettingsReachExpressions(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		err := o.Write(func(ctx context.Context, tx *store.Tx) error {
			return o.Settings.Save(ctx, tx, o.Release, o.rights.Actor(), setting.Change{Key: "discount", Level: "system", Value: "0.1"})
		})
		if err != nil {
			t.Fatal(err)
		}
		saved := o.Must(o.rights, "order", row{"customer_id": row{"code": "ACME"}})
		if got := record.Decimal(saved, "discount").String(); got != "0.1" {
			t.Errorf("discount = %s, want 0.1", got)
		}
	})
}

// TestSeveralRecordsAreTakenInTheActionsOrder: the order is the action's, for ids
// as for a filter; a record that is not seen comes last.
func TestSeveralRecordsAreTakenInTheActionsOrder(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var ids []int64
		for _, discount := range []string{"0.1", "0.3", "0.2"} {
			ids = append(ids, record.ID(o.Must(o.rights, "order", row{
				"customer_id": row{"code": "ACME"}, "discount": discount, "note": "many", "lines": []any{row{"item_id": row{"code": "A"}, "qty": 2}},
			})))
		}
		want, three := []int64{ids[1], ids[2], ids[0]}, 3
		for _, ask := range []document.Request{
			{Name: "audit", IDs: append([]int64{1}, ids...)},
			{Name: "audit", Filter: json.RawMessage(`{"field": "note", "op": "eq", "value": "many"}`), Expect: &three},
		} {
			result, err := o.Documents.Act(t.Context(), o.rights, "order", ask)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, item := range result.Items {
				got = append(got, item.ID)
			}
			if !slices.Equal(got[:3], want) {
				t.Errorf("taken in the order %v, want %v", got, want)
			}
		}
	})
}

func TestManyRecordsBecomeAJob(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ids := []int64{o.order("A"), o.order()}
		for len(ids) <= document.Largest {
			ids = append(ids, int64(1_000_000+len(ids)))
		}
		ctx := auth.WithCall(t.Context(), auth.Call{UserID: 1, Key: "k", Digest: "d"})
		ask := document.Request{Name: "audit", IDs: ids}
		first, err := o.Documents.Act(ctx, o.rights, "order", ask)
		if err != nil || first.Job == 0 {
			t.Fatalf("job %d, %v", first.Job, err)
		}
		if again, err := o.Documents.Act(ctx, o.rights, "order", ask); err != nil || again.Job != first.Job {
			t.Errorf("the call again: job %d, %v", again.Job, err)
		}
		var outcomes []document.Outcome
		if err := json.Unmarshal([]byte(o.run(first.Job)), &outcomes); err != nil {
			t.Fatal(err)
		}
		if len(outcomes) != len(ids) || !outcomes[0].Result || outcomes[1].Key != "record.said" || outcomes[2].Key != "record.not_found" {
			t.Errorf("%d outcomes: %+v", len(outcomes), outcomes[:3])
		}
	})
}

func TestACancelledJobTellsWhatItDid(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ids := []int64{o.order("A")}
		for len(ids) <= document.Largest {
			ids = append(ids, int64(1_000_000+len(ids)))
		}
		made, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "audit", IDs: ids})
		if err != nil {
			t.Fatal(err)
		}
		err = o.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			// As if somebody cancels while the first record is at work.
			_, err := tx.Exec(ctx, "update job set stopping = 1 where id = ?", made.Job)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var outcomes []document.Outcome
		if err := json.Unmarshal([]byte(o.run(made.Job)), &outcomes); err != nil {
			t.Fatal(err)
		}
		if len(outcomes) != 1 || !outcomes[0].Result || outcomes[0].ID != ids[0] {
			t.Errorf("outcomes = %+v", outcomes)
		}
	})
}

// run runs the jobs until one of them ends well or is cancelled, and gives its result.
func (o *office) run(id int64) string {
	o.t.Helper()
	found := o.end(id)
	if found.State == job.Dead {
		o.t.Fatalf("the job failed: %s", found.Failure)
	}
	return found.Result
}

// end runs the jobs until one of them has ended, however.
func (o *office) end(id int64) (found job.Job) {
	o.t.Helper()
	done := make(chan struct{}, 100)
	runner := job.NewRunner(o.DB, job.Options{Poll: time.Millisecond, Changed: func(int64, int64, bool) { done <- struct{}{} }})
	release := func() *catalog.Release { return o.Release }
	runner.Register(job.Kind{Key: document.JobKind, Run: o.Documents.RunJob(release)})
	ctx, cancel := context.WithCancel(o.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	defer func() {
		cancel()
		<-ended
	}()
	for {
		err := o.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &found, "select state, result, failure, done from job where id = ?", id)
		})
		if err != nil {
			o.t.Fatal(err)
		}
		if found.State == job.Done || found.State == job.Cancelled || found.State == job.Dead {
			return found
		}
		<-done
	}
}
