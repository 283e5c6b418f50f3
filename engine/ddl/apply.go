package ddl

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Preview works out what Apply would do, hazards included, and changes nothing.
func Preview(ctx context.Context, db *store.DB, rel *catalog.Release) (plan Plan, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		plan, err = difference(ctx, tx, rel, nil)
		return err
	})
	return plan, err
}

// Apply brings the database to a release in one transaction and tells what it
// did. With a hazard in the plan nothing is done; the fault is that of Plan.Err.
// With nothing to do it only reads the catalogue of the database.
func Apply(ctx context.Context, db *store.DB, rel *catalog.Release) (plan Plan, err error) {
	if plan, err = Preview(ctx, db, rel); err != nil || len(plan) == 0 {
		return nil, err
	}
	return ApplyWith(ctx, db, rel, nil)
}

// ApplyWith has also, unless it is nil, run in the transaction of the changes. All that
// the plan locks is locked before the first change, and not while the plan is worked out.
func ApplyWith(ctx context.Context, db *store.DB, rel *catalog.Release, also store.Func) (plan Plan, err error) {
	err = db.Alter(ctx, func(ctx context.Context, tx *store.Tx) error {
		if plan, err = difference(ctx, tx, rel, nil); err != nil {
			return err
		}
		if err := plan.Err(); err != nil {
			return err
		}
		if err := plan.apply(ctx, tx); err != nil {
			return err
		}
		if also == nil {
			return nil
		}
		return also(ctx, tx)
	})
	return plan, err
}

// apply does the steps, under the locks of all of them.
func (p Plan) apply(ctx context.Context, tx *store.Tx) error {
	if err := tx.LockTables(ctx, p.locks()); err != nil {
		return fmt.Errorf("lock the tables that change: %w", err)
	}
	for _, step := range p {
		if err := step.run(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (s Step) run(ctx context.Context, tx *store.Tx) error {
	for _, statement := range s.SQL {
		_, err := tx.Exec(ctx, statement)
		if _, twice := store.IsUnique(err); twice { // over new columns, or written since the plan was made
			return Plan{{Class: Hazard, Table: s.Table, Name: s.Name, Key: "ddl.duplicates_made"}}.Err()
		}
		if err != nil {
			return fmt.Errorf("change %s.%s: %s: %w", s.Table, s.Name, statement, err)
		}
	}
	if s.fold != nil {
		return s.fold.run(ctx, tx)
	}
	if err := s.writeMeanings(ctx, tx); err != nil {
		return err
	}
	return s.writeKept(ctx, tx)
}

// fold fills the folded column of a field whose texts are older than it.
type fold struct {
	table *catalog.Table
	field *catalog.Field
}

// foldBatch is how many texts one statement folds: the table is locked until all are.
const foldBatch = 1000

func (f *fold) run(ctx context.Context, tx *store.Tx) error {
	table, from, to := store.Quote(f.table.Key), store.Quote(f.field.Key), store.Quote(f.field.FoldColumn())
	question := fmt.Sprintf("select id, %s as text from %s where %s is not null and %s is null and id > ? order by id limit %d", from, table, from, to, foldBatch)
	last := int64(math.MinInt64)
	for {
		var rows []unfolded
		if err := tx.Select(ctx, &rows, question, last); err != nil || len(rows) == 0 {
			return err
		}
		statement, args := foldStatement(table, to, rows)
		if _, err := tx.Exec(ctx, statement, args...); err != nil {
			return fmt.Errorf("fold %s: %w", f.table.Key, err)
		}
		last = rows[len(rows)-1].ID
	}
}

// unfolded is a text that is not folded yet.
type unfolded struct {
	ID   int64  `db:"id"`
	Text string `db:"text"`
}

// foldStatement writes the folded texts of rows. Both databases name the columns of a
// list of values alike; PostgreSQL takes their types from the first ones. The span of ids keeps it from reading the whole table.
func foldStatement(table, to string, rows []unfolded) (statement string, args []any) {
	values := strings.Repeat(", (?, ?)", len(rows)-1)
	for _, row := range rows {
		args = append(args, row.ID, catalog.Fold(row.Text))
	}
	statement = "update " + table + " set " + to + " = made.column2 from (values (cast(? as bigint), cast(? as text))" + values +
		") as made where " + table + ".id = made.column1 and " + table + ".id between ? and ?"
	return statement, append(args, rows[0].ID, rows[len(rows)-1].ID)
}
