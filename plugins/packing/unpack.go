package packing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// unpack takes back what a station packed at once: the package is gone, its goods lie
// where they were picked to, and the order is in the state that it came from.
func (b bench) unpack(ctx context.Context, s *plugin.Session, id int64, from string) error {
	made, err := s.Data.Act(ctx, "package", "reopen", id, nil)
	if err != nil {
		return err
	}
	if from != "picked" { // it had been reopened before, and keeps its package
		return giveTo(ctx, s.Data, id, s.ID)
	}
	if _, err := s.Data.Act(ctx, "package", "cancel", id, nil); err != nil {
		return err
	}
	return uncheck(ctx, s.Data, made)
}

// uncheck has the order of a package be picked again, without the number that the package
// gave it.
func uncheck(ctx context.Context, data plugin.Data, made plugin.Row) error {
	order := plugin.Int(made, "sale_order_id")
	own := plugin.Row{"id": order, "tracking_no": plugin.Text(made, "package_no")}
	if _, err := data.SetWhere(ctx, "sale_order", own, plugin.Row{"tracking_no": nil}); err != nil {
		return fmt.Errorf("take the number of package %d off its order: %w", plugin.ID(made), err)
	}
	_, err := data.Act(ctx, "sale_order", "uncheck", order, nil)
	return err
}
