package ddl

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// large is from how many records on work is done ahead and proven afterwards: fewer are
// done in a moment, while the tables are locked anyway.
const large = 5000

// isLarge reports whether a table has many records for which a condition holds. SQLite
// has one writer and does everything at once.
func (d *differ) isLarge(ctx context.Context, w *table, where string) (bool, error) {
	if d.dialect == store.SQLite {
		return false, nil
	}
	n, err := d.number(ctx, fmt.Sprintf("select count(*) from (select 1 from %s where %s limit %d) as counted", store.Quote(w.of.Key), where, large+1))
	return n > large, err
}

// newIndex plans an index. One of a large table is built while others write, if what it
// is over is there already; one that was broken off there is in the way.
func (d *differ) newIndex(ctx context.Context, w *table, x index, ch *changes, broken bool) (Step, error) {
	step := Step{Class: Online, Table: w.of.Key, Name: x.name, SQL: []string{x.create(w.of)}}
	build := []string{x.beside(w.of)}
	if broken {
		step.SQL = append([]string{"DROP INDEX " + store.Quote(x.name)}, step.SQL...)
		build = append([]string{"DROP INDEX CONCURRENTLY IF EXISTS " + store.Quote(x.name)}, build...)
	}
	step = d.locking(step, store.AgainstWriters)
	if broken {
		step = d.locking(step, store.AgainstAll)
	}
	if ch.mentionsStrange(x.where, strings.Join(x.columns, " ")) || len(ch.converted) > 0 {
		return step, nil
	}
	many, err := d.isLarge(ctx, w, "1 = 1")
	if many {
		step.Ahead, step.build = true, build
	}
	return step, err
}

// beside writes the statement that builds the index while others write.
func (x index) beside(t *catalog.Table) string {
	return strings.Replace(x.create(t), "INDEX ", "INDEX CONCURRENTLY IF NOT EXISTS ", 1)
}

// tightened is a column that takes no null from now on.
type tightened struct {
	column
	rows   int  // that have none
	proven bool // none has, and the database knows
	ahead  bool // they are filled ahead: the table is large, and what the column means stays
}

// tightens reports whether a column takes no null from now on.
func (ch *changes) tightens(name string) bool {
	return slices.ContainsFunc(ch.tightened, func(c tightened) bool { return c.name == name })
}

// proves reports the check that a column which is tightened has in the meantime.
func (ch *changes) proves(w *table, name string) bool {
	return slices.ContainsFunc(ch.tightened, func(c tightened) bool { return name == c.proof(w) })
}

// filling gives the table in which SQLite puts the initial value in the place of null,
// where programs that run may still write it. The next rebuild leaves that out.
func (w *table) filling(ch *changes) *table {
	made := *w
	made.columns = slices.Clone(w.columns)
	for i := range made.columns {
		made.columns[i].fills = made.columns[i].initial != "" && ch.tightens(made.columns[i].name)
	}
	return &made
}

// proof names the check that tells the database that no row of a column is empty.
func (c column) proof(w *table) string {
	return c.sign(w, "filled", c.name+"_ck")
}

// hand names the trigger, and its function, that fills a column in for programs that
// write null.
func (c column) hand(w *table) string { return handOf(w, c.name) }

func handOf(w *table, name string) string { return column{name: name}.sign(w, "hand", handPrefix) }

// handPrefix begins the names of what fills columns in.
const handPrefix = "wareloom_fill_"

func (c column) sign(w *table, what, prefix string) string {
	return fmt.Sprintf("%s%08x", prefix, crc32.ChecksumIEEE([]byte(what+" "+w.of.Key+" "+c.name+" "+c.initial)))
}

// filled reports whether a column was filled ahead, and the database knows it.
func (d *differ) filled(w *table, c column, info store.TableInfo) bool {
	proof := c.proof(w)
	return slices.Contains(info.Checks, proof) && !slices.Contains(info.Unproven, proof)
}

