package view

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own table.
func Migrations() store.Migrations { return store.Migrations{Owner: "view", FS: migrations} }

// The limits of views.
const (
	MaxName    = 60      // characters
	MaxContent = 1 << 16 // bytes
	MaxViews   = 100     // views of one person on one screen
)

// View is a saved view of a screen.
type View struct {
	ID      int64           `db:"id" json:"id"` // 0: a new one
	Screen  string          `db:"screen" json:"screen"`
	Name    string          `db:"name" json:"name"`
	UserID  int64           `db:"user_id" json:"-"`
	RoleID  int64           `db:"role_id" json:"roleId"` // 0: personal
	Opens   bool            `db:"opens" json:"opens"`    // by itself, with the screen
	Content json.RawMessage `db:"-" json:"content"`
	Mine    bool            `db:"-" json:"mine"` // saved by who asks
}

// Views keeps the saved views.
type Views struct {
	now func() time.Time
}

// New makes the keeper of views.
func New(now func() time.Time) *Views { return &Views{now: now} }

// List gives the views of a screen that an actor sees: his own and those shared
// with a role that he holds, by name.
func (v *Views) List(ctx context.Context, tx *store.Tx, actor auth.Actor, screen string) ([]View, error) {
	return read(ctx, tx, actor, "screen = ? and (user_id = ? or role_id in ?)", screen, actor.UserID, actor.Roles)
}

// read gives the views of a condition by name, as an actor sees them.
func read(ctx context.Context, tx *store.Tx, actor auth.Actor, where string, args ...any) ([]View, error) {
	var rows []struct {
		View
		Text string `db:"text"`
	}
	const columns = "select id, screen, name, user_id, role_id, opens, content as text from saved_view where "
	if err := tx.Select(ctx, &rows, columns+where+" order by name, id", args...); err != nil {
		return nil, fmt.Errorf("read views: %w", err)
	}
	views := make([]View, len(rows))
	for i, row := range rows {
		views[i] = row.View
		views[i].Content, views[i].Mine = json.RawMessage(row.Text), row.UserID == actor.UserID
	}
	return views, nil
}

// Save writes a view and gives it with its id. Sharing one, and changing a shared
// one, asks mayShare of its actor; a personal one is its owner's alone.
//
// Invalid view.bad_name, view.bad_content, view.too_many; NotFound view.unknown;
// Denied view.no_sharing; Conflict view.name_taken.
func (v *Views) Save(ctx context.Context, tx *store.Tx, actor auth.Actor, mayShare bool, next View) (View, error) {
	next.Name = strings.TrimSpace(next.Name)
	if err := v.check(ctx, tx, actor, next); err != nil {
		return View{}, err
	}
	if next.RoleID != 0 && !mayShare {
		return View{}, fault.New(fault.Denied, "view.no_sharing")
	}
	next.UserID, next.Mine = actor.UserID, true
	if next.ID != 0 {
		old, err := v.find(ctx, tx, actor, mayShare, next.ID)
		if err != nil {
			return View{}, err
		}
		next.Screen, next.UserID, next.Mine = old.Screen, old.UserID, old.UserID == actor.UserID
	}
	return next, v.write(ctx, tx, &next)
}

// Delete removes a view, under the conditions of Save.
func (v *Views) Delete(ctx context.Context, tx *store.Tx, actor auth.Actor, mayShare bool, id int64) error {
	if _, err := v.find(ctx, tx, actor, mayShare, id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from saved_view where id = ?", id); err != nil {
		return fmt.Errorf("delete view %d: %w", id, err)
	}
	return nil
}

// check refuses a view that cannot be kept.
func (v *Views) check(ctx context.Context, tx *store.Tx, actor auth.Actor, next View) error {
	if n := utf8.RuneCountInString(next.Name); n == 0 || n > MaxName {
		return fault.New(fault.Invalid, "view.bad_name", "max", MaxName).On("name")
	}
	var content map[string]any
	if len(next.Content) > MaxContent || json.Unmarshal(next.Content, &content) != nil || content == nil {
		return fault.New(fault.Invalid, "view.bad_content").On("content")
	}
	if next.ID == 0 && next.Screen == "" {
		return fault.New(fault.Invalid, "view.bad_content").On("screen")
	}
	var kept int
	if err := tx.Get(ctx, &kept, "select count(*) from saved_view where user_id = ? and screen = ?", actor.UserID, next.Screen); err != nil {
		return fmt.Errorf("count views: %w", err)
	}
	if next.ID == 0 && kept >= MaxViews {
		return fault.New(fault.Invalid, "view.too_many", "max", MaxViews)
	}
	return nil
}

// find reads a view that the actor may change; another's personal one does not
// exist for him.
func (v *Views) find(ctx context.Context, tx *store.Tx, actor auth.Actor, mayShare bool, id int64) (View, error) {
	found, err := read(ctx, tx, actor, "id = ?", id)
	if err != nil {
		return View{}, err
	}
	if len(found) == 0 || found[0].RoleID == 0 && found[0].UserID != actor.UserID {
		return View{}, fault.New(fault.NotFound, "view.unknown")
	}
	if found[0].RoleID != 0 && !mayShare {
		return View{}, fault.New(fault.Denied, "view.no_sharing")
	}
	return found[0], nil
}

// write inserts or updates a view; of the views at its place it alone may open by
// itself.
func (v *Views) write(ctx context.Context, tx *store.Tx, next *View) error {
	if err := v.claim(ctx, tx, *next); err != nil {
		return err
	}
	opens := 0
	if next.Opens {
		opens = 1
	}
	values := []any{next.Name, next.RoleID, opens, string(next.Content), v.now().UnixMilli()}
	text := "update saved_view set name = ?, role_id = ?, opens = ?, content = ?, changed_at = ? where id = ?"
	if next.ID == 0 {
		id, err := tx.NextIDs(ctx, 1)
		if err != nil {
			return err
		}
		next.ID = id
		text = "insert into saved_view (name, role_id, opens, content, changed_at, id, screen, user_id) values (?, ?, ?, ?, ?, ?, ?, ?)"
		values = append(values, id, next.Screen, next.UserID)
	} else {
		values = append(values, next.ID)
	}
	if _, err := tx.Exec(ctx, text, values...); err != nil {
		return fmt.Errorf("write view %d: %w", next.ID, err)
	}
	return nil
}

// claim makes sure that the name is free at the view's place, the person's own or
// the role's, and that no other view there opens by itself when this one does.
func (v *Views) claim(ctx context.Context, tx *store.Tx, next View) error {
	place, args := "screen = ? and role_id = ? and id <> ?", []any{next.Screen, next.RoleID, next.ID}
	if next.RoleID == 0 {
		place, args = place+" and user_id = ?", append(args, next.UserID)
	}
	var taken int
	if err := tx.Get(ctx, &taken, "select count(*) from saved_view where "+place+" and name = ?", append(args, next.Name)...); err != nil {
		return fmt.Errorf("look for a view of that name: %w", err)
	}
	if taken > 0 {
		return fault.New(fault.Conflict, "view.name_taken", "name", next.Name).On("name")
	}
	if !next.Opens {
		return nil
	}
	if _, err := tx.Exec(ctx, "update saved_view set opens = 0 where "+place, args...); err != nil {
		return fmt.Errorf("take back what opens by itself: %w", err)
	}
	return nil
}
