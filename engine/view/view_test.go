package view_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/view"
)

const role = 77

var (
	ann   = auth.Actor{UserID: 1, Roles: []int64{role}}
	bob   = auth.Actor{UserID: 2, Roles: []int64{role, 78}}
	carol = auth.Actor{UserID: 3}
)

func orders(name string) view.View {
	return view.View{Screen: "orders", Name: name, Content: json.RawMessage(`{"sort":["code"]}`)}
}

// each runs a test in one write transaction on both databases.
func each(t *testing.T, run func(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), view.Migrations()); err != nil {
			t.Fatal(err)
		}
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			run(ctx, t, tx, view.New(time.Now))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func names(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views, actor auth.Actor) []string {
	t.Helper()
	all, err := views.List(ctx, tx, actor, "orders")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range all {
		name := one.Name
		if one.Opens {
			name += "*"
		}
		names = append(names, name)
	}
	return names
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	a, b := encode(t, got), encode(t, want)
	if a != b {
		t.Errorf("%s: %s, want %s", what, a, b)
	}
}

func encode(t *testing.T, names []string) string {
	t.Helper()
	text, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func save(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views, actor auth.Actor, mayShare bool, v view.View) view.View {
	t.Helper()
	saved, err := views.Save(ctx, tx, actor, mayShare, v)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestAPersonalViewIsItsOwnersAlone(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views) {
		mine := save(ctx, t, tx, views, ann, false, orders("mine"))
		equal(t, "ann", names(ctx, t, tx, views, ann), "mine")
		equal(t, "bob", names(ctx, t, tx, views, bob))
		if _, err := views.Save(ctx, tx, bob, true, mine); !fault.IsKey(err, "view.unknown") {
			t.Errorf("bob changes it: %v", err)
		}
		if err := views.Delete(ctx, tx, bob, true, mine.ID); !fault.IsKey(err, "view.unknown") {
			t.Errorf("bob deletes it: %v", err)
		}
		if err := views.Delete(ctx, tx, ann, false, mine.ID); err != nil {
			t.Error(err)
		}
		equal(t, "ann afterwards", names(ctx, t, tx, views, ann))
	})
}

func TestASharedViewIsSeenByTheRole(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views) {
		shared := orders("shared")
		shared.RoleID = role
		if _, err := views.Save(ctx, tx, ann, false, shared); !fault.IsKey(err, "view.no_sharing") {
			t.Errorf("shared without the right: %v", err)
		}
		shared = save(ctx, t, tx, views, carol, true, shared)
		equal(t, "bob", names(ctx, t, tx, views, bob), "shared")
		equal(t, "carol, who saved it", names(ctx, t, tx, views, carol), "shared")
		if err := views.Delete(ctx, tx, bob, false, shared.ID); !fault.IsKey(err, "view.no_sharing") {
			t.Errorf("bob deletes it without the right: %v", err)
		}
		shared.Name = "renamed"
		if changed := save(ctx, t, tx, views, bob, true, shared); changed.Mine {
			t.Error("it became bob's")
		}
		equal(t, "ann", names(ctx, t, tx, views, ann), "renamed")
	})
}

func TestOneViewOfAPlaceOpensByItself(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views) {
		a, b, shared := orders("a"), orders("b"), orders("shared")
		a.Opens, b.Opens, shared.Opens, shared.RoleID = true, true, true, role
		save(ctx, t, tx, views, ann, false, a)
		save(ctx, t, tx, views, bob, true, shared)
		save(ctx, t, tx, views, ann, false, b)
		equal(t, "ann", names(ctx, t, tx, views, ann), "a", "b*", "shared*")
	})
}

func TestWhatCannotBeKept(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, tx *store.Tx, views *view.Views) {
		save(ctx, t, tx, views, ann, false, orders("taken"))
		save(ctx, t, tx, views, bob, false, orders("taken")) // another person's names are his own
		list, nameless := orders("list"), orders(" ")
		list.Content = json.RawMessage(`[1]`)
		for key, v := range map[string]view.View{"view.name_taken": orders("taken"), "view.bad_content": list, "view.bad_name": nameless} {
			_, err := views.Save(ctx, tx, ann, false, v)
			if !fault.IsKey(err, key) {
				t.Errorf("%s: %v", key, err)
			}
		}
	})
}
