package month

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
)

// heard are the statements of a server, each text with the values that it first had.
type heard struct {
	mu   sync.Mutex
	args map[string][]any
}

func (h *heard) tap(text string, args []any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, known := h.args[text]; !known {
		h.args[text] = args
	}
}

// all are the statements so far.
func (h *heard) all() map[string][]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	said := h.args
	h.args = map[string][]any{}
	return said
}

// many is how many rows a table has at the end of the month that fills with the work.
const many = 40

// engines are tables of the engine that are read whole when it starts.
var engines = []string{"schema_migration", "column_meaning"}

var (
	reads  = regexp.MustCompile(`(?i)^\s*(select|with|update|delete)\s`)
	called = regexp.MustCompile(`(?i)(?:from|join)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?`)
	// whole is a step that reads all of a table, or all of one warehouse or owner in it.
	whole = regexp.MustCompile(`^(?:SCAN (\w+)|SEARCH (\w+) USING .*\((?:warehouse_id|consignor_id)=\?\)$)`)
)

// readNothingWhole asks SQLite, which weighs no figures of tables, how it reads for each
// statement of the month: what fills with the work is found by an index, not read through.
func readNothingWhole(t *testing.T, server *apptest.Server, said map[string][]any) {
	t.Helper()
	asked := 0
	err := server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		full, err := filled(ctx, tx)
		if err != nil {
			return err
		}
		for text, args := range said {
			if !reads.MatchString(text) {
				continue
			}
			plan, err := planOf(ctx, tx, text, args)
			if err != nil {
				continue // a table that the month made for itself and dropped
			}
			asked++
			for _, step := range plan {
				if table := readWhole(step.Detail, text); full[table] {
					t.Errorf("%s is read through (%s) by %s", table, step.Detail, strings.Join(strings.Fields(text), " "))
				}
			}
		}
		return nil
	})
	if err != nil || asked < 300 {
		t.Errorf("%d questions of %d statements were looked at, %v", asked, len(said), err)
	}
}

// step is one of a plan.
type step struct {
	ID, Parent, Notused int
	Detail              string
}

func planOf(ctx context.Context, tx *store.Tx, text string, args []any) (plan []step, err error) {
	return plan, tx.Select(ctx, &plan, "EXPLAIN QUERY PLAN "+text, args...)
}

// readNothingForEach asks SQLite how it reads for statements that may read all there is,
// those that look for broken invariants: once, and not anew for each row of another table.
func readNothingForEach(t *testing.T, server *apptest.Server, said map[string][]any) {
	t.Helper()
	asked := 0
	err := server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		full, err := filled(ctx, tx)
		if err != nil {
			return err
		}
		for text, args := range said {
			if !reads.MatchString(text) {
				continue
			}
			plan, err := planOf(ctx, tx, text, args)
			if err != nil {
				return err
			}
			asked++
			for _, s := range again(plan) {
				if table := readWhole(s.Detail, text); full[table] {
					t.Errorf("%s is read through for each row of another table (%s) by %s", table, s.Detail, strings.Join(strings.Fields(text), " "))
				}
			}
		}
		return nil
	})
	if err != nil || asked < 100 {
		t.Errorf("%d questions of %d statements were looked at, %v", asked, len(said), err)
	}
}

// again are the steps of a plan that are taken for each row of a step before.
func again(plan []step) (list []step) {
	inner := map[int]bool{} // what is below is taken again and again
	for _, s := range plan {
		inner[s.ID] = inner[s.Parent] || strings.Contains(s.Detail, "CORRELATED")
		loop := strings.HasPrefix(s.Detail, "SCAN ") || strings.HasPrefix(s.Detail, "SEARCH ")
		if loop && inner[s.Parent] {
			list = append(list, s)
		}
		inner[s.Parent] = inner[s.Parent] || loop
	}
	return list
}

// filled are the tables that have many rows; positions are as many as the warehouse has.
func filled(ctx context.Context, tx *store.Tx) (map[string]bool, error) {
	var names []string
	if err := tx.Select(ctx, &names, `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'position' AND name NOT IN ?`, engines); err != nil {
		return nil, err
	}
	full := map[string]bool{}
	for _, name := range names {
		var rows int64
		if err := tx.Get(ctx, &rows, `SELECT COUNT(*) FROM `+store.Quote(name)); err != nil {
			return nil, err
		}
		full[name] = rows > many
	}
	return full, nil
}

// readWhole is the table that a step of a plan reads whole; "" for none.
func readWhole(step, text string) string {
	found := whole.FindStringSubmatch(step)
	if found == nil {
		return ""
	}
	name := found[1] + found[2]
	for _, one := range called.FindAllStringSubmatch(text, -1) {
		if one[2] == name {
			return one[1]
		}
	}
	return name
}
