package main

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// TestTwoDays plays a short day of orders by eight devices, and once more on what it left, and
// verifies the stock.
func TestTwoDays(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go server.Run(ctx)
		web := httptest.NewServer(server.Handler())
		defer web.Close()
		day, err := readMonth("testdata/day.csv", 0)
		if err != nil {
			t.Fatal(err)
		}
		for nth := range 2 {
			playDay(t, newPlayer(web.URL, day.again(nth), 8, false))
		}
		report, err := server.Verify(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range report.Invariants {
			if !one.OK {
				t.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
			}
		}
	})
}

func playDay(t *testing.T, played *player) {
	t.Helper()
	if _, err := played.playAs(t.Context(), "admin", apptest.Password); err != nil {
		t.Fatal(err)
	}
	if orders := len(played.month.Orders); played.shipped == 0 || played.shipped+played.short < orders || played.returned != played.cancelled {
		t.Errorf("of %d orders %d shipped, %d wait; %d of %d lines came back", orders, played.shipped, played.short, played.returned, played.cancelled)
	}
	if len(played.left) > 0 {
		t.Errorf("orders wait for goods that lie free: %v", played.left)
	}
}
