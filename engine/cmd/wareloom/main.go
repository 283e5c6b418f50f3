// Command wareloom serves the product, and does from the console what an operator
// needs: verify, back up, restore, import, check metadata, make accounts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // days belong to a place, also on a machine without time zones
)

// number is the version of the product, by semver; it is raised with a release.
var number = "0.9.0" // a variable, so that a test can link another one

// commit is what the binary was built from, set by the linker; "" where nobody knows.
var commit string

// version is what people and clients are told.
func version() string {
	if commit == "" {
		return number
	}
	return number + "+" + commit
}

// command is a subcommand.
type command struct {
	name, usage string
	run         func(ctx context.Context, args []string, out, errs io.Writer) error
}

func commands() []command {
	return []command{
		{"serve", "serve [--addr ADDR] [--dsn DSN] [--demo] [--lan] [--tls self] [--site FOLDER] [--config FILE] [--new] [--downgrade]", serve},
		{"verify", "verify [--json]", verify},
		{"backup", "backup FILE", backup},
		{"restore", "restore FILE", restore},
		{"import", importUsage, importFile},
		{"migrate", "migrate [--plan]", migrate},
		{"meta", metaUsage, metadata},
		{"user", "user add|passwd [--type TYPE] [--role ROLE] ACCOUNT", user},
		{"key", keyUsage, key},
		{"version", "version", func(_ context.Context, _ []string, out, _ io.Writer) error {
			_, err := fmt.Fprintln(out, "wareloom", version())
			return err
		}},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "wareloom:", said(err))
		os.Exit(1)
	}
}

// run finds the subcommand and runs it.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	all := commands()
	if len(args) > 0 {
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] }); i >= 0 {
			err := all[i].run(ctx, args[1:], out, errs)
			if errors.Is(err, flag.ErrHelp) {
				return nil
			}
			return err
		}
	}
	lines := make([]string, len(all))
	for i, c := range all {
		lines[i] = "  wareloom " + c.usage
	}
	return fmt.Errorf("name one of these commands; wareloom COMMAND --help tells its flags\nusage:\n%s", strings.Join(lines, "\n"))
}
