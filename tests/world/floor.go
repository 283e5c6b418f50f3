package world

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// Floor is the demo building with a person in it, who asks the product as devices do.
type Floor struct {
	*testing.T
	Server  *apptest.Server
	Session *apptest.Session
}

// M is an object of JSON.
type M = map[string]any

// ID is that of a record as the product answers it.
func ID(row M) int64 { return int64(row["id"].(float64)) }

// EachFloor runs a test with the administrator in the demo building, on either database.
func EachFloor(t *testing.T, run func(t *testing.T, f *Floor)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { run(t, Enter(t, dsn)) })
}

// Enter starts the product with its demo and signs the administrator in. When the test
// ends, every invariant is checked.
func Enter(t *testing.T, dsn string) *Floor {
	t.Helper()
	server := Demo(t, dsn)
	f := &Floor{T: t, Server: server, Session: server.Login(t, "user", "admin")}
	t.Cleanup(f.Verify)
	return f
}

// As gives the floor with another person in it.
func (f *Floor) As(userType, account string) *Floor {
	f.Helper()
	return &Floor{T: f.T, Server: f.Server, Session: f.Server.Login(f.T, userType, account)}
}

// Verify fails the test when an invariant does not hold.
func (f *Floor) Verify() {
	report, err := f.Server.Verify(context.Background()) // a test's own context has ended when it is cleaned up
	if err != nil {
		f.Errorf("verify: %v", err)
	}
	for _, one := range report.Invariants {
		if !one.OK {
			f.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
		}
	}
}

// Ask sends a call and wants it granted.
func (f *Floor) Ask(path string, body any) apptest.Answer {
	f.Helper()
	answer := f.Try(path, body)
	if !answer.Result {
		f.Fatalf("%s %v: %s", path, body, answer.Text)
	}
	return answer
}

// Try sends a call.
func (f *Floor) Try(path string, body any) apptest.Answer {
	f.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		f.Fatal(err)
	}
	return f.Server.Do(f, apptest.Call{Path: "/api/" + path, Body: string(text), As: f.Session, Headers: map[string]string{"Accept-Language": "en"}})
}

// Find gives the first record of a table that has a value.
func (f *Floor) Find(table, field string, value any) M {
	f.Helper()
	var page struct{ Rows []M }
	f.Ask("data/"+table+"/query", M{"filter": M{"field": field, "op": "eq", "value": value}}).Into(f, &page)
	if len(page.Rows) == 0 {
		f.Fatalf("there is no %s with %s %v", table, field, value)
	}
	return page.Rows[0]
}

// Act takes an action on one document.
func (f *Floor) Act(table string, id int64, name string, params M) {
	f.Helper()
	f.Ask("data/"+table+"/act", M{"name": name, "id": id, "params": params})
}

// State wants a document in a state.
func (f *Floor) State(table string, id int64, want string) {
	f.Helper()
	var row M
	f.Ask("data/"+table+"/get", M{"id": id}).Into(f, &row)
	if row["status"] != want {
		f.Errorf("%s %v is %v, want %s", table, row["_label"], row["status"], want)
	}
}

// Read gives a document with its lines.
func (f *Floor) Read(table string, id int64) (row M, lines []M) {
	f.Helper()
	f.Ask("data/"+table+"/get", M{"id": id}).Into(f, &row)
	list, _ := row["lines"].([]any)
	for _, l := range list {
		lines = append(lines, l.(M))
	}
	return row, lines
}

// MustNot sends a call that is refused with a sentence.
func (f *Floor) MustNot(path string, body any, says string) {
	f.Helper()
	answer := f.Try(path, body)
	if answer.Result || !strings.Contains(answer.Text, says) {
		f.Errorf("%s %v: %v %s, want a refusal that says %q", path, body, answer.Result, answer.Text, says)
	}
}

// Refuses takes an action that is refused with a sentence.
func (f *Floor) Refuses(table string, id int64, name string, params M, says string) {
	f.Helper()
	f.MustNot("data/"+table+"/act", M{"name": name, "id": id, "params": params}, says)
}

// Wont wants an action to be refused for a reason.
func (f *Floor) Wont(path string, body M, says string) {
	f.Helper()
	if answer := f.Try(path, body); answer.Result || !strings.Contains(answer.Text, says) {
		f.Errorf("%s %v: %s, want %q", path, body, answer.Text, says)
	}
}

// Count asks the database for a figure.
func (f *Floor) Count(question string, args ...any) (n int64) {
	f.Helper()
	err := f.Server.DB.Read(f.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, question, args...) })
	if err != nil {
		f.Fatal(err)
	}
	return n
}

// Write runs one statement, as something that no door lets through.
func (f *Floor) Write(statement string, args ...any) {
	f.Helper()
	err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// Work runs the jobs that wait, until none is left but the timetable's.
func (f *Floor) Work() {
	f.Helper()
	ctx, stop := context.WithCancel(f.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.Server.Jobs.Run(ctx)
	}()
	for left := 1; left > 0; {
		time.Sleep(5 * time.Millisecond)
		err := f.Server.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &left, `SELECT COUNT(*) FROM job WHERE state IN ('waiting', 'running') AND cron = ''`)
		})
		if err != nil {
			f.Fatal(err)
		}
	}
	stop()
	<-ended
}
