package access

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// keptReleases is of how many releases rights are kept: the one in force, the one before,
// whose calls end, and a few that are only looked at. Each holds some 10 MB.
const keptReleases = 4

// Access compiles the rights of actors and keeps them until a role or a user changes, for
// the releases that were asked for last. It is safe for use by many goroutines.
type Access struct {
	log     *slog.Logger
	changes *auth.Changes

	mu       sync.Mutex
	number   int64            // of the changes under which rights are kept
	releases []*releaseRights // the last used first
}

// releaseRights are the rights that are kept of a release.
type releaseRights struct {
	release *catalog.Release
	rights  auth.Kept[person, *Rights]
}

// person is whose rights are kept.
type person struct {
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
	rights, err := a.Anew(ctx, tx, release, actor)
	if err == nil && !rights.Volatile() {
		a.of(number, release).Put(number, personOf(actor), rights)
	}
	return rights, err
}

// Anew compiles the rights of an actor as the transaction sees them, also what it changed
// itself, which For does not know before it commits.
func (a *Access) Anew(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	rights, err := a.bounded(ctx, tx, release, actor)
	if err != nil {
		return nil, fmt.Errorf("compile rights of %s: %w", actor.Account, err)
	}
	return rights, nil
}

func (a *Access) kept(number int64, release *catalog.Release, actor auth.Actor) (*Rights, bool) {
	known, ok := a.of(number, release).Get(number, personOf(actor))
	return known, ok && known.serves(actor)
}

// of gives what is kept of a release, and lets go what was used longest ago; after a change
// all.
func (a *Access) of(number int64, release *catalog.Release) *auth.Kept[person, *Rights] {
	a.mu.Lock()
	defer a.mu.Unlock()
	if number > a.number {
		a.number, a.releases = number, nil
	}
	at := slices.IndexFunc(a.releases, func(one *releaseRights) bool { return one.release == release })
	if at == 0 {
		return &a.releases[0].rights
	}
	found := &releaseRights{release: release}
	if at > 0 {
		found = a.releases[at]
		a.releases = slices.Delete(a.releases, at, at+1)
	}
	a.releases = slices.Insert(a.releases, 0, found)
	if len(a.releases) > keptReleases {
		a.releases = slices.Delete(a.releases, keptReleases, len(a.releases))
	}
	return &found.rights
}

func personOf(actor auth.Actor) person {
	return person{actor.UserID, actor.Account, actor.UserType, actor.OwnerID, actor.System, actor.Own != nil, actor.Language}
}

// tables are those whose rows decide about rights.
var tables = []string{"role", roleMenu, roleButton, roleRule, "user", "user_role", userMenu, userButton}

// Decides reports whether rows of a table decide about rights; a change of one
// calls Changed in its transaction.
func Decides(table string) bool { return slices.Contains(tables, table) }

// Changed makes all replicas compile rights anew after the transaction commits.
func (a *Access) Changed(ctx context.Context, tx *store.Tx) error { return a.changes.Count(ctx, tx) }

// serves reports whether rights were compiled for this very actor; roles and
// values, which are numbers and texts, may differ from one session of a user to the next.
func (r *Rights) serves(actor auth.Actor) bool {
	if r.within != nil && !r.within.serves(*actor.Own) {
		return false
	}
	return slices.Equal(r.actor.Roles, actor.Roles) && maps.Equal(r.actor.Values, actor.Values)
}
