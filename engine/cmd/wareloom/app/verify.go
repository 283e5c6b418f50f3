package app

import (
	"context"
	"fmt"
	"io"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// Report says which invariants hold.
type Report struct {
	OK         bool              `json:"ok"`
	Invariants []InvariantReport `json:"invariants"`
}

// InvariantReport is one invariant and the rows that break it.
type InvariantReport struct {
	Key      string          `json:"key"`
	OK       bool            `json:"ok"`
	Breaches []plugin.Breach `json:"breaches,omitempty"`
}

// Verify proves all invariants on one snapshot of the database.
func (a *App) Verify(ctx context.Context) (Report, error) {
	report := Report{OK: true, Invariants: []InvariantReport{}}
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		report = Report{OK: true, Invariants: []InvariantReport{}}
		for _, invariant := range a.plugins.Invariants {
			breaches, err := invariant.Check(ctx, tx)
			if err != nil {
				return fmt.Errorf("check %s: %w", invariant.Key, err)
			}
			one := InvariantReport{Key: invariant.Key, OK: len(breaches) == 0, Breaches: breaches}
			report.Invariants = append(report.Invariants, one)
			report.OK = report.OK && one.OK
		}
		return nil
	})
	return report, err
}

// Print writes the report for people.
func (r Report) Print(out io.Writer) error {
	for _, one := range r.Invariants {
		word := "ok"
		if !one.OK {
			word = fmt.Sprintf("BROKEN, %d rows", len(one.Breaches))
		}
		if _, err := fmt.Fprintf(out, "%-40s %s\n", one.Key, word); err != nil {
			return err
		}
		for _, b := range one.Breaches {
			if _, err := fmt.Fprintf(out, "    %d: %s\n", b.ID, b.Detail); err != nil {
				return err
			}
		}
	}
	return nil
}
