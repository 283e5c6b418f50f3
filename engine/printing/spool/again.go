package spool

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/store"
)

// ReleaseOf is the release whose template draws a print: the one that drew so many records
// before, if it drew them all, and else the one in force. A print of paper that came out
// differently has no common look, and neither has one of some that are new.
func ReleaseOf(before []Printed, records int, inForce int64) int64 {
	if len(before) == 0 || len(before) < records {
		return inForce
	}
	for _, p := range before {
		if p.Release != before[0].Release {
			return inForce
		}
	}
	return before[0].Release
}

// Again gives somebody's rights under the release whose template draws records, as Print
// does it: what is seen before a print is what comes out.
//
// The faults of Log.
func (s *Spool) Again(ctx context.Context, rights *access.Rights, template string, ids []int64) (again *access.Rights, err error) {
	if rights.Release() != s.Release() { // as who designs tries out a draft
		return rights, nil
	}
	var before []Printed
	err = s.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		before, err = s.Log(ctx, tx, rights, template, ids)
		return err
	})
	if err != nil {
		return nil, err
	}
	release, err := s.Past(ctx, template, ReleaseOf(before, len(unique(ids)), rights.Release().Number))
	if err != nil {
		return nil, fmt.Errorf("read %s of an earlier release: %w", template, err)
	}
	if release == rights.Release() {
		return rights, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		again, err = s.Access.For(ctx, tx, release, rights.Actor())
		return err
	})
	return again, err
}
