package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/wareloom/wareloom/tests/client"
)

const (
	ours      = "127.0.0.1:18520"
	theirs    = "127.0.0.1:18521"
	password  = "wareloom"
	readyWait = 60 * time.Second
)

// plan is what is measured.
type plan struct {
	binary                    string
	rows, products, positions int
	calls, rounds             int
}

func main() {
	p, serve := plan{}, ""
	flag.StringVar(&p.binary, "binary", "bin/wareloom", "the server to measure")
	flag.IntVar(&p.rows, "rows", 1_000_000, "ledger rows")
	flag.IntVar(&p.products, "products", 50_000, "products")
	flag.IntVar(&p.positions, "positions", 20_000, "positions")
	flag.IntVar(&p.calls, "calls", 600, "calls of each kind per round")
	flag.IntVar(&p.rounds, "rounds", 5, "rounds, of which the median counts")
	flag.StringVar(&serve, "handwritten", "", "be the hand-written server of this database")
	flag.Parse()
	run := func(ctx context.Context) error { return p.run(ctx) }
	if serve != "" {
		run = func(ctx context.Context) error { return handwritten(ctx, serve) }
	}
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run fills a database, starts both servers on it and prints the figures.
func (p plan) run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "wareloom-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	dsn := "sqlite:" + filepath.Join(folder, "w.db")
	first, err := start(ctx, folder, p.binary, ours, "serve", "--demo", "--addr", ours, "--dsn", dsn)
	if err != nil {
		return err
	}
	first.stop()
	known, err := p.fill(ctx, dsn)
	if err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	our, err := start(ctx, folder, p.binary, ours, "serve", "--demo", "--addr", ours, "--dsn", dsn)
	if err != nil {
		return err
	}
	defer our.stop()
	their, err := start(ctx, folder, self, theirs, "-handwritten", dsn)
	if err != nil {
		return err
	}
	defer their.stop()
	figures, err := p.measure(ctx, our, their, known)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(figures)
}

// figure is what one kind of call costs, in microseconds of CPU.
type figure struct {
	Ours        float64 `json:"ours"`
	Handwritten float64 `json:"handwritten"`
	Ratio       float64 `json:"ratio"`
}

// measure alternates the servers, round by round, and takes medians.
func (p plan) measure(ctx context.Context, our, their *server, k known) (map[string]figure, error) {
	clients := map[string]*client.Client{}
	for _, account := range []string{"admin", "lead"} {
		c, err := client.Login(ctx, "http://"+ours, account, password)
		if err != nil {
			return nil, err
		}
		clients[account] = c
	}
	figures := map[string]figure{}
	for _, kind := range kinds(k) {
		costs := map[*server][]float64{}
		caller := clients[kind.account]
		for round := range p.rounds + 1 {
			for s, base := range map[*server]string{our: ours, their: theirs} {
				cost, err := s.cost(p.calls, func(i int) error {
					path, body := kind.call(round*p.calls + i)
					if s == their {
						path += kind.variant
					}
					return caller.At("http://"+base).Call(ctx, kind.name, path, body, nil)
				})
				if err != nil {
					return nil, fmt.Errorf("%s at %s: %w", kind.name, base, err)
				}
				if round > 0 { // the first one warms up
					costs[s] = append(costs[s], cost)
				}
			}
		}
		a, b := median(costs[our]), median(costs[their])
		figures[kind.name] = figure{Ours: a, Handwritten: b, Ratio: float64(int(a/b*100)) / 100}
	}
	return figures, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// start runs a server and waits until it answers.
func start(ctx context.Context, folder, binary, address string, args ...string) (*server, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, path, args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "WARELOOM_DEMO_PASSWORD="+password)
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &server{command: command}
	if err := s.ready(address); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}
