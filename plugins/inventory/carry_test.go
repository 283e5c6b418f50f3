package inventory_test

import (
	"context"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// TestMonthsOpenWithWhatLies adds up days of several months: each month opens with what lay
// there, one that nothing happened in too, but goods that are gone have no line. A day that
// is written late changes the months behind it.
func TestMonthsOpenWithWhatLies(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		stays := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "STAYS", nil))
		gone := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "GONE", nil))
		year := time.Now().Year() + 1
		noon := func(month time.Month, day int) { w.Clock.Put(time.Date(year, month, day, 12, 0, 0, 0, time.UTC)) }

		noon(time.March, 30)
		w.Receive(t, stays, "A-01", 5)
		w.Receive(t, gone, "A-01", 2)
		ship(t, w, gone, 2)
		noon(time.April, 2)
		world.AddUpDays(t, w.Server, 1)
		if got := opened(t, w); len(got) != 0 {
			t.Errorf("on the second of the month it is open: %v", got)
		}
		noon(time.June, 3)
		world.AddUpDays(t, w.Server, 1)
		sameMonths(t, opened(t, w), map[time.Month]int64{time.April: 5000, time.May: 5000, time.June: 5000})
		if n := lines(t, w); n != 3 {
			t.Errorf("three months open with %d lines, want one each", n)
		}

		noon(time.March, 30)
		w.Receive(t, stays, "A-01", 3)
		noon(time.June, 4)
		world.AddUpDays(t, w.Server, 1)
		sameMonths(t, opened(t, w), map[time.Month]int64{time.April: 8000, time.May: 8000, time.June: 8000})
	})
}

// TestBalancesOfEarlierVersions takes balance and month from the days, as they were before
// they had them: the mend gives both.
func TestBalancesOfEarlierVersions(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		w.Receive(t, world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P", nil)), "A-01", 5)
		world.AddUpDays(t, w.Server, 1)
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			for _, left := range []string{"UPDATE stock_day SET balance = NULL, month = NULL", "DELETE FROM app_done WHERE key LIKE 'mend %'"} {
				if _, err := data.SQL().Exec(ctx, left); err != nil {
					return err
				}
			}
			return nil
		})
		p, err := product.Wareloom()
		if err != nil {
			t.Fatal(err)
		}
		apptest.StartProduct(t, dsn, p)
		var days []struct {
			Balance int64
			Opened  bool
		}
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Select(ctx, &days, "SELECT balance, substr(CAST(month AS text), 1, 8) = substr(CAST(day AS text), 1, 8) AS opened FROM stock_day")
		})
		if len(days) != 1 || days[0].Balance != 5000 || !days[0].Opened {
			t.Errorf("mended days are %+v", days)
		}
	})
}

// ship takes goods out of A-01.
func ship(t *testing.T, w *world.World, g contract.Goods, qty int64) {
	t.Helper()
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		customer, err := w.Stock.VirtualPosition(ctx, data, w.Warehouse, contract.UseCustomer)
		if err != nil {
			return err
		}
		_, err = w.Stock.Post(ctx, data, []contract.Move{{
			Code: contract.Ship, Goods: g, Qty: decimal.NewFromInt(qty),
			From: contract.Place{PositionID: w.Places["A-01"]}, To: contract.Place{PositionID: customer},
		}})
		return err
	})
}

// lines counts those that open a month.
func lines(t *testing.T, w *world.World) (n int) {
	t.Helper()
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &n, "SELECT COUNT(*) FROM stock_day WHERE carried = ?", true)
	})
	return n
}

func opened(t *testing.T, w *world.World) map[time.Month]int64 {
	t.Helper()
	var lines []struct {
		Month   string
		Balance int64
	}
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &lines, "SELECT month, balance FROM stock_day WHERE carried = ?", true)
	})
	months := map[time.Month]int64{}
	for _, line := range lines {
		day, err := time.Parse(time.DateOnly, line.Month)
		if err != nil {
			t.Fatal(err)
		}
		months[day.Month()] += line.Balance
	}
	return months
}

func sameMonths(t *testing.T, got, want map[time.Month]int64) {
	t.Helper()
	for month := range time.December {
		if got[month+1] != want[month+1] {
			t.Errorf("%s opens with %d, want %d", month+1, got[month+1], want[month+1])
		}
	}
}
