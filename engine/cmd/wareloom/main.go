// Command wareloom serves the product, and does from the console what an operator
// needs: verify, back up, restore, import, check metadata, make accounts.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // days belong to a place, also on a machine without time zones
)

// version is set by the linker.
var version = "dev"

// command is a subcommand.
type command struct {
	name, usage string
	run         func(ctx context.Context, args []string, out, errs io.Writer) error
}

func commands() []command {
	return []command{
		{"serve", "serve [--addr ADDR] [--dsn DSN] [--demo] [--lan] [--tls self] [--config FILE]", serve},
		{"verify", "verify [--json]", verify},
		{"backup", "backup FILE", backup},
		{"restore", "restore FILE", restore},
		{"import", importUsage, importFile},
		{"migrate", "migrate [--plan]", migrate},
		{"meta", metaUsage, metadata},
		{"user", "user add|passwd [--type TYPE] [--role ROLE] ACCOUNT", user},
		{"key", keyUsage, key},
		{"version", "version", func(_ context.Context, _ []string, out, _ io.Writer) error {
			_, err := fmt.Fprintln(out, "wareloom", version)
			return err
		}},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "wareloom:", err)
		os.Exit(1)
	}
}

// run finds the subcommand and runs it.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	all := commands()
	if len(args) > 0 {
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] }); i >= 0 {
			return all[i].run(ctx, args[1:], out, errs)
		}
	}
	lines := make([]string, len(all))
	for i, c := range all {
		lines[i] = "  wareloom " + c.usage
	}
	return fmt.Errorf("usage:\n%s", strings.Join(lines, "\n"))
}
