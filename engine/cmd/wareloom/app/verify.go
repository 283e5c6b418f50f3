package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/record"
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

// Verify proves all invariants on one snapshot of the database, and before them what
// the database can say about itself.
func (a *App) Verify(ctx context.Context) (report Report, err error) {
	err = a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		damage, err := tx.Damage(ctx)
		if err != nil {
			return err
		}
		if report, err = a.VerifyIn(ctx, tx); err != nil && len(damage) == 0 {
			return err
		}
		report.add(InvariantReport{Key: "database.sound", Breaches: breachesOf(damage)})
		return report.addSeals(ctx, tx)
	})
	if err != nil {
		err = errors.Join(a.mustBeCurrent(ctx), err)
	}
	return report, err
}

// mustBeCurrent refuses a database that is of an earlier version, whose tables lack what this one
// asks them for.
func (a *App) mustBeCurrent(ctx context.Context) error {
	if pending, err := a.DB.Pending(ctx, ownTables()...); err != nil || len(pending) == 0 {
		return err
	}
	return errors.New("the database is of an earlier version: start this one on it once, or verify with the earlier one")
}

// addSeals tells which seals over the audit do not hold.
func (r *Report) addSeals(ctx context.Context, tx *store.Tx) error {
	seals, err := record.BrokenSeals(ctx, tx)
	if err != nil {
		return err
	}
	var breaches []plugin.Breach
	for _, s := range seals {
		breaches = append(breaches, plugin.Breach{ID: s.Number, Detail: s.Detail})
	}
	r.add(InvariantReport{Key: "record.sealed", Breaches: breaches})
	return nil
}

func breachesOf(texts []string) (all []plugin.Breach) {
	for _, text := range texts {
		all = append(all, plugin.Breach{Detail: text})
	}
	return all
}

func (r *Report) add(one InvariantReport) {
	one.OK = len(one.Breaches) == 0
	r.Invariants = append(r.Invariants, one)
	r.OK = r.OK && one.OK
}

// VerifyIn is Verify in a running transaction, of what it sees.
func (a *App) VerifyIn(ctx context.Context, tx *store.Tx) (Report, error) {
	report := Report{OK: true, Invariants: []InvariantReport{}}
	for _, invariant := range a.plugins.Invariants {
		breaches, err := invariant.Check(ctx, tx)
		if err != nil {
			return report, fmt.Errorf("check %s: %w", invariant.Key, err)
		}
		report.add(InvariantReport{Key: invariant.Key, Breaches: breaches})
	}
	return report, nil
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
