package setting_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// each runs a test in the shop, in one write transaction, on both databases.
func each(t *testing.T, run func(ctx context.Context, t *testing.T, s *recordtest.Shop, tx *store.Tx)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		s := recordtest.New(t, db)
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			run(ctx, t, s, tx)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func save(ctx context.Context, s *recordtest.Shop, tx *store.Tx, c setting.Change) error {
	return s.Settings.Save(ctx, tx, s.Release, auth.System("test"), c)
}

func TestTheStrongestLevelOfTheRecordCounts(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *recordtest.Shop, tx *store.Tx) {
		value := func(customer any) string {
			t.Helper()
			v, err := s.Settings.Value(ctx, tx, s.Release, "discount", record.Row{"customer_id": customer})
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(v)
		}
		if got := value(int64(1)); got != "0" {
			t.Errorf("default = %s, want 0", got)
		}
		for _, c := range []setting.Change{{Key: "discount", Level: "system", Value: 0.1}, {Key: "discount", Level: "customer", OwnerID: 1, Value: 0.2}} {
			if err := save(ctx, s, tx, c); err != nil {
				t.Fatal(err)
			}
		}
		for customer, want := range map[any]string{int64(1): "0.2", int64(2): "0.1", nil: "0.1"} {
			if got := value(customer); got != want {
				t.Errorf("customer %v: %s, want %s", customer, got, want)
			}
		}
		if _, level, err := s.Settings.Effective(ctx, tx, s.Release, "discount"); level != "system" || err != nil {
			t.Errorf("level = %q, %v", level, err)
		}
		if err := save(ctx, s, tx, setting.Change{Key: "discount", Level: "customer", OwnerID: 1}); err != nil {
			t.Fatal(err)
		}
		if got := value(int64(1)); got != "0.1" {
			t.Errorf("taken back: %s, want 0.1", got)
		}
	})
}

func TestValuesAreJudged(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *recordtest.Shop, tx *store.Tx) {
		tests := []struct {
			name   string
			change setting.Change
			want   fault.Code
		}{
			{"an unknown setting", setting.Change{Key: "size", Level: "system", Value: 1}, fault.NotFound},
			{"an unknown level", setting.Change{Key: "discount", Level: "planet", Value: 0.1}, fault.Invalid},
			{"a level without its owner", setting.Change{Key: "discount", Level: "customer", Value: 0.1}, fault.Invalid},
			{"an owner at a level without one", setting.Change{Key: "discount", Level: "system", OwnerID: 1, Value: 0.1}, fault.Invalid},
			{"a value of another type", setting.Change{Key: "discount", Level: "system", Value: "much"}, fault.Invalid},
			{"a value against the rule", setting.Change{Key: "discount", Level: "system", Value: 2}, fault.Invalid},
		}
		for _, tt := range tests {
			if err := save(ctx, s, tx, tt.change); fault.CodeOf(err) != tt.want {
				t.Errorf("%s: %v, want %d", tt.name, err, tt.want)
			}
		}
	})
}

func TestTodayIsWhereTheRecordIs(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		s := recordtest.New(t, db)
		for zone, want := range map[string]string{"Asia/Shanghai": "2026-03-10", "America/Bogota": "2026-03-09", "Mars/Base": "2026-03-09"} {
			customer := s.Insert("customer", record.Row{"code": zone[:4], "name": zone, "time_zone": zone})
			saved := s.Must(s.System(), "order", record.Row{"customer_id": customer})
			if saved["ordered_on"] != want {
				t.Errorf("in %s it is %v, want %s", zone, saved["ordered_on"], want)
			}
		}
	})
}

func TestARecordWithoutAZoneLeavesThatOfAWeakerLevel(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *recordtest.Shop, tx *store.Tx) {
		shanghai, err := s.Records.Save(ctx, tx, s.System(), "customer", record.Row{"code": "SH", "name": "Shanghai", "time_zone": "Asia/Shanghai"})
		if err != nil {
			t.Fatal(err)
		}
		release := *s.Release
		release.Levels = append(slices.Clone(release.Levels), meta.SettingLevel{Key: "item", Field: "item_id"})
		now, err := s.Settings.Now(ctx, tx, &release, record.Row{"customer_id": shanghai["id"], "item_id": int64(999)})
		if day := now.Format(time.DateOnly); err != nil || day != "2026-03-10" {
			t.Errorf("it is %s there, %v", day, err)
		}
	})
}
