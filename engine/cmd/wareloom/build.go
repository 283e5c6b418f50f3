package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	runtimeui "github.com/wareloom/wareloom/runtime-ui"
)

// compile makes the release without a database.
func compile() (*catalog.Release, error) {
	p, err := product.Wareloom()
	if err != nil {
		return nil, err
	}
	return p.Compile()
}

// build puts the server together as it is configured.
func build(ctx context.Context, c config, log *slog.Logger) (*app.App, error) {
	p, err := product.Wareloom()
	if err != nil {
		return nil, err
	}
	page, err := fs.Sub(runtimeui.Dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("open web app: %w", err)
	}
	networks, err := proxies(c.Proxies)
	if err != nil {
		return nil, err
	}
	master, err := masterKey(c)
	if err != nil {
		return nil, err
	}
	return app.New(ctx, app.Config{
		DSN: c.DSN, Master: master, Files: c.Files, Page: page, Product: p, Version: version, Proxies: networks, Log: log,
	})
}

// masterKey takes the key from the environment, else from its file, which is made
// with its folder when there is none.
func masterKey(c config) (auth.MasterKey, error) {
	if text := os.Getenv(envPrefix + "MASTER_KEY"); text != "" {
		return auth.ParseMasterKey(text)
	}
	if err := os.MkdirAll(filepath.Dir(c.Key), 0o750); err != nil {
		return auth.MasterKey{}, fmt.Errorf("make folder of the master key: %w", err)
	}
	return auth.LoadMasterKey(c.Key)
}
