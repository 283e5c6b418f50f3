package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/wareloom/wareloom/engine/exchange"
)

const importUsage = "import --mapping KEY [--dry-run] [--param NAME=VALUE]... FILE"

// params are the values given by --param.
type params map[string]any

func (p params) String() string { return "" }

// Set takes name=value; a value in braces is JSON, as the key of a reference.
func (p params) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("a parameter is written as name=value")
	}
	if !strings.HasPrefix(value, "{") {
		p[name] = value
		return nil
	}
	var parts map[string]any
	if err := json.Unmarshal([]byte(value), &parts); err != nil {
		return fmt.Errorf("parameter %s: %w", name, err)
	}
	p[name] = parts
	return nil
}

// importFile reads a file through a mapping and prints what became of its rows.
func importFile(ctx context.Context, args []string, out, errs io.Writer) error {
	ask := exchange.Import{Params: map[string]any{}, Language: "en"}
	a, rest, err := openApp(ctx, "import", args, errs, func(f *flag.FlagSet) {
		f.StringVar(&ask.Mapping, "mapping", "", "key of the mapping")
		f.BoolVar(&ask.DryRun, "dry-run", false, "write nothing")
		f.Var(params(ask.Params), "param", "name=value of a parameter of the mapping; a reference by key as name={\"code\":\"A\"}")
	})
	if err != nil {
		return err
	}
	defer a.Close()
	path, err := one(rest, "a file")
	if err != nil {
		return err
	}
	outcome, err := a.ImportFile(ctx, ask, path, func(done, total int) error {
		_, err := fmt.Fprintf(errs, "\r%d of %d", done, total)
		return err
	})
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(errs)
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(outcome); err != nil {
		return err
	}
	if outcome.Failed > 0 {
		return fmt.Errorf("%d rows are wrong", outcome.Failed)
	}
	return nil
}
