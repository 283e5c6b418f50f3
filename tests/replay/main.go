// Command replay plays a month of real orders through the HTTP API of a running
// server, as devices would: products in, stock received and shelved at stations,
// orders in, audited, allocated, waved, picked, verified and sent by many workers
// at once, and cancellations returned. It prints a line of JSON a month.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/wareloom/wareloom/tests/client"
)

// report is the line that replay prints of a month.
type report struct {
	Orders    int                       `json:"orders"`
	Lines     int                       `json:"lines"`
	Shipped   int                       `json:"shipped"`
	Short     int                       `json:"short"`
	LeftOut   int                       `json:"short_with_stock"`
	Cancelled int                       `json:"cancelled_lines"`
	Returned  int                       `json:"returned_lines"`
	Handed    map[string]int            `json:"handed_out,omitempty"`
	Counted   int64                     `json:"counted_positions,omitempty"`
	Desk      *deskFigures              `json:"desk,omitempty"`
	Busy      int64                     `json:"came_again,omitempty"`
	Rejected  map[string]int            `json:"rejected_rows"`
	Calls     int                       `json:"calls"`
	Seconds   float64                   `json:"seconds"`
	Workers   int                       `json:"workers"`
	PerCall   map[string]client.Figures `json:"ms"`
	Bytes     int64                     `json:"bytes_per_order,omitempty"`
	Broken    *int                      `json:"invariants_broken,omitempty"`
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	csv := flag.String("csv", "../shared/data/retail/online-retail-2010-12.csv.gz", "file of orders")
	url := flag.String("url", "http://127.0.0.1:8080", "address of the server")
	account := flag.String("account", "admin", "account")
	password := flag.String("password", "wareloom", "password")
	workers := flag.Int("workers", 16, "devices at work at once")
	days := flag.Int("days", 0, "days of the month; 0: all")
	months := flag.Int("months", 1, "how often the month is played, each on what the one before left")
	after := flag.Int("after", 0, "months that were played on this database before")
	board := flag.Bool("board", false, "a lead gives all work out on the board, and the exceptions desk is proven on the way")
	verify := flag.String("verify", "", "command that proves the invariants, as 'bin/wareloom verify --json --dsn ...'")
	size := flag.String("size", "", "file whose size is told per order")
	flag.Parse()

	m, err := readMonth(*csv, *days)
	if err != nil {
		return err
	}
	for nth := range *months {
		r, err := newPlayer(*url, m.again(*after+nth), *workers, *board).playAs(ctx, *account, *password)
		if err != nil {
			return fmt.Errorf("month %d: %w", *after+nth+1, err)
		}
		if info, err := os.Stat(*size); err == nil && r.Orders > 0 {
			r.Bytes = info.Size() / int64(r.Orders*(*after+nth+1))
		}
		if *verify != "" && nth == *months-1 {
			if r.Broken, err = broken(ctx, *verify); err != nil {
				return err
			}
		}
		if err := r.tell(os.Stdout); err != nil {
			return err
		}
	}
	return nil
}

// playAs plays the month as a person that signs in for it.
func (p *player) playAs(ctx context.Context, account, password string) (*report, error) {
	var err error
	if p.Client, err = client.Login(ctx, p.url, account, password); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := p.play(ctx); err != nil {
		return nil, err
	}
	return p.report(time.Since(began)), nil
}

// tell prints the line, and is an error where the desk was wrong.
func (r *report) tell(out io.Writer) error {
	if err := json.NewEncoder(out).Encode(r); err != nil {
		return err
	}
	if r.Desk != nil && len(r.Desk.Elsewhere)+len(r.Desk.Untrue) > 0 {
		return fmt.Errorf("%d orders neither move nor are on the desk, %d reasons are not true", len(r.Desk.Elsewhere), len(r.Desk.Untrue))
	}
	return nil
}

// broken runs verify and counts the invariants that do not hold.
func broken(ctx context.Context, command string) (*int, error) {
	parts := strings.Fields(command)
	text, err := exec.CommandContext(ctx, parts[0], parts[1:]...).Output() // the person who calls replay gives the command
	var proof struct {
		Invariants []struct {
			Key string
			OK  bool
		}
	}
	if jsonErr := json.Unmarshal(text, &proof); jsonErr != nil {
		return nil, fmt.Errorf("verify: %w: %s", err, text)
	}
	count := 0
	for _, one := range proof.Invariants {
		if !one.OK {
			count++
			fmt.Fprintln(os.Stderr, "broken:", one.Key)
		}
	}
	return &count, nil
}
