package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	size := big
	handwritten := flag.Bool("handwritten", false, "be the server written by hand")
	address := flag.String("addr", "127.0.0.1:18521", "where the server written by hand listens")
	file := flag.String("db", "", "its database")
	binary := flag.String("wareloom", "bin/wareloom", "the command that is measured")
	rounds := flag.Int("rounds", 5, "rounds of each operation")
	requests := flag.Int("requests", 1500, "requests of each server in a round")
	only := flag.String("only", "", "the one operation to measure; empty for all")
	flag.IntVar(&size.moves, "moves", size.moves, "rows of the ledger")
	flag.Parse()
	run := func() error { return bench(context.Background(), *binary, *only, size, *rounds, *requests) }
	if *handwritten {
		run = func() error { return serveByHand(*file, *address) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// figure is the processor time of a request, in microseconds.
type figure struct {
	Engine float64 `json:"engine_us"`
	Hand   float64 `json:"hand_us"`
	Ratio  float64 `json:"ratio"`
}

func bench(ctx context.Context, binary, only string, s size, rounds, requests int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	pair, err := startPair(ctx, binary, self, s)
	if err != nil {
		return err
	}
	defer pair.stop() //nolint:errcheck // the figures are out by then
	if err := pair.compare(ctx, s); err != nil {
		return err
	}
	figures := map[string]figure{}
	for _, o := range operations(s) {
		if only != "" && o.name != only {
			continue
		}
		if figures[o.name], err = pair.measure(ctx, o, rounds, requests); err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"moves": s.moves, "products": s.products, "positions": s.positions, "rounds": rounds, "requests": requests, "figures": figures,
	})
}

// measure lets the two servers take turns and gives the medians of the rounds;
// the first round warms up and does not count.
func (p *pair) measure(ctx context.Context, o operation, rounds, requests int) (figure, error) {
	var engine, hand, ratio []float64
	for round := range rounds + 1 {
		ours, err := p.engine.cost(ctx, o, round*requests, requests)
		if err != nil {
			return figure{}, err
		}
		theirs, err := p.hand.cost(ctx, o, round*requests, requests)
		if err != nil {
			return figure{}, err
		}
		if round > 0 {
			engine, hand, ratio = append(engine, ours), append(hand, theirs), append(ratio, ours/theirs)
		}
	}
	return figure{Engine: median(engine), Hand: median(hand), Ratio: median(ratio)}, nil
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
