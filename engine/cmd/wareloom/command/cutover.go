package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
)

const cutoverUsage = "cutover check [--json] [--language LANGUAGE]"

// errNotReady ends cutover check where something is missing: the command worked, the
// house is not ready.
var errNotReady = errors.New("the house is not ready to go live: mend what is listed, and check again")

// cutover tells what keeps the house from going live.
func cutover(ctx context.Context, args []string, out, errs io.Writer) error {
	var asJSON bool
	var language string
	c, rest, err := readConfig("cutover", args, errs, func(f *flag.FlagSet) {
		f.BoolVar(&asJSON, "json", false, "answer in JSON")
		f.StringVar(&language, "language", "en", "language of the sentences, as zh, en or es")
	})
	if err != nil {
		return err
	}
	if what, err := one(rest, "check", "cutover"); err != nil || what != "check" {
		return errors.Join(err, fmt.Errorf("there is only: wareloom %s", cutoverUsage))
	}
	a, err := look(ctx, c, slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.InForce(ctx); err != nil {
		return err
	}
	report, err := a.Cutover(ctx, language)
	if err != nil {
		return err
	}
	return tell(out, asJSON, report, report.OK, errNotReady)
}
