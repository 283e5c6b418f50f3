package job

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the files of the job table.
func Migrations() store.Migrations { return store.Migrations{Owner: "job", FS: files} }

// State says where a job is in its life.
type State string

// The states of a job. Dead is a job that failed for good.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Dead      State = "dead"
	Cancelled State = "cancelled"
)

// New is a job to be run.
type New struct {
	Kind      string
	Args      any       // anything that JSON carries; for the handler's Task.Args
	RunAt     time.Time // zero: at once
	UniqueKey string    // "": any number; else one waiting or running job per key
	CreatedBy int64     // user id; 0 is the system
	OwnerID   int64     // the record that the user belongs to; 0: none
}

// shareOf is whose share of the runners the job takes.
func (n New) shareOf() int64 {
	if n.OwnerID != 0 {
		return n.OwnerID
	}
	return -n.CreatedBy
}

// Job is a job as people follow it.
type Job struct {
	ID         int64  `db:"id"`
	Kind       string `db:"kind"`
	Arguments  string `db:"args"` // JSON: what it was asked to do
	State      State  `db:"state"`
	Tries      int64  `db:"tries"`
	Done       int64  `db:"done"`  // steps
	Total      int64  `db:"total"` // steps; 0 is not known
	Message    string `db:"message"`
	File       string `db:"file"`        // key of an attachment; "" is none
	Result     string `db:"result"`      // JSON that the handler gave back; "" is nothing
	Failure    string `db:"failure"`     // JSON {key, params} of the last failure; "" is none
	CreatedBy  int64  `db:"created_by"`  // user id
	CreatedAt  int64  `db:"created_at"`  // unix milliseconds
	DueAt      int64  `db:"due_at"`      // unix milliseconds
	FinishedAt int64  `db:"finished_at"` // unix milliseconds; 0 is not yet
}

const jobColumns = "id, kind, args, state, tries, done, total, message, file, result, failure, created_by, created_at, due_at, finished_at"

// Enqueue adds a job in the caller's transaction and gives its id. If a job with
// the same unique key waits or runs, its id comes back: one that waits for later is
// brought forward to the earlier time, and one that runs will run once more, since
// it may not have seen what the caller wrote. The row of such a job stays locked
// until the caller's transaction ends; Soon makes that short.
func Enqueue(ctx context.Context, tx *store.Tx, n New) (int64, error) {
	args, err := json.Marshal(n.Args)
	if err != nil {
		return 0, fmt.Errorf("enqueue %s: %w", n.Kind, err)
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return 0, fmt.Errorf("enqueue %s: %w", n.Kind, err)
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return 0, fmt.Errorf("enqueue %s: %w", n.Kind, err)
	}
	due := now
	if !n.RunAt.IsZero() {
		due = n.RunAt.UnixMilli()
	}
	key := sql.NullString{String: n.UniqueKey, Valid: n.UniqueKey != ""}
	err = tx.QueryRow(ctx, enqueueSQL, id, n.Kind, string(args), key, due, now, n.CreatedBy, n.shareOf()).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("enqueue %s: %w", n.Kind, err)
	}
	return id, nil
}

// MostOfUser is how many jobs of one kind a user may have waiting or running.
const MostOfUser = 50

// Ask enqueues a job that a person asks for. The Conflict fault job.too_many when he
// has as many as he may.
func Ask(ctx context.Context, tx *store.Tx, n New) (int64, error) {
	var waiting int
	const text = "select count(*) from job where state in ('waiting', 'running') and created_by = ? and kind = ?"
	if err := tx.Get(ctx, &waiting, text, n.CreatedBy, n.Kind); err != nil {
		return 0, fmt.Errorf("count jobs of user %d: %w", n.CreatedBy, err)
	}
	if waiting >= MostOfUser {
		return 0, fault.New(fault.Conflict, "job.too_many", "max", MostOfUser)
	}
	return Enqueue(ctx, tx, n)
}

const enqueueSQL = enqueueInto + `(?, ?, ?, ?, ?, ?, ?, ?)` + orJoin + `
	returning id`

// enqueueInto and orJoin stand before and behind the values of a job.
const (
	enqueueInto = `insert into job (id, kind, args, unique_key, due_at, created_at, created_by, share_of) values `
	orJoin      = `
	on conflict (unique_key) where state in ('waiting', 'running') do update set due_at =
		case when job.state = 'waiting' and excluded.due_at < job.due_at then excluded.due_at else job.due_at end,
		again = case when job.state = 'running' then 1 else job.again end`
)

// Get gives a job. The NotFound fault job.not_found means that there is none, or
// that it ended long ago.
func Get(ctx context.Context, tx *store.Tx, id int64) (*Job, error) {
	var j Job
	err := tx.Get(ctx, &j, "select "+jobColumns+" from job where id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "job.not_found", "id", id)
	}
	if err != nil {
		return nil, fmt.Errorf("get job %d: %w", id, err)
	}
	return &j, nil
}

// List gives the newest jobs of some kinds that a person asked for.
func List(ctx context.Context, tx *store.Tx, createdBy int64, kinds []string, limit int) (jobs []Job, err error) {
	text := "select " + jobColumns + " from job where created_by = ? and kind in ? order by created_at desc, id desc limit ?"
	if err := tx.Select(ctx, &jobs, text, createdBy, kinds, limit); err != nil {
		return nil, fmt.Errorf("list jobs of %d: %w", createdBy, err)
	}
	return jobs, nil
}

// Cancel ends a waiting job at once and asks a running one to end. A job that has
// ended stays as it is. A schedule's job cannot be cancelled, only skipped.
func Cancel(ctx context.Context, tx *store.Tx, id int64) error {
	if _, err := Get(ctx, tx, id); err != nil {
		return err
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	for _, change := range []struct {
		text string
		args []any
	}{
		{"update job set state = 'cancelled', finished_at = ? where id = ? and state = 'waiting' and cron = ''", []any{now, id}},
		{"update job set stopping = 1 where id = ? and state = 'running'", []any{id}},
	} {
		if _, err := tx.Exec(ctx, change.text, change.args...); err != nil {
			return fmt.Errorf("cancel job %d: %w", id, err)
		}
	}
	return nil
}

// Prune deletes jobs that ended before a time and tells how many.
func Prune(ctx context.Context, tx *store.Tx, before time.Time) (int64, error) {
	const parts = "delete from job_part where job_id in (select id from job where state in ('done', 'dead', 'cancelled') and finished_at < ?)"
	if _, err := tx.Exec(ctx, parts, before.UnixMilli()); err != nil {
		return 0, fmt.Errorf("prune parts of jobs: %w", err)
	}
	n, err := tx.Exec(ctx, "delete from job where state in ('done', 'dead', 'cancelled') and finished_at < ?", before.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("prune jobs: %w", err)
	}
	return n, nil
}

// clockSQL is the time in unix milliseconds by the one clock that all runners share, so that
// a runner with a wrong clock does not break others' leases.
var clockSQL = map[store.Dialect]string{
	store.SQLite:   "cast(round(unixepoch('subsec') * 1000) as integer)",
	store.Postgres: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
}

// clock gives the time by that clock.
func clock(ctx context.Context, tx *store.Tx) (now int64, err error) {
	if tx.Dialect() == store.SQLite {
		return time.Now().UnixMilli(), nil
	}
	err = tx.QueryRow(ctx, "select "+clockSQL[store.Postgres]).Scan(&now)
	return now, err
}
