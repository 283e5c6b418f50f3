package impact

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// houseFiles are the files of a small house: items and orders of customers, and what
// rights need.
//
//go:embed testdata/house.json
var houseFiles []byte

// reader remembers what it read: releases differ in a file or two.
var reader = sync.OnceValue(func() *meta.Reader { return meta.NewReader(os.DirFS("../../../metadata/schema")) })

// release compiles the house with changes: a file, what of its text goes, and what comes in
// its place. Without both the file goes.
func release(t *testing.T, changes ...[3]string) *catalog.Release {
	t.Helper()
	var written map[string]json.RawMessage
	if err := json.Unmarshal(houseFiles, &written); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for name, text := range written {
		files[name] = &fstest.MapFile{Data: text}
	}
	for _, change := range changes {
		name, old, with := change[0], change[1], change[2]
		switch {
		case old == "" && with == "":
			delete(files, name)
			continue
		case old == "":
			files[name] = &fstest.MapFile{Data: []byte(with)}
			continue
		}
		text := string(files[name].Data)
		if !strings.Contains(text, old) {
			t.Fatalf("%s has no %s", name, old)
		}
		files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, with, 1))}
	}
	model, err := reader().Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: files})
	if err != nil {
		t.Fatal(err)
	}
	made, err := catalog.Compile(model, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// house is the small house at work: its release in force, and what weighs others.
type house struct {
	*accesstest.World
	*Weigher
	t        *testing.T
	customer int64
	names    map[string][]Place // where an object is named, by "kind key field"
}

func each(t *testing.T, run func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, begin(t, db)) })
}

func begin(t *testing.T, db *store.DB) *house {
	t.Helper()
	if err := db.Migrate(t.Context(), auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()); err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, World: accesstest.With(t, db, release(t)), names: map[string][]Place{}}
	settings := setting.New(time.Now)
	documents, err := document.New(document.Parts{
		DB: db, Access: h.World.Access, Records: record.New(h.World.Access, settings, record.NewHooks(), time.Now), Query: query.New(db, query.Options{}),
		Settings: settings, Hooks: document.NewHooks(), Current: h.current,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Weigher = &Weigher{DB: db, Access: access.New(slog.New(slog.DiscardHandler), &auth.Changes{}), Documents: documents, Current: h.current}
	h.customer = h.Insert("customer", accesstest.Row{"code": "ACME"})
	return h
}

// current reads who somebody is by now.
func (h *house) current(ctx context.Context, tx *store.Tx, was auth.Actor) (auth.Actor, error) {
	actor := auth.Actor{UserID: was.UserID, Values: map[string]any{"id": was.UserID}}
	err := tx.QueryRow(ctx, `select user_type, coalesce(customer_id, 0) from "user" where id = ?`, was.UserID).Scan(&actor.UserType, &actor.OwnerID)
	if err != nil {
		return actor, fmt.Errorf("who is %d: %w", was.UserID, err)
	}
	actor.Values["customer_id"] = actor.OwnerID
	return actor, tx.Select(ctx, &actor.Roles, "select role_id from user_role where user_id = ? order by role_id", was.UserID)
}

// role makes a role with menus, their buttons, and so many people.
func (h *house) role(name string, people int, menus ...int) int64 {
	h.t.Helper()
	role := h.Insert("role", accesstest.Row{"code": name, "name": name, "user_type": "user", "enabled": true})
	for _, menu := range menus {
		h.Insert("role_menu", accesstest.Row{"role_id": role, "menu_id": int64(menu)})
	}
	for i := range people {
		h.Insert("user_role", accesstest.Row{"user_id": h.person(fmt.Sprint(name, " ", i)), "role_id": role})
	}
	return role
}

func (h *house) button(role int64, menu int, code string) {
	h.t.Helper()
	h.Insert("role_button", accesstest.Row{"role_id": role, "menu_id": int64(menu), "button": code})
}

func (h *house) person(name string) int64 {
	h.t.Helper()
	return h.Insert("user", accesstest.Row{"account": name, "true_name": name, "user_type": "user", "enabled": true})
}

// order makes an order in a state.
func (h *house) order(code, state, note string) int64 {
	h.t.Helper()
	row := accesstest.Row{"customer_id": h.customer, "code": code, "status": state}
	if note != "" {
		row["note"] = note
	}
	return h.Insert("order", row)
}

func (h *house) exec(text string, args ...any) {
	h.t.Helper()
	err := h.Weigher.DB.Write(h.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// weigh weighs the house with changes against the one in force.
func (h *house) weigh(changes ...[3]string) *Impact {
	h.t.Helper()
	named := func(kind, key, field string) ([]Place, error) {
		return h.names[strings.TrimSpace(kind+" "+key+" "+field)], nil
	}
	found, err := h.Weigh(h.t.Context(), h.Release, release(h.t, changes...), named)
	if err != nil {
		h.t.Fatal(err)
	}
	return found
}

// told spells what breaks, in order.
func told(breaks []Break) string {
	var all []string
	for _, b := range breaks {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s: %s", b.Code, b.Kind, b.Key, b.Path, counted(b.Count))))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func counted(c Count) string {
	text := fmt.Sprint(c.N, " ", c.Of)
	if !c.Known {
		text = "unknown " + c.Of
	}
	if c.Least {
		text = "at least " + text
	}
	return text
}

// shifts spells what subjects gain or lose, of some kinds where they are named.
func shifts(list []Shift, kinds ...string) string {
	var all []string
	for _, s := range list {
		if len(kinds) > 0 && !slices.Contains(kinds, s.What) {
			continue
		}
		text := s.Name + ": " + s.What
		if s.Menu != nil {
			text += fmt.Sprint(" ", s.Menu.ID)
		}
		if s.Table != nil {
			text += " " + s.Table.Key + " of " + counted(s.Count)
		}
		all = append(all, text+fmt.Sprint(" ", s.Parts))
	}
	return strings.Join(all, "\n")
}

func want(t *testing.T, what, got string, lines ...string) {
	t.Helper()
	if want := strings.Join(lines, "\n"); got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// TestTheSameReleaseChangesNothing holds that what stays as it is is told to nobody.
func TestTheSameReleaseChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.role("Clerks", 2, 11, 12)
		h.order("O-1", "open", "")
		found := h.weigh()
		if len(found.Breaks)+len(found.Gains)+len(found.Losses) > 0 {
			t.Errorf("it breaks %v, gains %s, losses %s", found.Breaks, shifts(found.Gains), shifts(found.Losses))
		}
	})
}
