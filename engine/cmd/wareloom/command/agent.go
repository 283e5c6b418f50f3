package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/agent"
	"github.com/wareloom/wareloom/engine/agent/printer"
	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/agent/simulate"
)

const agentUsage = "agent [--server URL --code CODE] [--folder FOLDER] [--printer [NAME=]ADDRESS]... [--scale [NAME=]ADDRESS]... | agent --simulate FOLDER [--addr ADDR] | agent --simulate-scale ADDR"

// agentFlags are what an agent is told.
type agentFlags struct {
	server, code, folder, authority string
	printers                        []printer.Line
	scales                          []scale.Line
	found                           bool
	playScale                       string

	tray, address string
	paper         int
	loses         float64
}

func readAgentFlags(args []string, errs io.Writer) (agentFlags, error) {
	f := agentFlags{folder: "./agent", address: "127.0.0.1:9100"}
	set := flag.NewFlagSet("agent", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&f.server, "server", "", "the server's address, to pair with; https://host:port")
	set.StringVar(&f.code, "code", "", "one-time code of System > Permission > Shared devices")
	set.StringVar(&f.folder, "folder", f.folder, "folder of the agent's journal; never copy or restore it")
	set.StringVar(&f.authority, "ca", "", "file of a certificate to trust, as serve --tls self makes one")
	set.BoolVar(&f.found, "find", true, "serve the printers that the machine itself knows, on USB and in CUPS")
	set.StringVar(&f.tray, "simulate", "", "play a label printer whose labels lie in this folder as pictures")
	set.StringVar(&f.address, "addr", f.address, "where the simulated printer listens")
	set.IntVar(&f.paper, "paper", 0, "labels until the simulated printer runs out; 0 is never")
	set.Float64Var(&f.loses, "loses", 0, "share of the connections that the simulated printer loses")
	set.Func("printer", "a printer, as often as there are: [name=]tcp://host:9100, usb:///dev/usb/lp0, spool:///folder, cups://queue; ?language=tspl where it is not zpl", func(text string) error {
		line, err := printer.ReadLine(text)
		f.printers = append(f.printers, line)
		return err
	})
	set.Func("scale", "a scale, as often as there are: [name=]tcp://host:port?driver=toledo, serial:///dev/ttyUSB0?driver=aandd&baud=9600, hid:///dev/hidraw0; the drivers are "+strings.Join(scale.Drivers(), ", "), func(text string) error {
		line, err := scale.ReadLine(text)
		f.scales = append(f.scales, line)
		return err
	})
	set.StringVar(&f.playScale, "simulate-scale", "", "play a scale (driver aandd) at this address; a line of input is the kg put on it, \"off\" a dead scale")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	return f, none(set.Args(), "agent")
}

// runAgent prints what the server has for the printers of this machine.
func runAgent(ctx context.Context, args []string, out, errs io.Writer) error {
	f, err := readAgentFlags(args, errs)
	if err != nil {
		return err
	}
	if f.tray != "" {
		return simulatePrinter(ctx, f, out)
	}
	if f.playScale != "" {
		return simulateScale(ctx, f, out)
	}
	if f.folder, err = filepath.Abs(f.folder); err != nil {
		return err
	}
	if f.code != "" {
		id, err := agent.Pair(ctx, f.folder, f.server, f.code, f.authority)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "Paired with %s as %s\n", id.Server, id.Name)
	}
	if f.found {
		f.printers = append(f.printers, printer.Find(ctx)...)
	}
	if len(f.printers)+len(f.scales) == 0 {
		return fmt.Errorf("no printer or scale is known; name one by --printer, as --printer tcp://192.168.1.50:9100")
	}
	a, err := agent.New(agent.Config{Folder: f.folder, Authority: f.authority, Printers: f.printers, Scales: f.scales, Log: slog.New(slog.NewTextHandler(errs, nil))})
	if err != nil {
		return err
	}
	for _, line := range f.printers {
		fmt.Fprintf(out, "Serves %s (%s, %s)\n", line.Name, line.Address, line.Language)
	}
	for _, line := range f.scales {
		fmt.Fprintf(out, "Reads %s (%s, %s)\n", line.Name, line.Address, line.Driver)
	}
	return a.Run(ctx)
}

// takes is how long a simulated printer needs for a label.
const takes = 300 * time.Millisecond

func simulatePrinter(ctx context.Context, f agentFlags, out io.Writer) error {
	p, err := simulate.Listen(f.address, simulate.Options{
		Tray: f.tray, Paper: f.paper, Counts: true, Loses: f.loses, Takes: takes,
		Printed: func(name string) { fmt.Fprintln(out, "printed", name) },
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "A label printer at %s; its labels lie in %s\n", p.Address(), f.tray)
	return p.Run(ctx)
}

// settles is how long a simulated scale moves.
const settles = 400 * time.Millisecond

func simulateScale(ctx context.Context, f agentFlags, out io.Writer) error {
	s, err := simulate.ListenScale(f.playScale, settles)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "A scale at %s; write the kg that lie on it\n", s.Address())
	go s.Obey(os.Stdin)
	return s.Run(ctx)
}
