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
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// Prover runs tests.
type Prover struct {
	DB        *store.DB
	Records   *record.Records
	Documents *document.Documents
	Stations  *station.Service
	// Person gives the rights of a user as he is in the transaction.
	Person func(ctx context.Context, tx *store.Tx, release *catalog.Release, user int64) (*access.Rights, error)
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
		row, err := r.row(ctx, given.Row)
		if err != nil {
			return err
		}
		saved, err := r.Records.Save(ctx, r.tx, r.rights, given.Table, row)
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

// row is a row in which given records are named by their ids, and fields of them stand
// for their values.
func (r *running) row(ctx context.Context, said map[string]any) (record.Row, error) {
	row := maps.Clone(said)
	for name, value := range row {
		made, err := r.value(ctx, value)
		if err != nil {
			return nil, err
		}
		row[name] = made
	}
	return row, nil
}

func (r *running) value(ctx context.Context, said any) (any, error) {
	switch said := said.(type) {
	case []any:
		list := make([]any, len(said))
		for i, one := range said {
			made, err := r.value(ctx, one)
			if err != nil {
				return nil, err
			}
			list[i] = made
		}
		return list, nil
	case map[string]any:
		name, ok := said[meta.GivenKey].(string)
		field, ofField := said[meta.FieldKey].(string)
		switch {
		case ok && ofField && len(said) == 2:
			return r.field(ctx, name, field)
		case ok && len(said) == 1:
			return r.known[name], nil
		}
		row, err := r.row(ctx, said)
		return row, err
	}
	return said, nil
}

// field is what a given record has in a field by now.
func (r *running) field(ctx context.Context, name, field string) (any, error) {
	given := r.test.Meta.Of(name)
	if given == nil {
		return nil, fault.New(fault.Invalid, "test.no_given", "name", name)
	}
	row, err := r.Records.Get(ctx, r.tx, r.rights, given.Table, r.known[name], false)
	return row[field], err
}

// by gives the rights of who does a step.
func (r *running) by(ctx context.Context, who string) (*access.Rights, error) {
	if who == "" {
		return r.rights, nil
	}
	return r.Person(ctx, r.tx, r.rights.Release(), r.known[who])
}

// do takes an action, saves, or works at a station. What is refused as it must be is
// undone.
func (r *running) do(ctx context.Context, doing meta.Doing) error {
	err := r.tx.Savepoint(ctx, func(ctx context.Context) error { return r.carryOut(ctx, doing) })
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

func (r *running) carryOut(ctx context.Context, doing meta.Doing) error {
	rights, err := r.by(ctx, doing.As)
	if err != nil {
		return err
	}
	params, err := r.row(ctx, doing.Params)
	if err != nil {
		return err
	}
	if doing.Station != "" {
		return r.play(ctx, rights, doing, params)
	}
	table, id := r.test.Meta.Of(doing.Of).Table, r.known[doing.Of]
	if doing.Act != "" {
		_, err := r.Documents.ActIn(ctx, r.tx, rights, table, doing.Act, id, params)
		return err
	}
	row, err := r.row(ctx, doing.Set)
	if err != nil {
		return err
	}
	row["id"] = id
	_, err = r.Records.Save(ctx, r.tx, rights, table, row)
	return err
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
		match, err := r.row(ctx, outcome.Match)
		if err != nil {
			return err
		}
		found, err := r.Records.Find(ctx, r.tx, r.rights, outcome.Table, record.Where{Match: match})
		if err == nil && len(found) != outcome.Count {
			err = fault.New(fault.Conflict, "test.other_count", "n", len(found), "count", outcome.Count)
		}
		return err
	}
	row, lines, err := r.whole(ctx, outcome.Of)
	if err != nil {
		return err
	}
	of, err := r.rights.Release().Table(r.test.Meta.Of(outcome.Of).Table)
	if err != nil {
		return err
	}
	about := setting.With(ctx, setting.Scope{Tx: r.tx, Release: r.rights.Release(), Record: row})
	holds, err := must.Holds(about, r.Records.Scope(r.tx, r.rights, of, row, lines))
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
