// Package proof runs the tests that metadata says: each in a transaction that is
// undone, on a database that nobody else uses.
package proof

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// Prover runs tests.
type Prover struct {
	DB        *store.DB
	Records   *record.Records
	Documents *document.Documents
}

// Result is what came of a test.
type Result struct {
	Key      string
	Title    meta.Text
	Required bool
	Step     string       // that failed, as when/audit; "" where it passed
	Fault    *fault.Fault // why
}

// Passed reports whether all of it held.
func (r Result) Passed() bool { return r.Fault == nil }

// Run runs the tests of a release in the order of their keys. The error is none of
// theirs.
func (p *Prover) Run(ctx context.Context, release *catalog.Release) ([]Result, error) {
	results := []Result{}
	for _, test := range meta.Sorted(release.Tests) {
		made := Result{Key: test.Meta.Key, Title: test.Meta.Title, Required: test.Meta.Required}
		err := p.DB.Rehearse(ctx, func(ctx context.Context, tx *store.Tx) error {
			one := &running{Prover: p, tx: tx, rights: access.System(release, "test"), test: test, known: map[string]int64{}}
			made.Step, made.Fault = "", nil
			if err := one.run(ctx); err != nil {
				bad, isFault := fault.As(err)
				if !isFault {
					return err
				}
				made.Step, made.Fault = one.step, bad
			}
			return nil
		})
		if bad, isFault := fault.As(err); isFault && made.Fault == nil && bad.Code != fault.Unavailable {
			made.Fault, err = bad, nil // of the database, at the end of the transaction
		}
		if err != nil && made.Fault == nil {
			return nil, fmt.Errorf("run test %s: %w", test.Meta.Key, err)
		}
		results = append(results, made)
	}
	return results, nil
}

// running is a test in its transaction.
type running struct {
	*Prover
	tx     *store.Tx
	rights *access.Rights
	test   *catalog.Test
	known  map[string]int64 // ids of the given records
	step   string
}

func (r *running) run(ctx context.Context) error {
	for _, given := range r.test.Meta.Given {
		r.step = "given/" + given.Key
		saved, err := r.Records.Save(ctx, r.tx, r.rights, given.Table, r.row(given.Row))
		if err != nil {
			return err
		}
		r.known[given.Key] = record.ID(saved)
	}
	for _, doing := range r.test.Meta.When {
		r.step = "when/" + doing.Key
		if err := r.do(ctx, doing); err != nil {
			return err
		}
	}
	for i, outcome := range r.test.Meta.Then {
		r.step = "then/" + outcome.Key
		if err := r.holds(ctx, outcome, r.test.Musts[i]); err != nil {
			return err
		}
	}
	return nil
}

// row is a row in which given records are named by their ids.
func (r *running) row(said map[string]any) record.Row {
	row := maps.Clone(said)
	for name, value := range row {
		row[name] = r.value(value)
	}
	return row
}

func (r *running) value(said any) any {
	switch said := said.(type) {
	case []any:
		list := make([]any, len(said))
		for i, one := range said {
			list[i] = r.value(one)
		}
		return list
	case map[string]any:
		if name, ok := said[meta.GivenKey].(string); ok && len(said) == 1 {
			return r.known[name]
		}
		return r.row(said)
	}
	return said
}

// do takes an action, or saves. What is refused as it must be is undone.
func (r *running) do(ctx context.Context, doing meta.Doing) error {
	table, id := r.test.Meta.Of(doing.Of).Table, r.known[doing.Of]
	err := r.tx.Savepoint(ctx, func(ctx context.Context) error {
		if doing.Act != "" {
			_, err := r.Documents.ActIn(ctx, r.tx, r.rights, table, doing.Act, id, r.row(doing.Params))
			return err
		}
		row := r.row(doing.Set)
		row["id"] = id
		_, err := r.Records.Save(ctx, r.tx, r.rights, table, row)
		return err
	})
	if doing.Refused == "" {
		return err
	}
	if err == nil {
		return fault.New(fault.Conflict, "test.not_refused", "refused", doing.Refused)
	}
	if bad, isFault := fault.As(err); !isFault || !says(bad, doing.Refused) {
		return err
	}
	return nil
}

// says reports whether a refusal is for a rule, at a field, or of a message.
func says(bad *fault.Fault, what string) bool {
	if bad.Rule == what || bad.Path == what || bad.Key == what {
		return true
	}
	return slices.ContainsFunc(bad.Errors, func(one *fault.Fault) bool { return says(one, what) })
}

// holds judges an outcome.
func (r *running) holds(ctx context.Context, outcome meta.Outcome, must *expression.Program) error {
	if must == nil {
		found, err := r.Records.Find(ctx, r.tx, r.rights, outcome.Table, record.Where{Match: r.row(outcome.Match)})
		if err == nil && len(found) != outcome.Count {
			err = fault.New(fault.Conflict, "test.other_count", "n", len(found), "count", outcome.Count)
		}
		return err
	}
	row, lines, err := r.whole(ctx, outcome.Of)
	if err != nil {
		return err
	}
	vars, resolve := r.Records.Scope(r.tx, r.rights, row, lines)
	about := setting.With(ctx, setting.Scope{Tx: r.tx, Release: r.rights.Release(), Record: row})
	holds, err := must.Holds(about, expression.Scope{Vars: vars, Resolve: resolve, Roll: access.Rolls(r.tx, r.rights.Release())})
	if err == nil && !holds {
		err = fault.New(fault.Conflict, "test.not_so", "must", string(outcome.Must))
	}
	return err
}

// whole reads a given record with its lines.
func (r *running) whole(ctx context.Context, name string) (record.Row, map[string][]record.Row, error) {
	given := r.test.Meta.Of(name)
	row, err := r.Records.Get(ctx, r.tx, r.rights, given.Table, r.known[name], false)
	lines := map[string][]record.Row{}
	if err != nil {
		return nil, nil, err
	}
	if of, ok := r.rights.Release().Document(given.Table); ok {
		for _, set := range of.Sets {
			found, err := r.Records.Lines(ctx, r.tx, r.rights, set, []int64{r.known[name]})
			if err != nil {
				return nil, nil, err
			}
			lines[set.Key] = found[r.known[name]]
		}
	}
	return row, lines, nil
}
