package record_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// foreign is metadata over a table of another program, and one of ours that refers to it.
const foreign = `{
	"modules": [{"key": "base", "user_types": [{"key": "user"}]}],
	"tables": [
		{"key": "user", "label": ["account"], "fields": [{"key": "account", "type": "text"}, {"key": "true_name", "type": "text"}]},
		{"key": "legacy_rate", "label": ["name"], "adopted": {"from": "legacy_rate", "key": "id"}, "fields": [{"key": "name", "type": "text"}]},
		{"key": "tariff", "label": ["code"], "fields": [{"key": "code", "type": "text"},
			{"key": "rate_id", "type": "reference", "to": "legacy_rate", "rules": [{"must": "row.rate_id.name != 'old'", "message": {"zh": "旧", "en": "old", "es": "vieja"}}]}]}
	]
}`

func TestTablesOfOtherProgramsAreNeverWritten(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		for _, m := range []store.Migrations{auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()} {
			if err := db.Migrate(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.Exec(ctx, "create table legacy_rate (id integer primary key, name varchar(40))"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "insert into legacy_rate values (1, 'low'), (2, 'old')")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		w := accesstest.With(t, db, accesstest.Compile(t, []byte(foreign)).On(db.Dialect()))
		records := record.New(access.New(slog.New(slog.DiscardHandler), &auth.Changes{}), setting.New(recordtest.Now), record.NewHooks(), recordtest.Now)
		system := access.System(w.Release, "test")
		write := func(fn func(ctx context.Context, tx *store.Tx) error) error { return db.Write(t.Context(), fn) }
		row := record.Row{"id": int64(1), "name": "other"}
		doors := map[string]func(ctx context.Context, tx *store.Tx) error{
			"save": func(ctx context.Context, tx *store.Tx) error {
				_, err := records.Save(ctx, tx, system, "legacy_rate", row)
				return err
			},
			"a new one": func(ctx context.Context, tx *store.Tx) error {
				_, err := records.Save(ctx, tx, system, "legacy_rate", record.Row{"name": "new"})
				return err
			},
			"save many": func(ctx context.Context, tx *store.Tx) error {
				_, err := records.SaveMany(ctx, tx, system, "legacy_rate", []record.Row{row})
				return err
			},
			"set": func(ctx context.Context, tx *store.Tx) error {
				return records.Set(ctx, tx, system, "legacy_rate", []record.Row{row})
			},
			"set where": func(ctx context.Context, tx *store.Tx) error {
				_, err := records.SetWhere(ctx, tx, system, "legacy_rate", record.Row{"name": "low"}, record.Row{"name": "other"})
				return err
			},
			"upsert": func(ctx context.Context, tx *store.Tx) error {
				_, err := records.Upsert(ctx, tx, system, "legacy_rate", record.Upsert{Key: []string{"name"}, Rows: []record.Row{row}})
				return err
			},
			"delete": func(ctx context.Context, tx *store.Tx) error {
				return records.Delete(ctx, tx, system, "legacy_rate", []int64{1})
			},
			"restore": func(ctx context.Context, tx *store.Tx) error {
				return records.Restore(ctx, tx, system, "legacy_rate", []int64{1})
			},
		}
		for what, door := range doors {
			if err := write(door); !fault.IsKey(err, "record.adopted") {
				t.Errorf("%s: %v", what, err)
			}
		}
		var names []string
		err = write(func(ctx context.Context, tx *store.Tx) error {
			if _, err := records.Save(ctx, tx, system, "tariff", record.Row{"code": "T", "rate_id": int64(1)}); err != nil {
				return err
			}
			found, err := records.Get(ctx, tx, system, "legacy_rate", 2, true)
			if err != nil || found["name"] != "old" {
				t.Errorf("read for a change: %v %v", found, err)
			}
			return tx.Select(ctx, &names, "select name from legacy_rate order by id")
		})
		if err != nil || len(names) != 2 || names[0] != "low" || names[1] != "old" {
			t.Errorf("the table holds %v, %v", names, err)
		}
		for _, id := range []int64{2, 99} { // one that a rule refuses, and one that is not there
			err := write(func(ctx context.Context, tx *store.Tx) error {
				_, err := records.Save(ctx, tx, system, "tariff", record.Row{"code": "T", "rate_id": id})
				return err
			})
			if err == nil {
				t.Errorf("a reference to %d is kept", id)
			}
		}
		for _, right := range []string{"legacy_rate.create", "legacy_rate.update", "legacy_rate.delete", "legacy_rate.import", "legacy_rate.history"} {
			if w.Release.HasRight(right) {
				t.Errorf("the right %s is offered", right)
			}
		}
	})
}
