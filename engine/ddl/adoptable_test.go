package ddl_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestWhatMayBeAdopted(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), ddl.Migrations()); err != nil {
			t.Fatal(err)
		}
		release := compile(t, shop())
		if _, err := ddl.Apply(t.Context(), db, release); err != nil {
			t.Fatal(err)
		}
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, statement := range []string{
				`create table "Rates" ("No." integer primary key, "Version" varchar(20), rate numeric(12,3), free numeric, valid date, active boolean, at timestamp)`,
				`create view rates_view as select "No.", rate from "Rates"`, `create table "a?b" (id integer)`, `create table bare (name text)`,
			} {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := ddl.ListAdoptable(t.Context(), db, release)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, one := range found {
			names = append(names, one.From)
		}
		if !slices.Equal(names, []string{"Rates", "bare", "rates_view"}) {
			t.Fatalf("found %q", names)
		}
		if !slices.Equal(found[0].Keys, []string{"No."}) || len(found[1].Keys) > 0 || !slices.Equal(found[2].Keys, []string{"No."}) {
			t.Errorf("keys %q, %q, %q", found[0].Keys, found[1].Keys, found[2].Keys)
		}
		for i, want := range []struct {
			field, typ string
			scale      int
		}{{"no", "integer", 0}, {"version_2", "text", 0}, {"rate", "decimal", 3}, {"free", "decimal", 2}, {"valid", "date", 0}, {"active", "boolean", 0}, {"at", "instant", 0}} {
			if got := found[0].Columns[i]; got.Field != want.field || got.Type != want.typ || got.Scale != want.scale {
				t.Errorf("%s is proposed as %s %s(%d)", got.Name, got.Field, got.Type, got.Scale)
			}
		}
	})
}
