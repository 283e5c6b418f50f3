// Package contract is what other plugins may ask of tasks: which one is the next for a
// person.
package contract

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Kinds of work, as the fields of a worker that say whether he does it.
const (
	Picks       = "picks"
	Replenishes = "replenishes"
	Shelves     = "shelves"
	Counts      = "counts"
	Works       = "works" // on work orders
)

// Person is who asks for his next task.
type Person struct {
	ID    int64
	areas []int64 // that he works in; none: everywhere
	at    spot
}

// spot is a place in a building; to what is not placed no way is known.
type spot struct {
	Placed bool           `db:"placed"`
	X      contract.Metre `db:"x"`
	Y      contract.Metre `db:"y"`
}

// Task is one that a person may be given.
type Task struct {
	ID       int64         `db:"id"`
	Mine     bool          `db:"mine"` // it is meant for him
	Priority int64         `db:"priority"`
	AreaID   sql.NullInt64 `db:"area_id"` // where it begins
	spot
}

// Place are the columns of a Task that say where it begins, of a position p.
const Place = `p.storage_area_id AS area_id, COALESCE(p.x, 0) AS x, COALESCE(p.y, 0) AS y, (p.x IS NOT NULL AND p.y IS NOT NULL) AS placed`

// Most is how many tasks are looked at for the next.
const Most = 200

// Asks gives the person who works now, to find his next task of a kind. Faults: tasks.not_his
// (Denied) where he is down for other work only.
func Asks(ctx context.Context, data plugin.Data, kind string) (*Person, error) {
	who := &Person{ID: data.Actor().UserID}
	rows, err := data.Find(ctx, "worker", plugin.Where{Match: plugin.Row{"person_id": who.ID}})
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 {
		if !plugin.Bool(rows[0], kind) {
			return nil, fault.New(fault.Denied, "tasks.not_his")
		}
		who.areas, _ = rows[0]["storage_area_ids"].([]int64)
	}
	who.at, err = standsAt(ctx, data.SQL(), who.ID)
	return who, err
}

// lately is how many movements of the ledger are looked through for where a person was:
// where he was long ago is not where he stands.
const lately = 5000

// standsAt is where a person moved goods last.
func standsAt(ctx context.Context, tx plugin.Tx, person int64) (at spot, err error) {
	err = tx.Get(ctx, &at, `SELECT p.x AS x, p.y AS y, (p.x IS NOT NULL) AS placed FROM stock_move m JOIN position p ON p.id = m.position_id
		WHERE m.id > (SELECT COALESCE(MAX(id), 0) FROM stock_move) - ? AND m.created_by = ? AND p.x IS NOT NULL AND p.y IS NOT NULL ORDER BY m.id DESC LIMIT 1`, lately, person)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return at, fmt.Errorf("read where person %d stands: %w", person, err)
	}
	return at, nil
}

// Order puts tasks into the order in which the person does them, those left out that begin
// in an area that is not his: first what is meant for him, then the urgent, then what is
// near, then as they were.
func (p *Person) Order(tasks []Task) []Task {
	his := slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool { return !t.Mine && p.elsewhere(t) })
	slices.SortStableFunc(his, func(a, b Task) int {
		return cmp.Or(first(b.Mine)-first(a.Mine), cmp.Compare(b.Priority, a.Priority), cmp.Compare(p.at.to(a.spot), p.at.to(b.spot)))
	})
	return his
}

func (p *Person) elsewhere(t Task) bool {
	return len(p.areas) > 0 && !slices.Contains(p.areas, t.AreaID.Int64)
}

// first is 1 for what comes first.
func first(is bool) int {
	if is {
		return 1
	}
	return 0
}

// to is the way along the aisles to another place, as far as is known.
func (s spot) to(other spot) contract.Metre {
	if !s.Placed || !other.Placed {
		return 0
	}
	return max(s.X-other.X, other.X-s.X) + max(s.Y-other.Y, other.Y-s.Y)
}

// Take reserves the best task that nobody else is just taking: the ids that the question
// answers are locked one by one, in the order of the person, and those that another has
// locked are passed over. The question is about a task by its id, and the person; 0 when
// there is none.
func (p *Person) Take(ctx context.Context, tx plugin.Tx, tasks []Task, free string) (int64, error) {
	if lock := tx.ForUpdate(); lock != "" {
		free += lock + ` SKIP LOCKED`
	}
	for _, t := range p.Order(tasks) {
		var id int64
		err := tx.Get(ctx, &id, free, t.ID, p.ID)
		if err == nil {
			return id, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("take task %d: %w", t.ID, err)
		}
	}
	return 0, nil
}

// AreaOf is the area that a position lies in, where a task begins; none for no position.
func AreaOf(ctx context.Context, tx plugin.Tx, position int64) (area sql.NullInt64, err error) {
	err = tx.Get(ctx, &area, `SELECT storage_area_id FROM position WHERE id = ?`, position)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return area, fmt.Errorf("read position %d: %w", position, err)
	}
	return area, nil
}

// Begins is the field of a task that says in which area it begins.
func Begins(ctx context.Context, tx plugin.Tx, position int64) (plugin.Row, error) {
	area, err := AreaOf(ctx, tx, position)
	if err != nil || !area.Valid {
		return plugin.Row{}, err
	}
	return plugin.Row{"storage_area_id": area.Int64}, nil
}
