package apptest_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

func TestStart(t *testing.T) {
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": enginetest.SQLite, "postgres": enginetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			s := apptest.Start(t, dsn(t))
			admin := s.Login(t, "user", "admin")
			if len(admin.MenuIDs) != 12 {
				t.Errorf("menus = %v, want all of the back office", admin.MenuIDs)
			}
		})
	}
}
