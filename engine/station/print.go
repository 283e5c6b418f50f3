package station

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
)

// ScreenPrint is a record of the task that the person may print: the preview of paper
// offers the templates.
type ScreenPrint struct {
	Table string `json:"table"`
	ID    int64  `json:"id"`
	Label string `json:"label"`
}

// prints are the records of a task that the person may print, each once: what it is about,
// and what the flow knows when a part of it has ended.
func (v *Service) prints(ctx context.Context, rights *access.Rights, s *Session, view View) ([]ScreenPrint, error) {
	about := []About{view.About}
	if definition, ok := rights.Release().Stations[s.Station.Key]; ok {
		about = append(about, known(definition, view.Facts)...)
	}
	var all []ScreenPrint
	for i, a := range about {
		if slices.Contains(about[:i], a) {
			continue
		}
		table, ok := rights.Release().Tables[a.Table]
		if !ok || a.ID == 0 || len(rights.Release().PrintsOf(a.Table)) == 0 || !rights.Can(table.Right(meta.PrintVerb)) {
			continue
		}
		name, err := s.nameOf(ctx, a)
		if err != nil {
			return nil, err
		}
		if name != "" {
			all = append(all, ScreenPrint{a.Table, a.ID, name})
		}
	}
	return all, nil
}

// known are the records that facts name.
func known(definition *catalog.Station, facts record.Row) (all []About) {
	for _, f := range definition.Facts {
		if id := record.Int(facts, f.Key); f.To != nil && id != 0 {
			all = append(all, About{f.To.Key, id})
		}
	}
	return all
}
