package main

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
	"github.com/wareloom/wareloom/tests/world"
)

// TestOneDay plays a short day of orders by eight devices and verifies the stock.
func TestOneDay(t *testing.T) {
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
		device, err := client.Login(ctx, web.URL, "admin", apptest.Password)
		if err != nil {
			t.Fatal(err)
		}
		played := newPlayer(device, day, 8)
		if err := played.play(ctx); err != nil {
			t.Fatal(err)
		}
		if played.shipped == 0 || played.shipped+played.short < len(day.Orders) || played.returned != played.cancelled {
			t.Errorf("of %d orders %d shipped, %d wait; %d of %d lines came back", len(day.Orders), played.shipped, played.short, played.returned, played.cancelled)
		}
		if len(played.left) > 0 {
			t.Errorf("orders wait for goods that lie free: %v", played.left)
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
