package picking

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

var _ plugin.Undoer = pickFlow{}

// change is what an input at the station pick did beyond its state; one of the
// members is set.
type change struct {
	Take    int64   `json:"take,omitempty"`     // pick bill taken
	PutDown int64   `json:"put_down,omitempty"` // pick bill put down
	Picked  *picked `json:"picked,omitempty"`
	Moved   *moved  `json:"moved,omitempty"`
}

// Undo takes back what an input did.
func (f pickFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var c change
	if err := json.Unmarshal(token, &c); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	switch {
	case c.Take != 0:
		return putDown(ctx, s, c.Take)
	case c.PutDown != 0:
		return claim(ctx, s, c.PutDown)
	case c.Picked != nil:
		return f.unpick(ctx, s.Data, c.Picked)
	case c.Moved != nil:
		return f.moveBack(ctx, s.Data, c.Moved)
	}
	return nil
}
