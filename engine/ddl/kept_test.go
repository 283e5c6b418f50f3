package ddl_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// eachClocked gives each database with a clock that the test moves.
func eachClocked(t *testing.T, test func(t *testing.T, db *store.DB, pass func(time.Duration))) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
		db, err := store.Open(t.Context(), dsn, store.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		test(t, db, func(d time.Duration) { now = now.Add(d) })
	})
}

// rich is a letter with fields of every sort that a column hangs on something by, between
// others.
func rich(more ...meta.Field) *meta.Model {
	m := letter(meta.Field{Type: meta.TypeText})
	m.Tables["letter"].Fields = append(m.Tables["letter"].Fields, more...)
	return m
}

var hanging = []meta.Field{
	{Key: "subject", Type: meta.TypeText, Search: true},
	{Key: "weight", Type: meta.TypeDecimal, Scale: 2},
	{Key: "to_customer", Type: meta.TypeReference, To: "customer"},
	{Key: "copies", Type: meta.TypeReferences, To: "customer"},
	{Key: "urgent", Type: meta.TypeBoolean, Required: true, Default: "false"},
}

func writeRich(t *testing.T, db *store.DB) {
	t.Helper()
	mustExec(t, db, "insert into customer (id, version, created_at, updated_at) values (7, 1, 0, 0)")
	mustExec(t, db, `insert into letter (id, version, created_at, updated_at, what, subject, subject__fold, weight, to_customer, copies, urgent)
		values (1, 1, 0, 0, 'a', 'Hello', 'hello', 150, 7, '[7]', ?), (2, 1, 0, 0, 'b', null, null, null, null, null, ?)`, true, false)
	mustExec(t, db, "insert into letter__copies (record_id, item_id) values (1, 7)")
}

func kept(t *testing.T, db *store.DB, m *meta.Model) (names []string) {
	t.Helper()
	list, err := ddl.ListKept(t.Context(), db, compile(t, m))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		names = append(names, k.Name())
	}
	return names
}

func drop(t *testing.T, db *store.DB, m *meta.Model, table, field string) (ddl.Kept, error) {
	t.Helper()
	return ddl.Drop(t.Context(), db, compile(t, m), ddl.Kept{Table: table, Field: field, Author: "ann"}, nil)
}

func TestAColumnGoesByConsentAfterThirtyDaysAndNothingElseDoes(t *testing.T) {
	eachClocked(t, func(t *testing.T, db *store.DB, pass func(time.Duration)) {
		apply(t, db, rich(hanging...))
		writeRich(t, db)
		pass(time.Hour)
		apply(t, db, rich())
		if got, want := kept(t, db, rich()), []string{"letter.copies", "letter.subject", "letter.to_customer", "letter.urgent", "letter.weight"}; !slices.Equal(got, want) {
			t.Fatalf("kept are %v, not %v", got, want)
		}
		list, err := ddl.ListKept(t.Context(), db, compile(t, rich()))
		if err != nil || list[4].Values != 1 || list[3].Values != 2 || list[4].Type != meta.TypeDecimal || list[4].Since != time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC).UnixMilli() {
			t.Errorf("kept is %+v (%v)", list, err)
		}
		pass(ddl.KeptFor - time.Millisecond)
		if _, err := drop(t, db, rich(), "letter", "weight"); !fault.IsKey(err, "ddl.kept_until") {
			t.Fatalf("dropped a moment too early: %v", err)
		}
		pass(time.Millisecond)
		for _, other := range []string{"what", "id", "subject__fold", "nothing"} {
			if _, err := drop(t, db, rich(), "letter", other); !fault.IsKey(err, "ddl.not_kept") {
				t.Errorf("%s: %v", other, err)
			}
		}
		for _, f := range hanging {
			gone, err := drop(t, db, rich(), "letter", f.Key)
			if err != nil || gone.Author != "ann" {
				t.Fatalf("drop %s: %+v, %v", f.Key, gone, err)
			}
		}
		if got := kept(t, db, rich()); len(got) != 0 {
			t.Errorf("still kept are %v", got)
		}
		tables, err := db.Inspect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range tables["letter"].Columns {
			if !slices.Contains([]string{"id", "version", "created_at", "updated_at", "created_by", "updated_by", "no", "what"}, c.Name) {
				t.Errorf("%s is there", c.Name)
			}
		}
		if _, there := tables["letter__copies"]; there {
			t.Error("the links of the list of references are there")
		}
		if n := count(t, db, "letter", "what in ('a', 'b')"); n != 2 {
			t.Errorf("%d of 2 rows have what was not dropped", n)
		}
		if again := apply(t, db, rich()); len(again) != 0 {
			t.Errorf("the database differs from the release: %+v", again)
		}
	})
}

