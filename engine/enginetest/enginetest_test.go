package enginetest_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestEachDatabaseIsEmptyAndWorks(t *testing.T) {
	t.Parallel()
	for range 2 {
		enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, "update id_block set next_id = next_id where id = ?", 1)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			err = db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, "create table item (id bigint)")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestCrashedClusterComesBack(t *testing.T) {
	t.Parallel()
	cluster := enginetest.NewCluster(t)
	dsn := cluster.Database(t)
	if err := cluster.Crash(); err != nil {
		t.Fatal(err)
	}
	if err := cluster.Start(); err != nil {
		t.Fatal(err)
	}
	enginetest.Open(t, dsn, store.Options{})
}
