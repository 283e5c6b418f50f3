package access

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// A change of rights made on another replica is seen within staleAfter; one made
// here is seen at once. At most keptRights compiled rights are kept.
const (
	staleAfter = 500 * time.Millisecond
	keptRights = 10_000
)

// Access compiles the rights of actors and keeps them until a role, a user or
// the release changes. It is safe for use by many goroutines.
type Access struct {
	log *slog.Logger

	mu      sync.Mutex
	number  int64     // change counter as read last
	checked time.Time // when; zero asks again
	rights  map[person]*Rights
}

// person is whose rights are kept, under which release.
type person struct {
	release  *catalog.Release
	user     int64
	account  string
	userType string
	owner    int64
	system   bool
	language string
}

// New gives an Access; log hears of role rules that cannot be used.
func New(log *slog.Logger) *Access {
	return &Access{log: log, rights: map[person]*Rights{}}
}

// For gives the rights of an actor under a release. The transaction is used only
// when they have to be compiled anew.
func (a *Access) For(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	if err := a.refresh(ctx, tx); err != nil {
		return nil, err
	}
	who := person{release, actor.UserID, actor.Account, actor.UserType, actor.OwnerID, actor.IsSystem(), actor.Language}
	a.mu.Lock()
	known, number := a.rights[who], a.number
	a.mu.Unlock()
	if known != nil && known.serves(actor) {
		return known, nil
	}
	rights, err := a.compile(ctx, tx, release, actor)
	if err != nil {
		return nil, fmt.Errorf("compile rights of %s: %w", actor.Account, err)
	}
	if !rights.volatile {
		a.keep(who, number, rights)
	}
	return rights, nil
}

// keep stores rights unless they changed while they were compiled.
func (a *Access) keep(who person, number int64, rights *Rights) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if number != a.number {
		return
	}
	if len(a.rights) >= keptRights {
		clear(a.rights)
	}
	a.rights[who] = rights
}

// refresh reads the change counter when it may be stale.
func (a *Access) refresh(ctx context.Context, tx *store.Tx) error {
	a.mu.Lock()
	fresh := time.Since(a.checked) < staleAfter
	a.mu.Unlock()
	if fresh {
		return nil
	}
	var number int64
	if err := tx.Get(ctx, &number, "select number from access_change where id = 1"); err != nil {
		return fmt.Errorf("read change counter of rights: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if number != a.number {
		clear(a.rights)
	}
	a.number, a.checked = number, time.Now()
	return nil
}

// tables are those whose rows decide about rights.
var tables = []string{"role", roleMenu, roleButton, roleRule, "user", "user_role"}

// Decides reports whether rows of a table decide about rights; a change of one
// calls Changed in its transaction.
func Decides(table string) bool { return slices.Contains(tables, table) }

// Changed makes all replicas compile rights anew after the transaction commits.
func (a *Access) Changed(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, "update access_change set number = number + 1 where id = 1"); err != nil {
		return fmt.Errorf("count change of rights: %w", err)
	}
	tx.AfterCommit(a.forget)
	return nil
}

// forget drops what is compiled, and has the counter read at the next call. A
// compilation that is under way still holds the old number and is not kept.
func (a *Access) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.checked = time.Time{}
	a.number = -1
	clear(a.rights)
}

// serves reports whether rights were compiled for this very actor; roles and
// values may differ from one session of a user to the next.
func (r *Rights) serves(actor auth.Actor) bool {
	return slices.Equal(r.actor.Roles, actor.Roles) && reflect.DeepEqual(r.actor.Values, actor.Values)
}
