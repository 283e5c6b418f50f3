package access

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Access compiles the rights of actors and keeps them until a role, a user or
// the release changes. It is safe for use by many goroutines.
type Access struct {
	log     *slog.Logger
	changes *auth.Changes
	rights  auth.Kept[person, *Rights]
}

// person is whose rights are kept, under which release.
type person struct {
	release  *catalog.Release
	user     int64
	account  string
	userType string
	owner    int64
	system   string // its reason: what is done is told under it
	preview  bool
	language string
}

// New gives an Access; log hears of role rules that cannot be used.
func New(log *slog.Logger, changes *auth.Changes) *Access {
	return &Access{log: log, changes: changes}
}

// Known gives the rights of an actor without the database; false when they have
// to be asked of For.
func (a *Access) Known(release *catalog.Release, actor auth.Actor) (*Rights, bool) {
	number, fresh := a.changes.Fresh()
	if !fresh {
		return nil, false
	}
	return a.kept(number, release, actor)
}

// For gives the rights of an actor under a release. The transaction is used only
// when they have to be compiled anew.
func (a *Access) For(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	number, err := a.changes.Number(ctx, tx)
	if err != nil {
		return nil, err
	}
	if known, ok := a.kept(number, release, actor); ok {
		return known, nil
	}
	rights, err := a.bounded(ctx, tx, release, actor)
	if err != nil {
		return nil, fmt.Errorf("compile rights of %s: %w", actor.Account, err)
	}
	if !rights.Volatile() {
		a.rights.Put(number, personOf(release, actor), rights)
	}
	return rights, nil
}

func (a *Access) kept(number int64, release *catalog.Release, actor auth.Actor) (*Rights, bool) {
	known, ok := a.rights.Get(number, personOf(release, actor))
	return known, ok && known.serves(actor)
}

func personOf(release *catalog.Release, actor auth.Actor) person {
	return person{release, actor.UserID, actor.Account, actor.UserType, actor.OwnerID, actor.System, actor.Own != nil, actor.Language}
}

// tables are those whose rows decide about rights.
var tables = []string{"role", roleMenu, roleButton, roleRule, "user", "user_role", userMenu, userButton}

// Decides reports whether rows of a table decide about rights; a change of one
// calls Changed in its transaction.
func Decides(table string) bool { return slices.Contains(tables, table) }

// Changed makes all replicas compile rights anew after the transaction commits.
func (a *Access) Changed(ctx context.Context, tx *store.Tx) error { return a.changes.Count(ctx, tx) }

// serves reports whether rights were compiled for this very actor; roles and
// values may differ from one session of a user to the next.
func (r *Rights) serves(actor auth.Actor) bool {
	if r.within != nil && !r.within.serves(*actor.Own) {
		return false
	}
	return slices.Equal(r.actor.Roles, actor.Roles) && reflect.DeepEqual(r.actor.Values, actor.Values)
}
