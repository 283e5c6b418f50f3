package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// run says what is measured, and how often.
type run struct {
	size
	binary, only     string
	kinds            string
	rounds, requests int
}

func main() {
	r := run{size: big}
	handwritten := flag.Bool("handwritten", false, "be the server written by hand")
	address := flag.String("addr", "127.0.0.1:18521", "where the server written by hand listens")
	dsn := flag.String("db", "", "its database")
	flag.StringVar(&r.binary, "wareloom", "bin/wareloom", "the command that is measured")
	flag.StringVar(&r.kinds, "on", "sqlite,postgres", "the databases to measure on")
	flag.IntVar(&r.rounds, "rounds", 5, "rounds of each operation")
	flag.IntVar(&r.requests, "requests", 1500, "requests of each server in a round")
	flag.StringVar(&r.only, "only", "", "the one operation to measure; empty for all")
	flag.IntVar(&r.moves, "moves", r.moves, "rows of the ledger")
	flag.IntVar(&r.quants, "quants", r.quants, "rows of stock")
	flag.Parse()
	do := func() error { return r.bench(context.Background(), os.Stdout) }
	if *handwritten {
		do = func() error { return serveByHand(*dsn, *address) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench prints a table as the README shows it.
func (r run) bench(ctx context.Context, out io.Writer) error {
	fmt.Fprintf(out, "%d ledger rows, %d rows of stock, %d products, %d positions; %d rounds of %d requests; ms of processor time a request, medians\n\n",
		r.moves, r.quants, r.products, r.positions, r.rounds, r.requests)
	fmt.Fprint(out, "| | | engine | by hand | ratio | least | most |\n|---|---|--:|--:|--:|--:|--:|\n")
	for kind := range strings.SplitSeq(r.kinds, ",") {
		if err := r.benchOn(ctx, kind, out); err != nil {
			return err
		}
	}
	return nil
}

func (r run) benchOn(ctx context.Context, kind string, out io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	pair, err := startPair(ctx, kind, r.binary, self, r.size)
	if err != nil {
		return err
	}
	defer pair.stop() //nolint:errcheck // the figures are out by then
	if err := pair.compare(ctx, r.size); err != nil {
		return err
	}
	for _, o := range operations(r.size) {
		if r.only != "" && o.name != r.only {
			continue
		}
		f, err := pair.measure(ctx, o, r.rounds, r.requests)
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		fmt.Fprintf(out, "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f |\n", kind, o.title, f.engine, f.hand, f.ratio, f.least, f.most)
	}
	return nil
}

// figure is the processor time of a request in milliseconds, medians of the rounds,
// and what the one is of the other.
type figure struct{ engine, hand, ratio, least, most float64 }

// measure lets the two servers take turns; the first round warms up and does not count.
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
		if round == 0 {
			if err := p.settle(ctx); err != nil {
				return figure{}, err
			}
			continue
		}
		engine, hand, ratio = append(engine, ours), append(hand, theirs), append(ratio, ours/theirs)
	}
	return figure{median(engine), median(hand), median(ratio), slices.Min(ratio), slices.Max(ratio)}, nil
}

// settle does what a database that lives does within a minute: tables that were empty when
// their first statements were planned are known to have grown. Until then PostgreSQL reads
// them whole for a row by its number.
func (p *pair) settle(ctx context.Context) error {
	for _, name := range []string{ours, theirs} {
		db, err := p.ground.open(name)
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, "analyze")
		if err := errors.Join(err, db.Close()); err != nil {
			return err
		}
	}
	return nil
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
