package access

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Op is what an actor does with rows: the verb of a right. Besides these, every
// action of a document is one.
type Op string

// The operations on rows of any table.
const (
	Read   Op = "read"
	Lookup Op = "lookup"  // id and label only
	Named  Op = "(named)" // id and label of what a readable record refers to; no action has such a key
	Create Op = "create"
	Update Op = "update"
	Delete Op = "delete"
)

// Rights are the compiled rights of one actor under one release. They are
// immutable and safe for use by many goroutines. The zero Rights grant nothing.
type Rights struct {
	release  *catalog.Release
	actor    auth.Actor
	system   bool
	owner    *meta.Owner // of the user type; nil: sees every owner's rows
	roles    []*role
	rights   map[string]bool
	menus    map[int]bool
	volatile bool    // a rule depends on the time: not to be kept
	within   *Rights // the actor's own, while he looks as a role; nil: these are his own

	predicates sync.Map // place to Predicate
	grants     sync.Map // fieldPlace to Grant
}

// loader fills Rights from the database.
type loader struct {
	tx      *store.Tx
	release *catalog.Release
	rights  *Rights
	roles   map[int64]*role
	held    map[int64]*holding // what each role is granted
	own     *holding           // what the person is granted beside them
	taken   *holding           // what is taken away from him
	log     *slog.Logger
}

// System gives the unrestricted rights of the system itself; the reason stands
// wherever the work is logged.
func System(release *catalog.Release, reason string) *Rights {
	return &Rights{release: release, actor: auth.System(reason), system: true}
}

// Actor is whose rights these are.
func (r *Rights) Actor() auth.Actor { return r.actor }

// Release is the release that the rights were compiled under.
func (r *Rights) Release() *catalog.Release { return r.release }

// Volatile reports whether the predicates depend on the time, so that no
// statement made with them may be kept.
func (r *Rights) Volatile() bool { return r.volatile || r.within != nil && r.within.volatile }

// Can reports whether a role grants a right such as "product.update" or "dev". A
// line table has its head's rights; read includes lookup.
func (r *Rights) Can(right string) bool {
	return r.granting(right) && (r.within == nil || r.within.shows(r.actor.UserType, right))
}

func (r *Rights) granting(right string) bool {
	if r.system || r.rights[right] {
		return true
	}
	key, verb, ok := strings.Cut(right, ".")
	if !ok || r.release == nil {
		return false
	}
	table, ok := r.release.Tables[key]
	return ok && slices.ContainsFunc(r.roles, func(granted *role) bool { return granted.may(table, Op(verb)) })
}

// Sees reports whether the actor may read any row of a table at all: who belongs to no
// owner any more, or whose rules are broken, sees none in spite of the right.
func (r *Rights) Sees(key string) bool {
	table, ok := r.release.Tables[key]
	return ok && r.Can(table.Right(string(Read))) && !r.RowsAs(table, Read, Alias).Never()
}

// Require refuses an actor without a right: the fault right.missing is Denied
// and names it.
func (r *Rights) Require(right string) error {
	if r.Can(right) {
		return nil
	}
	return fault.New(fault.Denied, "right.missing", "right", right).
		With(map[string]string{"reason": "right", "name": right})
}

// RequireOn is Require for an operation on a table. Reading is open to those who
// may only look up; they get id and label.
func (r *Rights) RequireOn(table *catalog.Table, op Op) error {
	if op == Read && r.Can(table.Right(string(Lookup))) {
		return nil
	}
	return r.Require(table.Right(string(op)))
}

// MenuIDs are the menus that the actor's roles show, with all their ancestors, in
// ascending order.
func (r *Rights) MenuIDs() []int {
	if r.system {
		return slices.Sorted(maps.Keys(r.release.Menus))
	}
	return slices.Sorted(maps.Keys(r.menus))
}

// Entry is the first menu entry of a screen, named "<kind>:<key>", that the
// actor's roles show; nil when there is none.
func (r *Rights) Entry(screen string) *meta.MenuItem {
	for _, item := range r.release.MenuOrder {
		if item.Screen == screen && (r.system || r.menus[item.ID]) {
			return item
		}
	}
	return nil
}

// showMenu adds a menu and what is above it.
func (r *Rights) showMenu(id int) {
	for !r.menus[id] {
		item, ok := r.release.Menus[id]
		if !ok {
			return
		}
		r.menus[id] = true
		id = item.Parent
	}
}

// may reports whether the role grants an operation on a table.
func (g *role) may(table *catalog.Table, op Op) bool {
	for t := table; t != nil; t = t.Head {
		for _, verb := range verbs(op, t != table) {
			if g.rights[t.Key+"."+string(verb)] {
				return true
			}
		}
	}
	return false
}

// verbs are the rights any of which allows an operation: on the table itself, or
// on the head whose line it changes.
func verbs(op Op, ofHead bool) []Op {
	switch {
	case op == Lookup || op == Named:
		return []Op{Lookup, Read}
	case ofHead && (op == Create || op == Update || op == Delete):
		return []Op{Create, Update}
	}
	return []Op{op}
}
