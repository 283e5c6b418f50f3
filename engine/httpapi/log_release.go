package httpapi

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// releasesLogged lists releases as entries of the log.
func releasesLogged(ctx context.Context, tx *store.Tx, ask logAsk) ([]map[string]any, int64, error) {
	found, err := release.History(ctx, tx, release.MostListed)
	found = slices.DeleteFunc(found, func(r release.Release) bool { return !ask.takes(r) })
	next := int64(0)
	if len(found) > logSize {
		found, next = found[:logSize], found[logSize-1].Number
	}
	rows := make([]map[string]any, len(found))
	for i, r := range found {
		rows[i] = map[string]any{
			"id": r.Number, "at": rfc3339(r.At), "user": "", "account": r.Author, "address": "", "door": strconv.FormatInt(r.Number, 10),
			"ok": true, "words": "", "detail": r.Note,
		}
	}
	return rows, next, err
}

// takes reports whether a release is asked for.
func (a logAsk) takes(r release.Release) bool {
	said := strings.ToLower(r.Author + "\n" + r.Note)
	return strings.Contains(said, strings.ToLower(a.Search)) && (a.Before == 0 || r.Number < a.Before) &&
		(a.From.IsZero() || r.At >= a.From.UnixMilli()) && (a.To.IsZero() || r.At < a.To.UnixMilli())
}
