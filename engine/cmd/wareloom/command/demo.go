package command

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/bench"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/month"
)

// playMonth gives the demo a past, as make run asks for by WARELOOM_DEMO_MONTH=yes: who
// counts what --demo holds finds the seeds alone. A demo with less of a past is
// better than none.
func playMonth(ctx context.Context, a *app.App, clock *app.Clock, password string) {
	err := seedFolder(ctx, a, "month", password)
	if err == nil {
		err = month.Play(ctx, a, clock)
	}
	if err != nil {
		slog.Warn("the month of the demo was not played to its end", "why", err)
	}
}

// The devices of the demo listen where their kind usually does.
const (
	demoPrinter = "127.0.0.1:9100"
	demoScale   = "127.0.0.1:9101"
)

// playBench plays the devices of a workstation beside the demo, as make run asks for by
// WARELOOM_DEMO_BENCH=FOLDER, until what it gives is called. A demo without is better than
// none.
func playBench(ctx context.Context, a *app.App, c config, d door, out io.Writer) (end func()) {
	folder := os.Getenv(envPrefix + "DEMO_BENCH")
	if folder == "" || !c.Demo || d.tls {
		return func() {}
	}
	b := bench.Bench{App: a, Server: d.address, Folder: folder, Log: slog.Default(), Printer: demoPrinter, Scale: demoScale}
	fmt.Fprintf(out, "Scan %s to stand at a workstation with a scale and a printer, whose labels lie in %s.\n", bench.Code, b.Tray())
	ctx, stop := context.WithCancel(ctx)
	var playing sync.WaitGroup
	playing.Go(func() {
		if err := b.Play(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("the devices of the demo are not played to its end", "why", err)
		}
	})
	return func() {
		stop()
		playing.Wait()
	}
}
