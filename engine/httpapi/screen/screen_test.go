package screen_test

import (
	"context"
	_ "embed"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/store"
)

// front is what the world is joined with: tasks at racks, and a screen of each kind.
//
//go:embed testdata/front.json
var front string

type (
	grant = accesstest.Grant
	rule  = accesstest.Rule
)

// Entries of the menu.
const (
	secret   = 31
	tasks    = 32
	board    = 33
	bench    = 34
	sums     = 35
	months   = 36
	settings = 37
	fromFile = 38
	sweep    = 39
	slips    = 40
	racks    = 41
	oneTask  = 42
	picks    = 43
	bare     = 44 // the right to read tasks, and no more
	mine     = 95
)

// office and acme are the ids of who looks: a person of the house, and a customer.
const (
	office = 7
	acme   = 3
)

// desk is the world with its screens. A screen is made of rights and metadata and looks
// at no row, so one kind of database does.
type desk struct{ *accesstest.World }

func open(t *testing.T) desk {
	t.Helper()
	t.Parallel()
	return desk{accesstest.With(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}), accesstest.Joined(t, front))}
}

// office looks as a person of the house with a role.
func (d desk) office(g grant) screen.Caller {
	return caller(d, accesstest.Office(office, d.Role("user", g)))
}

// client looks as a person of a customer with a role.
func (d desk) client(g grant) screen.Caller {
	return caller(d, accesstest.Client(9, acme, d.Role("client", g)))
}

func caller(d desk, actor auth.Actor) screen.Caller {
	return screen.Caller{Rights: d.Rights(actor), Language: "en", Setting: func(_ context.Context, key string) (any, string, error) {
		return d.Release.Settings[key].Default, "system", nil
	}}
}

func compiled(t *testing.T, c screen.Caller, name string) *screen.Screen {
	t.Helper()
	s, err := c.ByKey(t.Context(), name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// column finds a column of a list.
func column(list *screen.List, field string) (screen.Column, bool) {
	i := slices.IndexFunc(list.Columns, func(c screen.Column) bool { return c.Field == field })
	if i < 0 {
		return screen.Column{}, false
	}
	return list.Columns[i], true
}

// field finds a field of a table of a screen.
func field(t *testing.T, s *screen.Screen, table, key string) screen.Field {
	t.Helper()
	for _, f := range s.Tables[table].Fields {
		if f.Key == key {
			return f
		}
	}
	t.Fatalf("%s has no %s", table, key)
	return screen.Field{}
}

// named lists the names of things.
func named[T any](list []T, name func(T) string) []string {
	names := []string{}
	for _, one := range list {
		names = append(names, name(one))
	}
	return names
}

// same fails unless two lists are the same.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s are %q, want %q", what, got, want)
	}
}
