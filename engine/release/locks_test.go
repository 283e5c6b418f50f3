package release_test

import (
	"context"
	"database/sql"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// Calls give up a lock sooner than a publish would wait for one by the time-out of its
// connection, and find a deadlock as late as PostgreSQL does where nobody set it.
const callSettings = "set lock_timeout = '2500ms'; set deadlock_timeout = '1s'"

// neighbour is another program on the database of a test, which repeats nothing.
type neighbour struct {
	testing.TB
	*sql.Conn
}

func neighbourOf(t testing.TB, dsn string) *neighbour {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := &neighbour{t, conn}
	n.run(callSettings)
	return n
}

func (n *neighbour) run(statement string) {
	n.Helper()
	if _, err := n.ExecContext(n.Context(), statement); err != nil {
		n.Errorf("%s: %v", statement, err)
	}
}

// seesWaiting waits until somebody waits for a whole table.
func (n *neighbour) seesWaiting(table string) {
	n.Helper()
	waits := false
	for !waits && n.Context().Err() == nil {
		const question = "select exists (select 1 from pg_locks where not granted and relation = to_regclass($1))"
		if err := n.QueryRowContext(n.Context(), question, table).Scan(&waits); err != nil {
			n.Fatal(err)
		}
	}
}

// wide are both tables with a column more.
func wide(key string) fstest.MapFS {
	site := box(field(key, "integer"))
	site["shelf.table.overlay.json"] = &fstest.MapFile{Data: []byte(`{"kind": "overlay", "of": "table", "key": "shelf",
		"ops": [{"op": "add", "at": "fields", "value": {"key": "` + key + `", "type": "integer", "title": {"zh": "甲", "en": "A", "es": "A"}}}]}`)}
	return site
}

// inUse is a desk that publishes while others use its tables, box and shelf.
func inUse(t *testing.T, options store.Options) (d *desk, dsn string) {
	t.Helper()
	dsn = enginetest.Postgres(t)
	d = open(t, enginetest.Open(t, dsn+"&deadlock_timeout=1min", options), shippedShelf)
	d.begin(box(""))
	return d, dsn
}

func (d *desk) publishing(site fstest.MapFS) <-chan error {
	ended := make(chan error, 1)
	go func() { ended <- errorOf(d.Publish(context.WithoutCancel(d.Context()), site, release.By{})) }()
	return ended
}

// TestCallsGoOnWhileAPublishWaits holds a table that a publish changes: who reads it is
// answered all the while, and the publish succeeds once it is let go.
func TestCallsGoOnWhileAPublishWaits(t *testing.T) {
	t.Parallel()
	d, dsn := inUse(t, store.Options{})
	holder, reader := neighbourOf(t, dsn), neighbourOf(t, dsn)
	holder.run("begin; update box set version = version + 1")
	ended := d.publishing(box(field("width", "integer")))
	for range 3 {
		reader.seesWaiting("box")
		reader.run("select * from box")
	}
	holder.run("commit")
	if err := <-ended; err != nil || !d.holds("box", "width") {
		t.Errorf("not published: %v", err)
	}
}

// TestAPublishGivesWayToACall has a call hold what a publish waits for, and ask for what
// the publish holds. The publish finds no deadlock, the call does, after a second.
func TestAPublishGivesWayToACall(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][2]string{"the same order": {"box", "shelf"}, "the other order": {"shelf", "box"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, dsn := inUse(t, store.Options{})
			call := neighbourOf(t, dsn)
			call.run("begin; update " + order[0] + " set version = version + 1")
			ended := d.publishing(wide("width"))
			call.seesWaiting(order[0])
			call.run("update " + order[1] + " set version = version + 1; commit")
			if err := <-ended; err != nil || !d.holds("shelf", "width") {
				t.Errorf("not published: %v", err)
			}
		})
	}
}

// TestAPublishIsRefusedInTheEnd holds a table longer than a publish is patient.
func TestAPublishIsRefusedInTheEnd(t *testing.T) {
	t.Parallel()
	d, dsn := inUse(t, store.Options{LockTimeout: 60 * time.Millisecond})
	holder := neighbourOf(t, dsn)
	holder.run("begin; update shelf set version = version + 1")
	err := <-d.publishing(wide("width"))
	f, ok := fault.As(err)
	if !ok || f.Key != "release.tables_in_use" || f.Code != fault.Conflict {
		t.Fatalf("got %v", err)
	}
	if d.isAt(1); d.holds("box", "width") {
		t.Error("something was applied")
	}
	holder.run("commit")
	if d.publish(wide("width")); !d.holds("shelf", "width") {
		t.Error("it is not published afterwards")
	}
}

// TestAStartWaitsForAServerThatRuns upgrades beside a server with a call under way.
func TestAStartWaitsForAServerThatRuns(t *testing.T) {
	t.Parallel()
	d, dsn := inUse(t, store.Options{})
	holder, reader := neighbourOf(t, dsn), neighbourOf(t, dsn)
	newer := open(t, enginetest.Open(t, dsn, store.Options{}), shippedShelf)
	holder.run("begin; update box set version = version + 1")
	draft, err := newer.Start(t.Context(), box(field("width", "integer")))
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan error, 1)
	go func() {
		_, err := newer.Begin(context.WithoutCancel(t.Context()), draft, release.By{Author: "start"})
		begun <- err
	}()
	reader.seesWaiting("box")
	reader.run("select * from box")
	holder.run("commit")
	if err := <-begun; err != nil {
		t.Fatal(err)
	}
	if newer.isAt(2); !newer.holds("box", "width") || d.holds("box", "width") {
		t.Error("the table did not follow the newer server alone")
	}
}
