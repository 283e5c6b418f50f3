package auth_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// write runs fn in a transaction that must succeed.
func (f *fixture) write(t *testing.T, fn store.Func) {
	t.Helper()
	if err := f.db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// TestPlace tells where somebody works, as far as he still may.
func TestPlace(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		f.alter(t,
			`create table site (id bigint primary key, zone text)`, `create table user_site (user_id bigint, site_id bigint)`,
			`insert into site values (100, 'Europe/Madrid'), (101, null)`)
		where := &meta.WorkingPlace{Table: "site", Zone: "zone", Limit: &meta.PlaceLimit{Table: "user_site", User: "user_id", Field: "site_id"}}
		f.Auth = auth.New(db, auth.Options{
			UserTypes: func() []meta.UserType { return []meta.UserType{{Key: "user"}} },
			Place:     func() *meta.WorkingPlace { return where }, Effort: little, Now: func() time.Time { return f.clock },
		})
		s := f.login(t, "", "ann")
		at := func(set int64, limits ...int64) string {
			f.write(t, func(ctx context.Context, tx *store.Tx) error {
				if _, err := tx.Exec(ctx, "delete from user_site"); err != nil {
					return err
				}
				for _, id := range limits {
					if _, err := tx.Exec(ctx, "insert into user_site values (1, ?)", id); err != nil {
						return err
					}
				}
				return f.SetPlace(ctx, tx, 1, set)
			})
			found, err := f.Session(t.Context(), s.AccessToken, guid)
			if err != nil {
				t.Fatal(err)
			}
			var ids []int64
			var limited bool
			f.write(t, func(ctx context.Context, tx *store.Tx) (err error) {
				ids, limited, err = f.Places(ctx, tx, 1)
				return err
			})
			return fmt.Sprintf("%v %v %v %v", found.Actor.Values[auth.PlaceValue], found.Actor.Values[auth.ZoneValue], ids, limited)
		}
		for _, tt := range []struct {
			set    int64
			limits []int64
			want   string
		}{
			{0, nil, "<nil> <nil> [] false"},
			{100, nil, "100 Europe/Madrid [] false"},
			{101, nil, "101 <nil> [] false"},
			{100, []int64{100, 101}, "100 Europe/Madrid [100 101] true"},
			{100, []int64{101}, "<nil> <nil> [101] true"},
			{102, nil, "<nil> <nil> [] false"},
		} {
			if got := at(tt.set, tt.limits...); got != tt.want {
				t.Errorf("at %d of %v: %s, want %s", tt.set, tt.limits, got, tt.want)
			}
		}
	})
}

// TestEndSession ends one's own sessions alone.
func TestEndSession(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		first, second, other := f.login(t, "", "ann"), f.login(t, "", "ann"), f.login(t, "customer", "bob")
		f.write(t, func(ctx context.Context, tx *store.Tx) error {
			list, err := f.Sessions(ctx, tx, 1)
			if err != nil || len(list) != 2 || list[0].ID != second.ID || list[0].Address != "10.0.0.1" || list[0].UsedAt() != f.clock.UnixMilli() {
				t.Errorf("ann's sessions are %v (%v)", list, err)
			}
			if err := f.EndSession(ctx, tx, 1, other.ID); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("ann ends bob's session: %v", err)
			}
			return f.EndSession(ctx, tx, 1, first.ID)
		})
		if _, err := f.Session(t.Context(), first.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("the ended session: %v", err)
		}
		for _, s := range []auth.Session{second, other} {
			if _, err := f.Session(t.Context(), s.AccessToken, guid); err != nil {
				t.Errorf("a session that stays: %v", err)
			}
		}
	})
}
