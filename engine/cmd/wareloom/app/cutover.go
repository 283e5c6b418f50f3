package app

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/cutover"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Cutover tells what keeps the house from going live, and which invariants do not hold.
func (a *App) Cutover(ctx context.Context, language string) (report cutover.Report, err error) {
	model := a.Catalog.Current().Model
	err = a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		report, err = cutover.Check(ctx, tx, model, a.plugins.Readiness, language)
		return err
	})
	if err != nil {
		return report, err
	}
	proven, err := a.Verify(ctx)
	if err != nil {
		return report, err
	}
	texts := httpapi.NewTexts(a.Catalog)
	for _, one := range proven.Invariants {
		if one.OK {
			continue
		}
		report.Add(cutover.Finding{
			Key: one.Key, Records: one.Breaches, Remedy: texts.Word(language, "cutover.broken_remedy", nil),
			Sentence: texts.Word(language, "cutover.broken", fault.Params{"what": statementOf(model, one.Key, language)}),
		})
	}
	return report, nil
}

// statementOf words an invariant; those of the server itself go by their keys.
func statementOf(model *meta.Model, key, language string) string {
	if offer, ok := model.Offer(meta.Invariants, key); ok {
		return offer.Title.In(language)
	}
	return key
}

// InForce has an app that looks at a database go by the release that is in force there.
func (a *App) InForce(ctx context.Context) error {
	there, err := a.Releases.Start(ctx, nil)
	if err != nil {
		return err
	}
	a.Catalog.Publish(there.Release)
	a.Access = access.New(a.log, a.changes)
	return nil
}
