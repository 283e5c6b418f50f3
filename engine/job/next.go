package job

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/store"
)

// oneByOne leaves waiting what a person asked for while a job of its kind runs for
// him, so that however much he asks for takes one worker of a kind and no more.
const oneByOne = ` and not exists (select 1 from job r where r.state = 'running' and r.share_of = job.share_of
	and r.created_by = job.created_by and r.created_by <> 0 and r.kind = job.kind and r.due_at > ?)`

// ready are jobs of the runner's kinds whose time has come.
const ready = "state in ('waiting', 'running') and due_at <= ? and (paused_at = 0 or state = 'running') and kind in ?"

// condition chooses jobs that may be taken.
type condition struct {
	text string
	args []any
}

// systems are the system's jobs. They are nobody's: none waits for another or rests.
func (r *Runner) systems(now int64) condition {
	return condition{"share_of = 0 and " + ready, []any{now, r.keys}}
}

// persons are the jobs that people asked for.
func (r *Runner) persons(now int64) condition {
	return condition{"(share_of < 0 or share_of > 0) and " + ready + oneByOne + " and created_by not in ?", []any{now, r.keys, now, r.rests.now()}}
}

// fewestRunning counts for a job how many run of its owner, and of its person: those with
// the fewest come first, so that neither one with many jobs nor an owner with many people
// keeps the others waiting. The comparison with the state is that of the index.
const fewestRunning = `(select count(*) from job r where r.state = 'running' and r.share_of = job.share_of) as owners,
	(select count(*) from job r where r.state = 'running' and r.share_of = job.share_of and r.created_by = job.created_by) as persons`

// candidate is a job that may be taken. The system's are nobody's, so that time alone decides
// among them, however many wait.
type candidate struct {
	ID      int64 `db:"id"`
	Owners  int64 `db:"owners"`
	Persons int64 `db:"persons"`
	DueAt   int64 `db:"due_at"`
}

func byFewest(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.Owners, b.Owners), cmp.Compare(a.Persons, b.Persons), cmp.Compare(a.DueAt, b.DueAt), cmp.Compare(a.ID, b.ID))
}

// next locks the job that is taken next, and gives its id; 0 if there is none.
func (r *Runner) next(ctx context.Context, tx *store.Tx, now int64) (int64, error) {
	skip := tx.ForUpdate()
	if skip != "" {
		skip += " skip locked"
	}
	systems, persons := r.systems(now), r.persons(now)
	systems.text = "select id, 0 as owners, 0 as persons, due_at from job where " + systems.text + " order by due_at, id limit 1"
	persons.text = "select id, " + fewestRunning + ", due_at from job where " + persons.text + " order by owners, persons, due_at, id limit 1"
	var found []candidate
	for _, asked := range []condition{systems, persons} {
		var one []candidate
		if err := tx.Select(ctx, &one, asked.text+skip, asked.args...); err != nil {
			return 0, err
		}
		found = append(found, one...)
	}
	if len(found) == 0 {
		return 0, nil
	}
	return slices.MinFunc(found, byFewest).ID, nil
}
