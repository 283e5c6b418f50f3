package setting_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// TestWhatIsAskedAheadIsNotAskedAgain: a setting, and the zone where many records are.
func TestWhatIsAskedAheadIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		asked := 0
		s := recordtest.New(t, enginetest.Open(t, dsn, store.Options{Tap: func(string, []any) { asked++ }}))
		there := s.Insert("customer", record.Row{"code": "SH", "name": "Shanghai", "time_zone": "Asia/Shanghai"})
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			if err := save(ctx, s, tx, setting.Change{Key: "discount", Level: "customer", OwnerID: there, Value: 0.2}); err != nil {
				return err
			}
			order := record.Row{"customer_id": there}
			ahead := func() []store.Question {
				return s.Settings.Ahead(tx, s.Release, []string{"discount"}, []map[string]any{order, {"customer_id": there}, {}})
			}
			if n := len(ahead()); n != 2 {
				t.Errorf("%d questions, want one of the setting and one of the zone", n)
			}
			if err := tx.Ask(ctx, ahead()...); err != nil {
				return err
			}
			asked = 0
			discount, err := s.Settings.Value(ctx, tx, s.Release, "discount", order)
			if err != nil {
				return err
			}
			now, err := s.Settings.Now(ctx, tx, s.Release, order)
			if fmt.Sprint(discount) != "0.2" || now.Location().String() != "Asia/Shanghai" || asked != 0 || len(ahead()) != 0 {
				t.Errorf("%v at %s after %d questions more, and %d ahead", discount, now, asked, len(ahead()))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