// tighten plans that a column takes no null any more. A hand fills in what programs that
// do not know of it write; it stays until none of them runs.
func (d *differ) tighten(w *table, c tightened) Step {
	step := Step{Class: Online, Table: w.of.Key, Name: c.name, Fills: c.rows}
	never := alter(w, "ALTER COLUMN "+store.Quote(c.name)+" SET NOT NULL")
	gone := alter(w, "DROP CONSTRAINT IF EXISTS "+store.Quote(c.proof(w)))
	switch {
	case c.copies != "":
		step.SQL = []string{c.fillIn(w), never}
	case c.initial == "":
		step.SQL = []string{never}
	case c.proven:
		step.SQL = []string{never, gone} // which reads no rows: the check has
	default:
		step.SQL = append(c.handed(w), c.fillIn(w), never, gone)
		step.Ahead = c.ahead
	}
	if step.Ahead {
		step.fill = &fill{w, c.column}
	}
	return step
}

// fillIn fills a column in where it is empty.
func (c column) fillIn(w *table) string {
	return fmt.Sprintf("UPDATE %s SET %s = %s WHERE %[2]s IS NULL", store.Quote(w.of.Key), store.Quote(c.name), c.filler())
}

// handed writes the hand of a column.
func (c column) handed(w *table) []string {
	hand, table, name := store.Quote(c.hand(w)), store.Quote(w.of.Key), store.Quote(c.name)
	return []string{
		"CREATE OR REPLACE FUNCTION " + hand + "() RETURNS trigger LANGUAGE plpgsql AS $fill$ BEGIN IF NEW." + name + " IS NULL THEN NEW." + name + " := " + c.initial + "; END IF; RETURN NEW; END $fill$",
		"DROP TRIGGER IF EXISTS " + hand + " ON " + table,
		"CREATE TRIGGER " + hand + " BEFORE INSERT OR UPDATE ON " + table + " FOR EACH ROW EXECUTE FUNCTION " + hand + "('" + c.name + "')",
	}
}

// unfill takes the hand of a column away, if there is one.
func (d *differ) unfill(w *table, name string) []string {
	if d.dialect == store.SQLite {
		return nil
	}
	hand := store.Quote(handOf(w, name))
	return []string{"DROP TRIGGER IF EXISTS " + hand + " ON " + store.Quote(w.of.Key), "DROP FUNCTION IF EXISTS " + hand + "()"}
}

// Tell is told how many of the steps are done; its error ends the work.
type Tell func(done, total int) error

// Prepare does ahead what a release wants of the database that can be done beside those
// who read and write under the release in force: large indexes are built, and empty values
// filled in batches. Each part is kept by itself, and what is kept is right under both
// releases, so that one who was stopped goes on where he was.
func Prepare(ctx context.Context, db *store.DB, plan Plan, tell Tell) error {
	if err := plan.Err(); err != nil {
		return err
	}
	done, total := 0, 0
	for _, step := range plan.Ahead() {
		total += step.weight()
	}
	for _, step := range plan.Ahead() {
		from := done
		done += step.weight()
		err := step.ahead(ctx, db, func(n int) error { return tell(min(from+n, done), total) })
		if err == nil {
			err = tell(done, total)
		}
		if err != nil {
			return fmt.Errorf("prepare %s.%s: %w", step.Table, step.Name, err)
		}
	}
	return nil
}

// weight is how much of the work a step is.
func (s Step) weight() int { return max(s.Fills, 1) }

func (s Step) ahead(ctx context.Context, db *store.DB, tell func(n int) error) error {
	if s.fill != nil {
		return s.fill.run(ctx, db, tell)
	}
	err := db.Beside(ctx, s.build...)
	if _, twice := store.IsUnique(err); twice { // what is left of it is in the way of the next try, which takes it away
		return Plan{{Class: Hazard, Table: s.Table, Name: s.Name, Key: "ddl.duplicates_made"}}.Err()
	}
	return err
}

// fill fills the empty values of a column with its initial one.
type fill struct {
	table  *table
	column column
}

// fillBatch is how many records one transaction fills.
const fillBatch = 1000

