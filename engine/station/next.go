package station

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// onward works out where the work goes on from what the flow knows, as far as the
// person may go there.
func (v *Service) onward(ctx context.Context, rights *access.Rights, s *Session, facts record.Row) ([]ScreenNext, error) {
	definition, ok := rights.Release().Stations[s.Station.Key]
	if facts == nil || !ok {
		return nil, nil
	}
	scope := expression.Scope{
		Vars:    map[string]any{"ctx": facts, "params": s.Params, "user": s.Actor.Values},
		Resolve: s.resolve,
	}
	var steps []ScreenNext
	for _, next := range definition.Next {
		entry := rights.Entry(next.Meta.Opens)
		if entry == nil {
			continue
		}
		carried, holds, err := next.Carry(ctx, scope)
		if err != nil {
			return nil, fmt.Errorf("work out the step %s of station %s: %w", next.Key, s.Station.Key, err)
		}
		if !holds {
			continue
		}
		label, err := s.called(ctx, next, carried.Record)
		if err != nil {
			return nil, err
		}
		route, err := carried.Address(entry.Route)
		if err != nil {
			return nil, err
		}
		words := strings.ReplaceAll(next.Meta.Title.In(s.Actor.Language), "{label}", label)
		steps = append(steps, ScreenNext{Label: words, Route: route, Shows: next.Shows() != ""})
	}
	return steps, nil
}

// resolve implements expression.Resolver.
func (s *Session) resolve(ctx context.Context, table string, id int64) (map[string]any, error) {
	row, err := s.Data.Get(ctx, table, id)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	return row, err
}

// called is what people call the record that a step opens; "" for none.
func (s *Session) called(ctx context.Context, next *catalog.Next, id int64) (string, error) {
	if next.Shows() == "" {
		return "", nil
	}
	return s.nameOf(ctx, About{next.Shows(), id})
}
