package release

import (
	"context"
	"errors"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/uses"
	"github.com/wareloom/wareloom/engine/release/impact"
	"github.com/wareloom/wareloom/engine/release/proof"
)

// Preview is what publishing a site's files would do. With problems there is nothing
// more.
type Preview struct {
	Problems meta.Problems
	Plan     ddl.Plan // of the product's own tables
	Tests    []proof.Result
	Impact   *impact.Impact // nil: what is in force is not sound any more, so that nothing can be weighed
}

// Preview tells what publishing a site's files would do.
func (r *Releases) Preview(ctx context.Context, files Folder) (*Preview, error) {
	problems, err := r.Check(files)
	made := &Preview{Problems: problems, Plan: ddl.Plan{}}
	if err != nil || len(problems) > 0 {
		return made, err
	}
	there, newest, err := r.read(ctx, nil)
	if err != nil {
		return nil, err
	}
	d, err := r.draft(files, newest)
	if err != nil {
		return nil, err
	}
	plan, err := r.Plan(ctx, d)
	if err != nil {
		return nil, err
	}
	unread, err := r.unread(ctx, d)
	if err != nil {
		return nil, err
	}
	made.Plan = append(append(made.Plan, unread...), said(plan, d.Release)...)
	if made.Tests, err = r.prove(ctx, files, d.Release); err != nil || r.Weigher == nil {
		return made, err
	}
	made.Impact, err = r.weigh(ctx, there, newest, d)
	return made, err
}

// weigh tells what a draft would do to those who work under a release; nil where that
// release is not sound with this program.
func (r *Releases) weigh(ctx context.Context, there Folder, newest Release, d *Draft) (*impact.Impact, error) {
	before, err := r.inForce(there, newest)
	var problems meta.Problems
	if errors.As(err, &problems) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return r.Weigher.Weigh(ctx, before, d.Release, r.names(there))
}

// inForce is the newest release, compiled.
func (r *Releases) inForce(there Folder, newest Release) (*catalog.Release, error) {
	if current := r.Catalog.Current(); current != nil && current.Number == newest.Number && !r.LeavesOut() {
		return current, nil
	}
	d, err := r.draft(there, newest)
	if err != nil {
		return nil, err
	}
	return d.Release, nil
}

// names tells where something is named under a site's files, which it reads once it is
// asked.
func (r *Releases) names(there Folder) impact.Names {
	var found map[uses.Named][]uses.Place
	var titles map[Named]meta.Text
	return func(kind, key, field string) (places []impact.Place, err error) {
		if found == nil {
			objects, named, err := r.trees(there)
			if err != nil {
				return nil, err
			}
			found, titles = uses.Find(objects, r.Shapes), named
		}
		for _, place := range found[uses.Named{Kind: kind, Key: key, Field: field}] {
			places = append(places, impact.Place{Kind: place.Kind, Key: place.Key, Path: place.Path, Title: titles[Named{place.Kind, place.Key}]})
		}
		return places, nil
	}
}
