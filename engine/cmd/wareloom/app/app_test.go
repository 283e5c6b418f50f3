package app_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

const adminRole = `[{"table": "role", "save": {"code": "admin", "name": "Admin", "user_type": "user"}, "grant": ["*"]}]`

// each runs a test over a database that has a product and no rows.
func each(t *testing.T, run func(t *testing.T, s *apptest.Server)) {
	t.Helper()
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": enginetest.SQLite, "postgres": enginetest.Postgres} {
		t.Run(name, func(t *testing.T) { run(t, apptest.StartProduct(t, dsn(t), apptest.Product(t))) })
	}
}

func seed(t *testing.T, s *apptest.Server, text string) error {
	t.Helper()
	folder := fstest.MapFS{"010_test.json": {Data: []byte(text)}, "pictures/i.txt": {Data: []byte("a picture")}}
	return s.Seed(t.Context(), folder, apptest.Password)
}

func count(t *testing.T, s *apptest.Server, table string) (n int) {
	t.Helper()
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, "select count(*) from "+store.Quote(table))
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSeedsMayRunAgain(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		const steps = `[
			{"table": "role", "save": {"code": "admin", "name": "Admin", "user_type": "user"}, "grant": ["*"]},
			{"table": "role", "save": {"code": "few", "name": "Few", "user_type": "user"}, "grant": [{"menu": 2, "buttons": []}]},
			{"table": "customer", "save": {"code": "C", "name": "Customer"}},
			{"table": "item", "save": {"customer_id": {"code": "C"}, "code": "I", "picture": {"file": "pictures/i.txt"}}},
			{"table": "order", "save": {"doc_no": "O", "customer_id": {"code": "C"}, "lines": [{"item_id": {"code": "I"}, "qty": 1}]}},
			{"table": "order", "act": "audit", "where": {"doc_no": "O"}}
		]`
		tables := []string{"role", "role_menu", "role_button", "customer", "item", "order", "order_line", "file_object"}
		var first []int
		for run := range 2 {
			if err := seed(t, s, steps); err != nil {
				t.Fatal(err)
			}
			for i, table := range tables {
				n := count(t, s, table)
				if run == 0 {
					first = append(first, n)
				} else if n != first[i] || n == 0 {
					t.Errorf("%s: %d rows, then %d", table, first[i], n)
				}
			}
		}
	})
}

func TestWrongSeedsKeepNothing(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		for name, steps := range map[string]string{
			"unknown table":     `[{"table": "customer", "save": {"code": "C", "name": "N"}}, {"table": "nothing", "save": {}}]`,
			"unknown member":    `[{"table": "customer", "save": {"code": "C", "name": "N"}, "sav": 1}]`,
			"unknown reference": `[{"table": "customer", "save": {"code": "C", "name": "N"}}, {"table": "item", "save": {"customer_id": {"code": "X"}, "code": "I"}}]`,
			"unknown file":      `[{"table": "customer", "save": {"code": "C", "name": "N"}}, {"table": "item", "save": {"customer_id": {"code": "C"}, "code": "I", "picture": {"file": "no.txt"}}}]`,
			"unknown menu":      `[{"table": "role", "save": {"code": "r", "name": "R", "user_type": "user"}, "grant": [4711]}]`,
		} {
			if err := seed(t, s, steps); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if n := count(t, s, "customer") + count(t, s, "role"); n != 0 {
			t.Errorf("%d rows of refused files", n)
		}
	})
}

func TestFirstAccount(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		if err := seed(t, s, adminRole); err != nil {
			t.Fatal(err)
		}
		token, err := s.Auth.SetupTicket(t.Context())
		if err != nil || token == "" {
			t.Fatalf("token %q: %v", token, err)
		}
		setUp := func(token string) apptest.Answer {
			return s.Do(t, apptest.Call{Path: "/api/auth/setup", Body: `{"token":"` + token + `","account":"root","trueName":"Root","password":"correct horse"}`})
		}
		if got := setUp("wrong"); got.Result {
			t.Errorf("with a wrong token: %s", got.Text)
		}
		if got := setUp(token); !got.Result {
			t.Fatalf("with the token: %s", got.Text)
		}
		if got := setUp(token); got.Result {
			t.Errorf("with the token again: %s", got.Text)
		}
		if root := s.Login(t, "user", "root"); len(root.MenuIDs) == 0 {
			t.Error("the first account may do nothing")
		}
	})
}

func TestConsoleAccounts(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		if err := seed(t, s, adminRole); err != nil {
			t.Fatal(err)
		}
		one := app.Account{UserType: "user", Name: "one", Role: "admin", Password: "a long password"}
		if err := s.AddAccount(t.Context(), one); err != nil {
			t.Fatal(err)
		}
		if err := s.AddAccount(t.Context(), one); err == nil {
			t.Error("the same account twice")
		}
		one.Password = apptest.Password
		if err := s.SetPassword(t.Context(), one); err != nil {
			t.Fatal(err)
		}
		s.Login(t, "user", "one")
		one.Name = "two"
		if err := s.SetPassword(t.Context(), one); err == nil {
			t.Error("a password for nobody")
		}
	})
}

func TestOnceAndReleaseNumber(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		runs := 0
		for range 2 {
			if err := s.Once(t.Context(), "test", func() error { runs++; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if runs != 1 {
			t.Errorf("%d runs, want one", runs)
		}
		if number := s.Catalog.Current().Number; number != 1 {
			t.Errorf("release %d, want the first", number)
		}
		if report, err := s.Verify(t.Context()); err != nil || !report.OK {
			t.Errorf("verify: %v %v", report, err)
		}
	})
}

// TestAnEarlierDatabaseIsNotVerified, since this version asks its tables for what they lack.
func TestAnEarlierDatabaseIsNotVerified(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		err := s.DB.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, column := tx.Exec(ctx, "alter table record_seal drop column until_id")
			_, file := tx.Exec(ctx, "delete from schema_migration where owner = 'record' and number >= 7")
			return errors.Join(column, file)
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "of an earlier version: start this one on it once") {
			t.Errorf("verified: %v", err)
		}
	})
}

// TestTheBinKeepsFor30Days purges a day before and a day after.
func TestTheBinKeepsFor30Days(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		if err := seed(t, s, `[{"table": "customer", "save": {"code": "C", "name": "Customer"}}]`); err != nil {
			t.Fatal(err)
		}
		err := s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			rights, err := s.Access.For(ctx, tx, s.Catalog.Current(), auth.System("test"))
			if err != nil {
				return err
			}
			var id int64
			if err := tx.Get(ctx, &id, "select id from customer"); err != nil {
				return err
			}
			return s.Records.Delete(ctx, tx, rights, "customer", []int64{id})
		})
		if err != nil {
			t.Fatal(err)
		}
		deleted := time.Now()
		wantBin(t, s, deleted.AddDate(0, 0, 29), 1)
		wantBin(t, s, deleted.AddDate(0, 0, 31), 0)
	})
}

func wantBin(t *testing.T, s *apptest.Server, now time.Time, kept int) {
	t.Helper()
	s.Clock.Put(now)
	if err := s.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, "record_bin"); n != kept {
		t.Errorf("on %s the bin has %d records, want %d", now.Format(time.DateOnly), n, kept)
	}
}
