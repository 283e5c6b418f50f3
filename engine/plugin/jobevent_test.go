package plugin_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// TestADifferenceIsWritten: nothing is written where nothing differs; where another has
// written or deleted the same meanwhile, it is compared once more, and no oftener.
func TestADifferenceIsWritten(t *testing.T) {
	t.Parallel()
	same := fault.New(fault.Invalid, "x.unique")
	lost := errors.New("no line")
	for _, tt := range []struct {
		name            string
		differs         bool
		compare         error
		writes          []error
		want            error
		compared, wrote int
	}{
		{"nothing differs", false, nil, nil, nil, 1, 0},
		{"something does", true, nil, []error{nil}, nil, 1, 1},
		{"the comparison fails", true, lost, nil, lost, 1, 0},
		{"another wrote it", true, nil, []error{same, nil}, nil, 2, 2},
		{"another deleted it", true, nil, []error{fault.New(fault.NotFound, "x.gone"), nil}, nil, 2, 2},
		{"and again", true, nil, []error{same, same}, same, 2, 2},
		{"the writing fails", true, nil, []error{lost}, lost, 1, 1},
	} {
		compared, wrote := 0, 0
		door := func(ctx context.Context, do func(context.Context, plugin.Data) error) error { return do(ctx, nil) }
		e := &plugin.JobEvent{Read: door, Write: door}
		err := e.WriteDifference(t.Context(), func(context.Context, plugin.Data) (plugin.Write, error) {
			compared++
			if !tt.differs || tt.compare != nil {
				return nil, tt.compare
			}
			return func(context.Context, plugin.Data) error {
				wrote++
				return tt.writes[wrote-1]
			}, nil
		})
		if !errors.Is(err, tt.want) || compared != tt.compared || wrote != tt.wrote {
			t.Errorf("%s: %v after %d comparisons and %d writes", tt.name, err, compared, wrote)
		}
	}
}