func (f *fill) run(ctx context.Context, db *store.DB, tell func(n int) error) error {
	if err := f.alter(ctx, db, f.column.handed(f.table)...); err != nil {
		return err
	}
	last, done := int64(math.MinInt64), 0
	for {
		var n int
		var err error
		if last, n, err = f.batch(ctx, db, last); err != nil {
			return err
		}
		if n == 0 {
			break
		}
		done += n
		if err := tell(done); err != nil {
			return err
		}
	}
	return f.prove(ctx, db)
}

// batch fills the next records behind one, and tells how many and the last of them.
func (f *fill) batch(ctx context.Context, db *store.DB, after int64) (last int64, n int, err error) {
	table, name := store.Quote(f.table.of.Key), store.Quote(f.column.name)
	next := fmt.Sprintf("select coalesce(max(id), 0), count(*) from (select id from %s where %s is null and id > ? order by id limit %d) as empty", table, name, fillBatch)
	err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.QueryRow(ctx, next, after).Scan(&last, &n); err != nil || n == 0 {
			return err
		}
		_, err := tx.Exec(ctx, fmt.Sprintf("update %s set %s = %s where %s is null and id > ? and id <= ?", table, name, f.column.initial, name), after, last)
		return err
	})
	return last, n, err
}

// prove tells the database that no row is empty, which it then need not read again.
func (f *fill) prove(ctx context.Context, db *store.DB) error {
	proof := store.Quote(f.column.proof(f.table))
	condition := "CHECK (" + store.Quote(f.column.name) + " IS NOT NULL)"
	if err := f.alter(ctx, db, alter(f.table, "DROP CONSTRAINT IF EXISTS "+proof), alter(f.table, "ADD CONSTRAINT "+proof+" "+condition+unread)); err != nil {
		return err
	}
	return db.Beside(ctx, alter(f.table, "VALIDATE CONSTRAINT "+proof))
}

// alter runs statements in a short transaction that shuts others out of the table.
func (f *fill) alter(ctx context.Context, db *store.DB, statements ...string) error {
	return db.Alter(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.LockTables(ctx, map[string]store.TableLock{f.table.of.Key: store.AgainstAll}); err != nil {
			return err
		}
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}

// Finish does what was left for when no program of the release before runs any more: rows
// are held to foreign keys and conditions that were made without reading them, and what
// filled columns in for such programs goes. Doing it again does nothing.
func Finish(ctx context.Context, db *store.DB) error {
	if db.Dialect() == store.SQLite {
		return nil
	}
	tables, err := db.Inspect(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for table, info := range meta.Sorted(tables) {
		for _, name := range info.Unproven {
			if err := db.Beside(ctx, "ALTER TABLE "+store.Quote(table)+" VALIDATE CONSTRAINT "+store.Quote(name)); err != nil {
				failed = append(failed, fmt.Errorf("prove %s of %s: %w", name, table, err))
			}
		}
	}
	return errors.Join(append(failed, dropHands(ctx, db))...)
}

// hands are those of columns that take no null: their release is in force.
const hands = `select t.relname as table_name, g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
	join pg_attribute a on a.attrelid = t.oid and a.attnotnull and a.attname = split_part(encode(g.tgargs, 'escape'), '\', 1)
	where t.relnamespace = current_schema()::regnamespace and starts_with(g.tgname, '` + handPrefix + `') order by 1, 2`

func dropHands(ctx context.Context, db *store.DB) error {
	return db.Alter(ctx, func(ctx context.Context, tx *store.Tx) error {
		var found []struct {
			Table string `db:"table_name"`
			Name  string `db:"name"`
		}
		if err := tx.Select(ctx, &found, hands); err != nil {
			return fmt.Errorf("look for what fills columns in: %w", err)
		}
		locks := map[string]store.TableLock{}
		for _, hand := range found {
			locks[hand.Table] = store.AgainstAll
		}
		if err := tx.LockTables(ctx, locks); err != nil {
			return err
		}
		for _, hand := range found {
			for _, statement := range []string{"DROP TRIGGER " + store.Quote(hand.Name) + " ON " + store.Quote(hand.Table), "DROP FUNCTION " + store.Quote(hand.Name) + "()"} {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return fmt.Errorf("%s: %w", statement, err)
				}
			}
		}
		return nil
	})
}
