package contract

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// TestTheCodeLeadsInAWarehouse asks SQLite how it looks a code up that two fields may bear: by
// their indexes, with a warehouse as without.
func TestTheCodeLeadsInAWarehouse(t *testing.T) {
	db, err := store.Open(t.Context(), "sqlite:"+t.TempDir()+"/x.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, scope := range []plugin.Scope{{}, {"warehouse_id": int64(1)}} {
		question, args := InWarehouse(`SELECT id FROM note WHERE (doc_no = ? OR ext_no = ?)`, "warehouse_id", scope, "A", "A")
		var steps []struct {
			ID, Parent, Notused int
			Detail              string
		}
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, text := range []string{
				`CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, doc_no TEXT UNIQUE, ext_no TEXT, warehouse_id INTEGER, status TEXT)`,
				`CREATE INDEX IF NOT EXISTS note_ext_no ON note (ext_no)`, `CREATE INDEX IF NOT EXISTS note_work ON note (warehouse_id, status)`,
			} {
				if _, err := tx.Exec(ctx, text); err != nil {
					return err
				}
			}
			return tx.Select(ctx, &steps, `EXPLAIN QUERY PLAN `+question, args...)
		})
		if err != nil || len(args) != 2+len(scope) {
			t.Fatalf("%v with %d values", err, len(args))
		}
		plan := ""
		for _, s := range steps {
			plan += s.Detail + "; "
		}
		if !strings.Contains(plan, "doc_no=?") || !strings.Contains(plan, "ext_no=?") {
			t.Errorf("in %v: %s", scope, plan)
		}
	}
}
