package main

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
	a, err := build(ctx, c, slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})))
	return a, rest, err
}

// one wants exactly one argument after the flags.
func one(rest []string, what string) (string, error) {
	if len(rest) != 1 {
		return "", fmt.Errorf("%s is needed", what)
	}
	return rest[0], nil
}

// errBroken ends verify with an exit code of its own kind: the command worked and
// the stock of facts is wrong.
var errBroken = errors.New("invariants are broken")

// verify proves the invariants that plugins declare.
func verify(ctx context.Context, args []string, out, errs io.Writer) error {
	var asJSON bool
	a, _, err := openApp(ctx, "verify", args, errs, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "answer in JSON") })
	if err != nil {
		return err
	}
	defer a.Close()
	report, err := a.Verify(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(out).Encode(report)
	} else {
		err = report.Print(out)
	}
	if err == nil && !report.OK {
		return errBroken
	}
	return err
}

// backup copies the database into a file, while it is in use.
func backup(ctx context.Context, args []string, out, errs io.Writer) error {
	c, rest, err := readConfig("backup", args, errs, nil)
	if err != nil {
		return err
	}
	file, err := one(rest, "a file")
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, c.DSN, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Backup(ctx, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s holds the database. Keep %s and %s with it.\n", file, c.Key, c.Files)
	return err
}

// restore fills an empty database from a backup.
func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	c, rest, err := readConfig("restore", args, errs, nil)
	if err != nil {
		return err
	}
	file, err := one(rest, "a file")
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
	c, _, err := readConfig("migrate", args, errs, func(f *flag.FlagSet) { f.BoolVar(&planOnly, "plan", false, "change nothing") })
	if err != nil {
		return err
	}
	if !planOnly {
		a, err := build(ctx, c, slog.New(slog.NewTextHandler(errs, nil)))
		if err != nil {
			return err
		}
		return a.Close()
	}
	release, err := compile()
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, c.DSN, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	plan, err := ddl.Preview(ctx, db, release)
	if err != nil {
		return err
	}
	return printPlan(out, plan)
}

func printPlan(out io.Writer, plan ddl.Plan) error {
	if len(plan) == 0 {
		_, err := fmt.Fprintln(out, "nothing to do")
		return err
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
		return errors.New("usage: wareloom user add|passwd [--type TYPE] [--role ROLE] ACCOUNT < password")
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
	if account.Name, err = one(rest, "an account"); err != nil {
		return err
	}
	fmt.Fprintln(errs, "password:")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return fmt.Errorf("read password: %w", err)
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
