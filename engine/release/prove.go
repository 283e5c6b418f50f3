package release

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/release/proof"
)

// proofs are what came of the tests under a site's files.
type proofs struct{ results []proof.Result }

// prove runs the tests of a draft that a site's files lead to, or gives what came of
// them lately: they read nothing else.
func (r *Releases) prove(ctx context.Context, files Folder, draft *catalog.Release) ([]proof.Result, error) {
	if r.Prove == nil || len(draft.Tests) == 0 {
		return []proof.Result{}, nil
	}
	ctx = context.WithoutCancel(ctx) // others may wait for it
	made, err := r.proofs.get(files.hash(), func() (*proofs, error) {
		site, err := files.FS()
		if err != nil {
			return nil, err
		}
		results, err := r.Prove(ctx, site)
		return &proofs{results}, err
	})
	if err != nil {
		return nil, err
	}
	return slices.Clone(made.results), nil
}

// Tests runs the tests under a change set, 0 is the release in force, or gives what came
// of them lately. The error names what is wrong with the set, where there is no release
// to be tested.
func (r *Releases) Tests(ctx context.Context, change int64) ([]proof.Result, error) {
	files, err := r.filesAt(ctx, change, 0)
	if err != nil {
		return nil, err
	}
	made, err := r.compiled(files)
	if err != nil {
		return nil, err
	}
	if len(made.problems) > 0 {
		return nil, slices.Clone(made.problems)
	}
	return r.prove(ctx, files, made.release)
}

// checkTests refuses a draft under which a test fails that must not: release.test_failed
// names them.
func (r *Releases) checkTests(ctx context.Context, files Folder, d *Draft) error {
	if !slices.ContainsFunc(slices.Collect(maps.Values(d.Release.Tests)), func(t *catalog.Test) bool { return t.Meta.Required }) {
		return nil
	}
	results, err := r.prove(ctx, files, d.Release)
	if err != nil {
		return err
	}
	var failed []meta.Text
	for _, result := range results {
		if result.Required && !result.Passed() {
			failed = append(failed, result.Title)
		}
	}
	if len(failed) > 0 {
		return fault.New(fault.Conflict, "release.test_failed", "n", len(failed), "tests", failed)
	}
	return nil
}
