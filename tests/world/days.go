package world

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// AddUpDays has the job done that adds up days, as often at once as is asked for; what the
// clock brings waits.
func AddUpDays(t testing.TB, server *apptest.Server, runs int) {
	t.Helper()
	const kind = "inventory.add_days"
	err := server.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, text := range []string{"UPDATE job SET due_at = 9000000000000 WHERE cron <> ''", "DELETE FROM job WHERE cron = '' AND kind = '" + kind + "'"} {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		for range runs {
			if _, err := plugin.Enqueue(ctx, tx, plugin.NewJob{Kind: kind}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.Jobs.Run(ctx)
	}()
	var told []string
	for err == nil && len(told) < runs {
		time.Sleep(5 * time.Millisecond)
		told = told[:0]
		err = server.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &told, "SELECT state || ' after ' || tries || ': ' || failure FROM job WHERE kind = ? AND cron = '' AND state NOT IN ('waiting', 'running')", kind)
		})
	}
	stop()
	<-ended
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range told {
		if one != "done after 1: " {
			t.Errorf("adding up is %s", one)
		}
	}
}