func TestAFieldThatComesBackInTimeHasItsValues(t *testing.T) {
	eachClocked(t, func(t *testing.T, db *store.DB, pass func(time.Duration)) {
		apply(t, db, rich(hanging...))
		writeRich(t, db)
		apply(t, db, rich())
		pass(ddl.KeptFor * 2)
		apply(t, db, rich(hanging...))
		if n := count(t, db, "letter", "subject = 'Hello' and subject__fold = 'hello' and weight = 150 and to_customer = 7 and copies is not null"); n != 1 {
			t.Error("the values are not back")
		}
		if got := kept(t, db, rich(hanging...)); len(got) != 0 {
			t.Errorf("kept are %v", got)
		}
		if _, err := drop(t, db, rich(hanging...), "letter", "weight"); !fault.IsKey(err, "ddl.not_kept") {
			t.Errorf("a field is dropped: %v", err)
		}
		apply(t, db, rich())
		if _, err := drop(t, db, rich(), "letter", "weight"); !fault.IsKey(err, "ddl.kept_until") {
			t.Errorf("the days before it came back count: %v", err)
		}
	})
}

func TestAFieldThatWasDroppedComesBackEmptyAndThePlanSaysSo(t *testing.T) {
	eachClocked(t, func(t *testing.T, db *store.DB, pass func(time.Duration)) {
		apply(t, db, rich(hanging...))
		writeRich(t, db)
		apply(t, db, rich())
		pass(ddl.KeptFor)
		if gone, err := drop(t, db, rich(), "letter", "weight"); err != nil || gone.Values != 1 {
			t.Fatalf("dropped %+v: %v", gone, err)
		}
		plan, err := ddl.Preview(t.Context(), db, compile(t, rich(hanging...)))
		if i := slices.IndexFunc(plan, func(s ddl.Step) bool { return s.Name == "weight" && s.Lost == 1 }); err != nil || i < 0 {
			t.Errorf("the plan does not tell that it comes back empty: %+v (%v)", plan, err)
		}
		apply(t, db, rich(hanging...))
		if n := count(t, db, "letter", "weight is null and to_customer = 7"); n != 1 {
			t.Error("it is not empty, or another is")
		}
		mustExec(t, db, "update letter set weight = 5")
		apply(t, db, rich())
		if got := kept(t, db, rich()); !slices.Contains(got, "letter.weight") {
			t.Errorf("removed once more it is not kept: %v", got)
		}
	})
}

func TestATableGoesAsAWholeAndNotWhileAnotherLeadsToIt(t *testing.T) {
	eachClocked(t, func(t *testing.T, db *store.DB, pass func(time.Duration)) {
		apply(t, db, shop())
		fill(t, db)
		less := shop()
		delete(less.Tables, "order")
		delete(less.Tables, "order_line")
		less.Tables["customer"].Fields = less.Tables["customer"].Fields[:2] // without best_order_id
		apply(t, db, less)
		if got, want := kept(t, db, less), []string{"customer.best_order_id", "order", "order_line"}; !slices.Equal(got, want) {
			t.Fatalf("kept are %v, not %v", got, want)
		}
		pass(ddl.KeptFor)
		if _, err := drop(t, db, less, "order", ""); !fault.IsKey(err, "ddl.kept_referred") {
			t.Fatalf("others lead to it: %v", err)
		}
		for _, of := range []struct{ table, field string }{{"order_line", ""}, {"customer", "best_order_id"}, {"order", ""}} {
			if _, err := drop(t, db, less, of.table, of.field); err != nil {
				t.Fatalf("drop %v: %v", of, err)
			}
		}
		tables, err := db.Inspect(t.Context())
		if _, there := tables["order"]; there || err != nil {
			t.Errorf("the table is there (%v)", err)
		}
		plan, err := ddl.Preview(t.Context(), db, compile(t, shop()))
		if i := slices.IndexFunc(plan, func(s ddl.Step) bool { return s.Table == "order" && s.Lost == 1 }); err != nil || i < 0 {
			t.Errorf("the plan does not tell that it comes back empty: %+v (%v)", plan, err)
		}
		apply(t, db, shop())
	})
}

func TestADatabaseThatIsNotWhatTheReleaseSaysIsReportedAndLeft(t *testing.T) {
	eachClocked(t, func(t *testing.T, db *store.DB, pass func(time.Duration)) {
		apply(t, db, rich(hanging...))
		writeRich(t, db)
		apply(t, db, rich())
		pass(ddl.KeptFor)
		byHand := func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "alter table letter drop column urgent")
			return err
		}
		if err := db.Alter(t.Context(), byHand); err != nil {
			t.Fatal(err)
		}
		if got := kept(t, db, rich()); slices.Contains(got, "letter.urgent") {
			t.Errorf("a column that is not there is kept: %v", got)
		}
		if _, err := drop(t, db, rich(), "letter", "weight"); !fault.IsKey(err, "ddl.drift") {
			t.Errorf("dropped beside what is unexplained: %v", err)
		}
		apply(t, db, rich()) // a start forgets it
		failed := fault.New(fault.Invalid, "any")
		_, err := ddl.Drop(t.Context(), db, compile(t, rich()), ddl.Kept{Table: "letter", Field: "weight"}, func(context.Context, *store.Tx) error { return failed })
		if !fault.IsKey(err, "any") || count(t, db, "letter", "weight = 150") != 1 || !slices.Contains(kept(t, db, rich()), "letter.weight") {
			t.Errorf("what failed beside it did not take it back: %v", err)
		}
		if _, err := drop(t, db, rich(), "letter", "weight"); err != nil {
			t.Errorf("the second try: %v", err)
		}
	})
}
