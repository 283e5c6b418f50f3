// Package command is what the binary does: it serves the product, and does from the
// console what an operator needs: verify, back up, restore, import, check metadata, make
// accounts. A binary with further plugins is a main that calls Main with them.
package command

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
)

// command is a subcommand.
type command struct {
	name, usage string
	run         func(ctx context.Context, args []string, out, errs io.Writer) error
}

func commands() []command {
	return []command{
		{"serve", "serve [--addr ADDR] [--dsn DSN] [--demo] [--lan] [--tls self] [--site FOLDER] [--config FILE] [--new] [--downgrade] [--safe]", serve},
		{"verify", "verify [--json]", verify},
		{"cutover", cutoverUsage, cutover},
		{"backup", "backup FILE", backup},
		{"restore", "restore FILE", restore},
		{"import", importUsage, importFile},
		{"migrate", "migrate [--plan]", migrate},
		{"meta", metaUsage, metadata},
		{"user", "user add|passwd [--type TYPE] [--role ROLE] ACCOUNT", user},
		{"key", keyUsage, key},
		{"agent", agentUsage, runAgent},
		{"carrier", carrierUsage, playCarrier},
		{"recogniser", recogniserUsage, playRecogniser},
		{"new", newUsage, newPlugin},
		{"build", buildUsage, buildWith},
		{"version", "version", func(_ context.Context, _ []string, out, _ io.Writer) error {
			_, err := fmt.Fprintln(out, "wareloom", version())
			return err
		}},
	}
}

// Main runs the subcommand that the arguments of the process name, until it ends or the
// process is told to, and gives the exit code. It is called once, by main.
func Main(b Binary) int {
	binary = b
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "wareloom:", said(err))
		return 1
	}
	return 0
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
