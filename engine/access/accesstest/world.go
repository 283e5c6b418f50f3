package accesstest

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/store"
)

// World is a database with the world's tables.
type World struct {
	t       testing.TB
	DB      *store.DB
	Release *catalog.Release
	Access  *access.Access
}

// New makes the tables of the world in an empty database.
func New(t testing.TB, db *store.DB) *World {
	t.Helper()
	return With(t, db, Release(t))
}

// With makes the tables of a release in an empty database.
func With(t testing.TB, db *store.DB, release *catalog.Release) *World {
	t.Helper()
	if err := db.Migrate(t.Context(), auth.Migrations(), ddl.Migrations()); err != nil {
		t.Fatal(err)
	}
	if _, err := ddl.Apply(t.Context(), db, release); err != nil {
		t.Fatalf("make tables: %v", err)
	}
	return &World{t: t, DB: db, Release: release, Access: access.New(slog.New(slog.DiscardHandler), &auth.Changes{})}
}

// Row is a record by field; values are those of package catalog.
type Row = map[string]any

// Insert writes a record past every check, with its folded texts, and gives its
// id.
func (w *World) Insert(table string, row Row) int64 {
	w.t.Helper()
	var id int64
	w.write(func(ctx context.Context, tx *store.Tx) error {
		var err error
		if given, ok := row["id"].(int64); ok {
			id = given
		} else if id, err = tx.NextIDs(ctx, 1); err != nil {
			return err
		}
		return w.insert(ctx, tx, table, id, row)
	})
	return id
}

func (w *World) insert(ctx context.Context, tx *store.Tx, key string, id int64, row Row) error {
	table, err := w.Release.Table(key)
	if err != nil {
		return err
	}
	var names []string
	var args []any
	add := func(name string, v any) { names, args = append(names, store.Quote(name)), append(args, v) }
	now := time.Now()
	all := Row{"id": id, "version": int64(1), "created_at": now, "updated_at": now}
	for name, v := range row {
		all[name] = v
	}
	for _, field := range table.Columns() {
		v, given := all[field.Key]
		if !given {
			continue
		}
		encoded, err := field.Encode(v)
		if err != nil {
			return err
		}
		add(field.Key, encoded)
		if text, ok := v.(string); ok && field.Folded {
			add(field.FoldColumn(), catalog.Fold(text))
		}
	}
	places := strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ")
	_, err = tx.Exec(ctx, "insert into "+store.Quote(key)+" ("+strings.Join(names, ", ")+") values ("+places+")", args...)
	return err
}

func (w *World) write(fn store.Func) {
	w.t.Helper()
	if err := w.DB.Write(w.t.Context(), fn); err != nil {
		w.t.Fatalf("write: %v", err)
	}
}

// Rule narrows a role on a table.
type Rule struct {
	Rows, Check          string
	Hide, Mask, Readonly []string
}

// Grant is what a role grants.
type Grant struct {
	Menus   []int
	Buttons map[int][]string
	Rules   map[string]Rule
}

// Role makes a role of a user type and gives its id.
func (w *World) Role(userType string, grant Grant) int64 {
	w.t.Helper()
	role := w.Insert("role", Row{"code": userType, "user_type": userType, "enabled": true})
	for _, menu := range grant.Menus {
		w.Insert("role_menu", Row{"role_id": role, "menu_id": int64(menu)})
	}
	for menu, buttons := range grant.Buttons {
		for _, button := range buttons {
			w.Insert("role_button", Row{"role_id": role, "menu_id": int64(menu), "button": button})
		}
	}
	for table, rule := range grant.Rules {
		w.Insert("role_rule", Row{
			"role_id": role, "table_key": table, "rows": orNil(rule.Rows), "check": orNil(rule.Check),
			"hide": keys(rule.Hide), "mask": keys(rule.Mask), "readonly": keys(rule.Readonly),
		})
	}
	w.write(w.Access.Changed)
	return role
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func keys(fields []string) any {
	if fields == nil {
		return nil
	}
	text, _ := json.Marshal(fields)
	return json.RawMessage(text)
}

// Office is a back-office user with roles.
func Office(user int64, roles ...int64) auth.Actor {
	return auth.Actor{UserID: user, UserType: "user", Language: "en", Roles: roles, Values: map[string]any{"id": user}}
}

// Client is a user who belongs to a customer.
func Client(user, customer int64, roles ...int64) auth.Actor {
	return auth.Actor{
		UserID: user, UserType: "client", Language: "en", OwnerID: customer, Roles: roles,
		Values: map[string]any{"id": user, "customer_id": customer},
	}
}

// Rights compiles the rights of an actor.
func (w *World) Rights(actor auth.Actor) *access.Rights {
	w.t.Helper()
	var rights *access.Rights
	err := w.DB.Read(w.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		rights, err = w.Access.For(ctx, tx, w.Release, actor)
		return err
	})
	if err != nil {
		w.t.Fatalf("rights of %v: %v", actor, err)
	}
	return rights
}

// Table finds a table of the world.
func (w *World) Table(key string) *catalog.Table {
	w.t.Helper()
	table, err := w.Release.Table(key)
	if err != nil {
		w.t.Fatal(err)
	}
	return table
}
