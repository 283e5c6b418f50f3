package job

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/store"
)

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
	condition, args := r.dueCondition(now)
	skip := tx.ForUpdate()
	if skip != "" {
		skip += " skip locked"
	}
	var found []candidate
	for _, question := range []string{
		"select id, 0 as owners, 0 as persons, due_at from job where share_of = 0 and " + condition + " order by due_at, id limit 1",
		"select id, " + fewestRunning + ", due_at from job where (share_of < 0 or share_of > 0) and " + condition + " order by owners, persons, due_at, id limit 1",
	} {
		var one []candidate
		if err := tx.Select(ctx, &one, question+skip, args...); err != nil {
			return 0, err
		}
		found = append(found, one...)
	}
	if len(found) == 0 {
		return 0, nil
	}
	return slices.MinFunc(found, byFewest).ID, nil
}
