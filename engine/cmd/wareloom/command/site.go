package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/release"
)

// site are the commands on what a site says in a database. A server that runs on it
// follows by itself.
type site struct {
	config    config
	note      string
	drop      string // kept column that goes for good
	out, errs io.Writer
}

// command finds what the arguments ask for; false where they ask for nothing of it.
func (s site) command(args []string) (do func(ctx context.Context) error, known bool) {
	folders := map[string]func(ctx context.Context) error{"plan": s.plan, "publish": s.publish, "import": s.publish, "export": s.export}
	switch {
	case len(args) == 1 && s.config.Site != "" && folders[args[0]] != nil:
		return folders[args[0]], true
	case len(args) == 1 && args[0] == "releases":
		return s.releases, true
	case len(args) == 1 && args[0] == "columns" && s.drop != "":
		return s.dropColumn, true
	case len(args) == 1 && args[0] == "columns":
		return s.columns, true
	case len(args) == 2 && args[0] == "rollback":
		return func(ctx context.Context) error { return s.rollback(ctx, args[1]) }, true
	}
	return nil, false
}

// folder is that of --site.
func (s site) folder() (fs.FS, error) {
	p, err := s.config.product()
	return p.Site, err
}

// log takes what the server itself would log.
func (s site) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(s.errs, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// open builds the app on what the database holds, whatever --site says.
func (s site) open(ctx context.Context) (*app.App, error) {
	c := s.config
	c.Site = ""
	return build(ctx, c, s.log(), &app.Clock{})
}

// look opens the database to read what it holds; the folder need not be there.
func (s site) look(ctx context.Context) (*app.App, func(), error) {
	c := s.config
	c.Site = ""
	return lookOrImagine(ctx, c, s.log())
}

// plan tells what publishing the folder would change, in words and in tables.
func (s site) plan(ctx context.Context) error {
	folder, err := s.folder()
	if err != nil {
		return err
	}
	a, leave, err := lookOrImagine(ctx, s.config, s.log())
	if err != nil {
		return err
	}
	defer leave()
	there, err := a.SiteFiles(ctx)
	if err != nil {
		return err
	}
	here, err := release.ReadFolder(folder)
	if err != nil {
		return err
	}
	if err := tellDifferences(s.out, there, here); err != nil {
		return err
	}
	pending, plan, err := a.Plan(ctx)
	if err != nil {
		return err
	}
	if err := printPlan(s.out, pending, plan); err != nil {
		return err
	}
	told, err := a.Foresee(ctx, here, "en")
	if err != nil {
		return err
	}
	return printImpact(s.out, told)
}

// printImpact tells what a release would do to those who work.
func printImpact(out io.Writer, told httpapi.ToldImpact) error {
	var lines []string
	for _, b := range told.Breaks {
		lines = append(lines, fmt.Sprintf("breaks  %s: %s", b.What, b.Counted))
		for _, place := range b.Where {
			lines = append(lines, strings.TrimRight(fmt.Sprintf("        %s %s %s", place.Kind, place.Key, place.Path), " "))
		}
	}
	for word, shifts := range meta.Sorted(map[string][]httpapi.ToldShift{"gains": told.Gains, "loses": told.Losses}) {
		for _, one := range shifts {
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%-7s %s (%d): %s %s", word, one.Name, one.People, one.What, one.Counted), " "))
		}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

func (s site) publish(ctx context.Context) error {
	folder, err := s.folder()
	if err != nil {
		return err
	}
	return s.put(ctx, func(ctx context.Context, r *release.Releases, by release.By) (int64, error) {
		return r.Publish(ctx, folder, by)
	})
}

func (s site) rollback(ctx context.Context, to string) error {
	number, err := strconv.ParseInt(to, 10, 64)
	if err != nil {
		return fmt.Errorf("%s is no number of a release: wareloom meta releases tells those there are", to)
	}
	return s.put(ctx, func(ctx context.Context, r *release.Releases, by release.By) (int64, error) {
		return r.Rollback(ctx, number, by)
	})
}

// put has a release come into force, and tells its number.
func (s site) put(ctx context.Context, do func(ctx context.Context, r *release.Releases, by release.By) (int64, error)) error {
	a, err := s.open(ctx)
	if err != nil {
		return err
	}
	number, err := do(ctx, a.Releases, release.By{Author: "console", Note: s.note})
	if err = errors.Join(err, a.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "release %d is in force\n", number)
	return err
}

// export writes what the database holds into the folder; other files of it stay, and
// are told of.
func (s site) export(ctx context.Context) error {
	a, leave, err := s.look(ctx)
	if err != nil {
		return err
	}
	defer leave()
	files, err := a.SiteFiles(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.config.Site, 0o750); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	there, err := release.ReadFolder(os.DirFS(s.config.Site))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if files[name] == nil {
			fmt.Fprintln(s.out, "not in the release:", name)
		}
	}
	return writeFolder(s.config.Site, files)
}

// releases lists the newest releases.
func (s site) releases(ctx context.Context) error {
	a, leave, err := s.look(ctx)
	if err != nil {
		return err
	}
	defer leave()
	list, err := a.ListReleases(ctx)
	if err != nil {
		return err
	}
	for _, r := range list {
		at := time.UnixMilli(r.At).UTC().Format(time.RFC3339)
		if _, err := fmt.Fprintf(s.out, "%6d  %s  %-10s %4d changed  %s\n", r.Number, at, r.Author, r.Objects, r.Note); err != nil {
			return err
		}
	}
	return nil
}
