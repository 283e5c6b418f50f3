package trail

import (
	"context"
	"embed"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "trail", FS: files} }

// Kind says what an entry is about.
type Kind string

// The kinds of entries.
const (
	SignIn  Kind = "sign_in" // somebody signed in, or could not
	Refusal Kind = "refusal" // a call was turned away for who made it
	Failure Kind = "failure" // the server failed
	Call    Kind = "call"    // another system called, with a key
	Job     Kind = "job"     // a job ended
)

// Kinds are all of them.
var Kinds = []Kind{SignIn, Refusal, Failure, Call, Job}

// Setting names the setting that says how many days entries of the kind are kept; 0
// keeps all. Other systems call all day, so that calls have one of their own.
func (k Kind) Setting() string {
	if k == Call {
		return "log_call_days"
	}
	return "log_days"
}

// Entry is one thing that happened.
type Entry struct {
	ID      int64  `db:"id"`
	Kind    Kind   `db:"kind"`
	At      int64  `db:"at"`      // unix milliseconds
	UserID  int64  `db:"user_id"` // 0: nobody was signed in
	Account string `db:"account"` // as it was typed at a sign-in; the key of another system; "" elsewhere
	Address string `db:"address"` // of the caller
	Door    string `db:"door"`    // path of the call, kind of the job
	Outcome string `db:"outcome"` // key of the refusal's text; "" where it went well
	Params  string `db:"params"`  // of that text, as JSON; "" for none
	Detail  string `db:"detail"`  // what only who runs the server is told
}

// Limits of what is kept.
const (
	mostWaiting = 1_000 // entries of one second; what is over is counted only
	mostCalls   = 500   // so many wait already: calls of systems leave the room to what is rarer
	longest     = 500   // characters of a text, which callers choose
	between     = time.Second
)

// Trail takes entries and writes them. Its methods may be called from many goroutines.
type Trail struct {
	DB  *store.DB
	Now func() time.Time
	Log *slog.Logger

	mu      sync.Mutex
	waiting []Entry
	over    int

	writing sync.Mutex // held while entries are on their way to the database
}

// Note takes an entry, which is written within a second.
func (t *Trail) Note(e Entry) {
	e.At = t.Now().UnixMilli()
	if len(e.Params) > longest { // half of a JSON text is none
		e.Params = ""
	}
	for _, text := range []*string{&e.Account, &e.Address, &e.Door, &e.Outcome, &e.Detail} {
		*text = cut(*text)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) >= mostWaiting || e.Kind == Call && len(t.waiting) >= mostCalls {
		t.over++
		return
	}
	t.waiting = append(t.waiting, e)
}

// cut bounds a text, and takes out of it what a database refuses in texts.
func cut(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest])
	}
	return text
}

// Run writes what was noted every second, until the context ends, and then what is left.
func (t *Trail) Run(ctx context.Context) {
	for {
		select {
		case <-time.After(between):
			t.flush(ctx)
		case <-ctx.Done():
			t.flush(context.WithoutCancel(ctx))
			return
		}
	}
}

// flush writes, and tells the server's own log where it cannot.
func (t *Trail) flush(ctx context.Context) {
	if err := t.Flush(ctx); err != nil && ctx.Err() == nil {
		t.Log.Error("the trail is not written", "error", err)
	}
}

// Flush writes what was noted, and waits for what another flush writes. Entries that cannot
// be written are lost: where the database is away there may be very many.
func (t *Trail) Flush(ctx context.Context) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	entries, over := t.waiting, t.over
	t.waiting, t.over = nil, 0
	t.mu.Unlock()
	if over > 0 {
		t.Log.Warn("more happened than the trail keeps", "left_out", over)
	}
	if len(entries) == 0 {
		return nil
	}
	return t.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return write(ctx, tx, entries) })
}

const columns = "id, kind, at, user_id, account, address, door, outcome, params, detail"

// largestInsert bounds the rows of one statement.
const largestInsert = 64

func write(ctx context.Context, tx *store.Tx, entries []Entry) error {
	id, err := tx.NextIDs(ctx, len(entries))
	if err != nil {
		return fmt.Errorf("number the trail: %w", err)
	}
	const row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	for part := range slices.Chunk(entries, largestInsert) {
		var args []any
		for _, e := range part {
			args = append(args, id, string(e.Kind), e.At, e.UserID, e.Account, e.Address, e.Door, e.Outcome, e.Params, e.Detail)
			id++
		}
		if _, err := tx.Exec(ctx, "insert into trail ("+columns+") values "+row+strings.Repeat(", "+row, len(part)-1), args...); err != nil {
			return fmt.Errorf("write the trail: %w", err)
		}
	}
	return nil
}

// Ask says which entries are asked for.
type Ask struct {
	Kind     Kind
	Failed   bool      // of sign-ins: only those that did not go well
	Search   string    // part of the account, address, door or detail; "" for all
	From, To time.Time // from, and before; zero for any
	Before   int64     // id of the last entry of an earlier answer; 0: the newest
	Size     int
}

// List gives entries, the newest first; more says that there are older ones.
func List(ctx context.Context, tx *store.Tx, ask Ask) (entries []Entry, more bool, err error) {
	condition, args := ask.condition()
	text := "select " + columns + " from trail where " + condition + " order by id desc limit ?"
	if err := tx.Select(ctx, &entries, text, append(args, ask.Size+1)...); err != nil {
		return nil, false, fmt.Errorf("list the trail: %w", err)
	}
	if len(entries) > ask.Size {
		return entries[:ask.Size], true, nil
	}
	return entries, false, nil
}

func (a Ask) condition() (text string, args []any) {
	text, args = "kind = ?", []any{string(a.Kind)}
	and := func(part string, values ...any) { text, args = text+" and "+part, append(args, values...) }
	if a.Failed {
		and("outcome <> ''")
	}
	if a.Before > 0 {
		and("id < ?", a.Before)
	}
	if !a.From.IsZero() {
		and("at >= ?", a.From.UnixMilli())
	}
	if !a.To.IsZero() {
		and("at < ?", a.To.UnixMilli())
	}
	if a.Search != "" {
		part := "%" + escaped.Replace(strings.ToLower(a.Search)) + "%"
		and(`(lower(account) like ? escape '\' or lower(address) like ? escape '\' or lower(door) like ? escape '\' or lower(detail) like ? escape '\')`,
			part, part, part, part)
	}
	return text, args
}

// escaped takes their meaning from the signs that a pattern knows.
var escaped = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Prune forgets the entries of a kind that are older than a time.
func Prune(ctx context.Context, tx *store.Tx, kind Kind, before time.Time) error {
	if _, err := tx.Exec(ctx, "delete from trail where kind = ? and at < ?", string(kind), before.UnixMilli()); err != nil {
		return fmt.Errorf("forget the trail: %w", err)
	}
	return nil
}
