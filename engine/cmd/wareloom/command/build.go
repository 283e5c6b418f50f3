package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/engine/meta"
)

// product is Wareloom with the metadata of the site, if there is a folder of it.
func (c *config) product() (app.Product, error) {
	p, err := compiledIn()
	if err != nil || c.Site == "" {
		return p, err
	}
	if folder, err := os.Stat(c.Site); err != nil || !folder.IsDir() {
		return p, fmt.Errorf("--site %s is no folder: name the one that holds the metadata of your own", c.Site)
	}
	p.Site = os.DirFS(c.Site)
	return p, nil
}

// quickProduct is the product, of which what this binary ships is not held to its schemas once more.
func (c *config) quickProduct() (app.Product, error) {
	p, err := c.product()
	if err == nil && isSound(cache()) {
		p.Reader, err = checkedReader()
	}
	return p, err
}

// checkedReader reads what was found sound, and what it reads once in a process.
var checkedReader = sync.OnceValues(func() (*meta.Reader, error) {
	p, err := compiledIn()
	reader := meta.NewReader(p.Schemas)
	reader.Checked = true
	return reader, err
})

// compile makes the release without a database.
func (c *config) compile() (*catalog.Release, error) {
	p, err := c.product()
	if err != nil {
		return nil, err
	}
	return p.Compile()
}

// build puts the server together as it is configured, with a clock.
func build(ctx context.Context, c config, log *slog.Logger, clock *app.Clock) (*app.App, error) {
	p, err := c.quickProduct()
	if err != nil {
		return nil, err
	}
	web, err := page()
	if err != nil {
		return nil, err
	}
	networks, err := proxies(c.Proxies)
	if err != nil {
		return nil, err
	}
	limits, err := c.limits()
	if err != nil {
		return nil, err
	}
	post, err := mail.Open(c.Mail)
	if err != nil {
		return nil, err
	}
	a, err := app.New(ctx, app.Config{
		Mail: post, Limits: limits, DSN: c.DSN, FindKey: c.masterKey, Files: c.Files, Cache: cache(), Page: web, Product: p, Version: version(), Proxies: networks, Log: log,
		Downgrade: c.Downgrade, NewKey: c.New, Safe: c.Safe, Now: clock.Now, Near: c.near(),
	})
	if err == nil {
		found := rememberSound(cache())
		log.Debug("what is shipped is sound", "remembered", found == nil)
	}
	return a, err
}

// cache is the folder of what can be made again; "" where the system has none.
func cache() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "wareloom")
}

// look opens the database for a command that changes nothing.
func look(ctx context.Context, c config, log *slog.Logger) (*app.App, error) {
	p, err := c.quickProduct()
	if err != nil {
		return nil, err
	}
	return app.Look(ctx, app.Config{DSN: c.DSN, Product: p, Version: version(), Log: log, Downgrade: c.Downgrade})
}

// masterKey takes the key from the environment, else from its file, which is made
// with its folder when there is none.
func (c *config) masterKey(_ context.Context, there bool) (auth.MasterKey, error) {
	if text := os.Getenv(envPrefix + "MASTER_KEY"); text != "" {
		return auth.ParseMasterKey(text)
	}
	if err := c.complete(there); err != nil {
		return auth.MasterKey{}, err
	}
	if err := os.MkdirAll(filepath.Dir(c.Key), 0o750); err != nil {
		return auth.MasterKey{}, fmt.Errorf("make folder of the master key: %w", err)
	}
	return auth.LoadMasterKey(c.Key)
}

// complete refuses a database without its key, and a key without the database that
// lies beside it: one of them is lost, or a folder is not mounted, and beginning anew
// would hide that. A key that lies elsewhere may serve another database too.
func (c *config) complete(hasData bool) error {
	_, err := os.Stat(c.Key)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look for the master key: %w", err)
	}
	hasKey := err == nil
	switch {
	case c.New || hasData == hasKey || hasKey && !c.keyBeside():
		return nil
	case hasData:
		return fmt.Errorf("there is a database, %s, and no master key, %s: put the key back from where it is kept; if it is lost, say --new (everyone signs in again, and what is sealed is to be entered again)", c.shownDSN(), c.Key)
	}
	return fmt.Errorf("there is a master key, %s, and no database, %s: look whether its disk is there, or restore a backup; to begin with an empty database, say --new", c.Key, c.shownDSN())
}
