package world

import (
	"io/fs"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/seeds"
)

// demo is the product with the demo's data as it begins.
var demo = apptest.Beginning{Name: "demo"}

// Demo starts the product on a fresh database as `make run` does, with the demo's data.
func Demo(t testing.TB, dsn string) *apptest.Server {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	return demo.Start(t, dsn, p, folders(t)...)
}

// DemoMailed starts the demo with a mail server at an address, as of mail.Open.
func DemoMailed(t testing.TB, dsn, address string) *apptest.Server {
	t.Helper()
	post, err := mail.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	return demoChanged(t, dsn, func(c *app.Config) { c.Mail = post })
}

// DemoWith starts the demo with the metadata of a site.
func DemoWith(t testing.TB, dsn string, site fs.FS) *apptest.Server {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	p.Site = site
	return DemoOf(t, dsn, p)
}

// DemoOf starts another product on the demo's data, as one with a plugin more.
func DemoOf(t testing.TB, dsn string, p app.Product) *apptest.Server {
	t.Helper()
	server := apptest.StartProduct(t, dsn, p)
	for _, folder := range folders(t) {
		if err := server.Seed(t.Context(), folder, apptest.Password); err != nil {
			t.Fatal(err)
		}
	}
	return server
}

// folders are the seeds of the demo.
func folders(t testing.TB) []fs.FS {
	t.Helper()
	var list []fs.FS
	for _, name := range []string{"base", "demo"} {
		folder, err := fs.Sub(seeds.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, folder)
	}
	return list
}

// DemoTapped starts the demo with somebody who hears every statement, as of store.Options.
func DemoTapped(t testing.TB, dsn string, tap func(text string, args []any)) *apptest.Server {
	t.Helper()
	return demoChanged(t, dsn, func(c *app.Config) { c.Tap = tap })
}

// demoChanged starts the demo with another configuration.
func demoChanged(t testing.TB, dsn string, change func(*app.Config)) *apptest.Server {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	return demo.StartWith(t, dsn, p, []func(*app.Config){change}, folders(t)...)
}
