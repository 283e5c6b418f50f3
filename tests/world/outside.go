package world

import (
	"io/fs"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/seeds"
)

// Administrator is the account of StartWith that may everything; its password is
// apptest.Password.
const Administrator = "admin"

// With is the product with further plugins.
func With(t testing.TB, plugins ...plugin.Plugin) app.Product {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	p.Plugins = append(p.Plugins, plugins...)
	return p
}

// StartWith starts the product with further plugins on a fresh database: the small
// building, the shipped roles, and the account Administrator.
func StartWith(t testing.TB, dsn string, plugins ...plugin.Plugin) *World {
	t.Helper()
	w := open(t, apptest.StartProduct(t, dsn, With(t, plugins...)))
	base, err := fs.Sub(seeds.Files, "base")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Seed(t.Context(), base, apptest.Password); err != nil {
		t.Fatal(err)
	}
	admin := app.Account{UserType: "user", Name: Administrator, Password: apptest.Password, Role: "admin"}
	if err := w.AddAccount(t.Context(), admin); err != nil {
		t.Fatal(err)
	}
	return w
}
