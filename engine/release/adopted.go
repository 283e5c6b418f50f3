package release

import (
	"context"
	"log/slog"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// unread tells which adopted tables of a draft cannot be read as it says, without what
// cannot be read under the release in force either: a table that another program took away
// does not keep anybody from publishing the rest, or from going back.
func (r *Releases) unread(ctx context.Context, d *Draft) (ddl.Plan, error) {
	plan, err := ddl.Unread(ctx, r.DB, d.Release)
	current := r.Catalog.Current()
	if err != nil || len(plan) == 0 || current == nil {
		return plan, err
	}
	lost, err := ddl.Unread(ctx, r.DB, current)
	return slices.DeleteFunc(plan, func(step ddl.Step) bool {
		return slices.ContainsFunc(lost, func(old ddl.Step) bool { return old.ID() == step.ID() && old.Key == step.Key })
	}), err
}

// Adoptable lists the tables and views of the database that other programs made.
func (r *Releases) Adoptable(ctx context.Context) ([]ddl.Adoptable, error) {
	return ddl.ListAdoptable(ctx, r.DB, r.Catalog.Current())
}

// tellUnread says at a start which adopted tables cannot be read any more. The rest works.
func (r *Releases) tellUnread(ctx context.Context, d *Draft) error {
	plan, err := ddl.Unread(ctx, r.DB, d.Release)
	for _, step := range plan {
		r.Log.Error("a table of another program cannot be read as the release says: mend it there, or change the table in the designers",
			slog.String("table", step.Table), slog.String("name", step.Name), slog.String("reason", step.Key))
	}
	return err
}

// Lost words a failure of the database that came of an adopted table which cannot be read
// any more; any other stays as it is.
func (r *Releases) Lost(ctx context.Context, rel *catalog.Release, failed error) error {
	if _, told := fault.As(failed); told || !rel.Adopts() || !store.Misfits(failed) {
		return failed
	}
	plan, err := ddl.Unread(ctx, r.DB, rel)
	if err != nil || len(plan) == 0 {
		return failed
	}
	step := plan[0]
	table := rel.Tables[step.Table]
	return fault.New(fault.Conflict, "record.adopted_lost", "table", table.Meta.Title, "from", table.Meta.Adopted.From).Because(failed)
}
