package tasks

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// worksHere refuses to give a task to a worker of another building; who takes one himself
// stands before it.
//
// Invalid tasks.works_elsewhere on the parameter.
func worksHere(ctx context.Context, e *plugin.ActEvent) error {
	field := kinds[e.Document].person
	person := plugin.Int(e.Params, field)
	if person == e.Actor.UserID {
		return nil
	}
	return inBuilding(ctx, e.Data, e.Head, field, person)
}

// meantHere refuses the same of a document that is saved, also by an action.
func meantHere(ctx context.Context, e *plugin.SaveEvent) error {
	field := kinds[e.Table].person
	person := plugin.Int(e.New, field)
	if person == 0 || person == e.Actor.UserID || e.Old != nil && plugin.Int(e.Old, field) == person {
		return nil
	}
	return inBuilding(ctx, e.Data, e.New, field, person)
}

func inBuilding(ctx context.Context, data plugin.Data, task plugin.Row, field string, person int64) error {
	rows, err := data.Find(ctx, "worker", plugin.Where{Match: plugin.Row{"person_id": person}})
	if err != nil || len(rows) == 0 || plugin.Int(rows[0], "warehouse_id") == plugin.Int(task, "warehouse_id") {
		return err
	}
	who, err := data.Get(ctx, "user", person)
	if err != nil {
		return err
	}
	there, err := data.Get(ctx, "warehouse", plugin.Int(rows[0], "warehouse_id"))
	if err != nil {
		return err
	}
	return fault.New(fault.Invalid, "tasks.works_elsewhere", "person", plugin.Text(who, "true_name"), "warehouse", plugin.Text(there, "code")).On(field)
}
