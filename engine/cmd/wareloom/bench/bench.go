// Package bench plays the devices of a workstation of the demo: a label printer whose labels
// lie in a tray as pictures, a scale, and the agent that serves both. They are reached as real
// ones are, so that what is seen of them is what a warehouse would see.
package bench

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"

	"github.com/wareloom/wareloom/engine/agent"
	"github.com/wareloom/wareloom/engine/agent/printer"
	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/agent/simulate"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
)

// Bench is a workstation of the demo.
type Bench struct {
	App    *app.App
	Server string // address, as https://host:port
	Folder string // of what it prints and of its agent
	Log    *slog.Logger

	Printer, Scale string // addresses at which the devices listen, host:port; the same at each start
}

// How long a label takes, and how long the scale moves.
const (
	takes   = 300 * time.Millisecond
	settles = 400 * time.Millisecond
)

// lies is what lies on the scale, in kg: nobody is there to put something else on it.
var lies = decimal.New(1250, -3)

// Tray is the folder of the labels that came out.
func (b Bench) Tray() string { return filepath.Join(b.Folder, "tray") }

// Play plays the devices until the context ends. The server has to listen.
func (b Bench) Play(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() error { return b.print(ctx) })
	all.Go(func() error { return b.weigh(ctx) })
	all.Go(func() error { return b.serve(ctx) })
	return all.Wait()
}

func (b Bench) print(ctx context.Context) error {
	labels, err := simulate.Listen(b.Printer, simulate.Options{Tray: b.Tray(), Counts: true, Takes: takes})
	if err != nil {
		return err
	}
	return labels.Run(ctx)
}

func (b Bench) weigh(ctx context.Context) error {
	plate, err := simulate.ListenScale(b.Scale, settles)
	if err != nil {
		return err
	}
	plate.Put(lies)
	return plate.Run(ctx)
}

// serve runs the agent of the devices, and has a workstation made of what it found.
func (b Bench) serve(ctx context.Context) error {
	folder := filepath.Join(b.Folder, "agent")
	id, err := b.identity(ctx, folder)
	if err != nil {
		return err
	}
	served, err := agent.New(agent.Config{
		Folder: folder, Log: b.Log,
		Printers: []printer.Line{{Address: "tcp://" + b.Printer, Name: "Labels", Language: "zpl"}},
		Scales:   []scale.Line{{Address: "tcp://" + b.Scale, Name: "Scale", Driver: "aandd"}},
	})
	if err != nil {
		return err
	}
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() error { return served.Run(ctx) })
	all.Go(func() error { return b.settle(ctx, id.Guid) })
	return all.Wait()
}

// identity is that of the agent as it was paired, or paired anew where the database does not
// know it.
func (b Bench) identity(ctx context.Context, folder string) (*agent.Identity, error) {
	id, err := agent.ReadIdentity(folder)
	if err == nil && b.knows(ctx, id) {
		return id, nil
	}
	if err := os.RemoveAll(folder); err != nil {
		return nil, fmt.Errorf("forget the agent of another database: %w", err)
	}
	code, err := b.code(ctx)
	if err != nil {
		return nil, err
	}
	return agent.Pair(ctx, folder, b.Server, code, "")
}
