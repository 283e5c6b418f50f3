package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/store"
)

// openApp reads the configuration of a console command and builds the app.
func openApp(ctx context.Context, name string, args []string, errs io.Writer, add func(*flag.FlagSet)) (*app.App, []string, error) {
	c, rest, err := readConfig(name, args, errs, add)
	if err != nil {
		return nil, nil, err
	}
	a, err := build(ctx, c, slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})), &app.Clock{})
	return a, rest, err
}

// one wants exactly one argument after the flags.
func one(rest []string, what, command string) (string, error) {
	if len(rest) != 1 {
		return "", fmt.Errorf("%s is needed, and nothing beside it: wareloom %s", what, usageOf(command))
	}
	return rest[0], nil
}

// none wants no argument after the flags.
func none(rest []string, command string) error {
	if len(rest) > 0 {
		return fmt.Errorf("%s is too much: wareloom %s", strings.Join(rest, " "), usageOf(command))
	}
	return nil
}

// errBroken ends verify with an exit code of its own kind: the command worked and
// the stock of facts is wrong.
var errBroken = errors.New("invariants are broken: keep the database as it is, and report what is listed")

// verify proves the invariants that plugins declare.
func verify(ctx context.Context, args []string, out, errs io.Writer) error {
	var asJSON bool
	c, rest, err := readConfig("verify", args, errs, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "answer in JSON") })
	if err != nil {
		return err
	}
	if err := none(rest, "verify"); err != nil {
		return err
	}
	a, err := look(ctx, c, slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	defer a.Close()
	report, err := a.Verify(ctx)
	if err != nil {
		return err
	}
	return tell(out, asJSON, report, report.OK, errBroken)
}

// tell writes a report for programs or for people, and ends with an error of its own kind
// where all is not well.
func tell(out io.Writer, asJSON bool, report interface{ Print(out io.Writer) error }, ok bool, bad error) error {
	write := report.Print
	if asJSON {
		write = func(out io.Writer) error { return json.NewEncoder(out).Encode(report) }
	}
	if err := write(out); err != nil || ok {
		return err
	}
	return bad
}

// backup copies the database into a file, while it is in use.
func backup(ctx context.Context, args []string, out, errs io.Writer) error {
	c, rest, err := readConfig("backup", args, errs, nil)
	if err != nil {
		return err
	}
	file, err := one(rest, "a file", "backup")
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, c.DSN, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Backup(ctx, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s holds the database. Keep its .sha256, %s and %s with it.\n", file, c.Key, c.Files)
	return err
}

// restore fills an empty database from a backup.
func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	c, rest, err := readConfig("restore", args, errs, nil)
	if err != nil {
		return err
	}
	file, err := one(rest, "a file", "restore")
	if err != nil {
		return err
	}
	if err := store.Restore(ctx, c.DSN, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is restored from %s\n", c.shownDSN(), file)
	return err
}

// migrate brings the tables up to date, or only tells what it would do.
func migrate(ctx context.Context, args []string, out, errs io.Writer) error {
	var planOnly bool
	c, rest, err := readConfig("migrate", args, errs, func(f *flag.FlagSet) { f.BoolVar(&planOnly, "plan", false, "change nothing") })
	if err != nil {
		return err
	}
	if err := none(rest, "migrate"); err != nil {
		return err
	}
	if !planOnly {
		a, err := build(ctx, c, slog.New(slog.NewTextHandler(errs, nil)), &app.Clock{})
		if err != nil {
			return err
		}
		return a.Close()
	}
	a, leave, err := lookOrImagine(ctx, c, slog.New(slog.NewTextHandler(errs, nil)))
	if err != nil {
		return err
	}
	defer leave()
	pending, plan, err := a.Plan(ctx)
	if err != nil {
		return err
	}
	return printPlan(out, pending, plan)
}

// lookOrImagine opens the database to look at it; in the place of a file that is not
// there yet an empty one, which goes when the caller leaves.
func lookOrImagine(ctx context.Context, c config, log *slog.Logger) (a *app.App, leave func(), err error) {
	there, err := store.IsThere(ctx, c.DSN)
	if err != nil {
		return nil, nil, err
	}
	folder := ""
	if !there && strings.HasPrefix(c.DSN, "sqlite:") {
		if folder, err = os.MkdirTemp("", "wareloom-plan-"); err != nil {
			return nil, nil, err
		}
		file := filepath.Join(folder, "empty.db")
		c.DSN = "sqlite:" + file
		err = os.WriteFile(file, nil, 0o600)
	}
	if err == nil {
		a, err = look(ctx, c, log)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	return a, func() { a.Close(); os.RemoveAll(folder) }, nil
}

func printPlan(out io.Writer, pending []string, plan ddl.Plan) error {
	if len(pending)+len(plan) == 0 {
		_, err := fmt.Fprintln(out, "nothing to do")
		return err
	}
	for _, name := range pending {
		if _, err := fmt.Fprintln(out, "engine", name); err != nil {
			return err
		}
	}
	if tables := plan.Rebuilt(); len(tables) > 0 {
		if _, err := fmt.Fprintln(out, "rebuilt, after a backup:", strings.Join(tables, ", ")); err != nil {
			return err
		}
	}
	for _, step := range plan {
		if _, err := fmt.Fprintf(out, "%-6s %s.%s %s\n", step.Class, step.Table, step.Name, step.Key); err != nil {
			return err
		}
		for _, statement := range step.SQL {
			if _, err := fmt.Fprintln(out, "       ", statement); err != nil {
				return err
			}
		}
	}
	return nil
}

// user makes an account or gives one a new password, read from the first line of
// the input.
func user(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) == 0 || args[0] != "add" && args[0] != "passwd" {
		return errors.New("say add or passwd; usage: wareloom " + usageOf("user") + " < password")
	}
	var account app.Account
	a, rest, err := openApp(ctx, "user", args[1:], errs, func(f *flag.FlagSet) {
		f.StringVar(&account.UserType, "type", "user", "user type")
		f.StringVar(&account.Role, "role", "admin", "role of a new account")
	})
	if err != nil {
		return err
	}
	defer a.Close()
	if account.Name, err = one(rest, "an account", "user"); err != nil {
		return err
	}
	fmt.Fprintln(errs, "password:")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return errors.New("no password came: type it, or give it as the first line of the input")
	}
	account.Password = strings.TrimRight(line, "\r\n")
	if args[0] == "add" {
		err = a.AddAccount(ctx, account)
	} else {
		err = a.SetPassword(ctx, account)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s %s: done\n", account.UserType, account.Name)
	}
	return err
}
