package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
)

const importUsage = "import --templates FOLDER | --mapping KEY [--dry-run] [--again] [--param NAME=VALUE]... FILE"

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
		return fmt.Errorf("the value of parameter %s is no JSON", name)
	}
	p[name] = parts
	return nil
}

// importFile reads a file through a mapping and prints what became of its rows.
func importFile(ctx context.Context, args []string, out, errs io.Writer) error {
	ask, again, templates := exchange.Import{Params: map[string]any{}, Language: "en"}, false, ""
	a, rest, err := openApp(ctx, "import", args, errs, func(f *flag.FlagSet) {
		f.StringVar(&templates, "templates", "", "write the templates of what a house fills before it goes live into this folder, in the order of their loading")
		f.StringVar(&ask.Language, "language", "en", "language of the templates and of what is told")
		f.StringVar(&ask.Mapping, "mapping", "", "key of the mapping")
		f.BoolVar(&ask.DryRun, "dry-run", false, "write nothing")
		f.BoolVar(&again, "again", false, "begin anew where an earlier start of this import was broken off")
		f.Var(params(ask.Params), "param", "name=value of a parameter of the mapping; a reference by key as name={\"code\":\"A\"}")
	})
	if err != nil {
		return err
	}
	defer a.Close()
	if templates != "" {
		return writeTemplates(ctx, a, templates, ask.Language, out)
	}
	path, err := one(rest, "a file", "import")
	if err != nil {
		return err
	}
	if known := a.Catalog.Current().Mappings; known[ask.Mapping] == nil {
		return fmt.Errorf("there is no mapping %q: say by --mapping one of %s", ask.Mapping, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	im, err := a.OpenImport(ask, path)
	if err != nil {
		return err
	}
	if err := goOn(ctx, im, again, errs); err != nil {
		return err
	}
	outcome, err := im.Run(ctx, func(done, total int) error {
		_, err := fmt.Fprintf(errs, "\r%d of %d", done, total)
		return err
	})
	if err != nil {
		return stopped(ctx, im, err)
	}
	_, _ = fmt.Fprintln(errs)
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(outcome); err != nil {
		return err
	}
	if err := im.Forget(ctx); err != nil { // after it was told: a kill before repeats the telling, not the work
		return err
	}
	if outcome.Failed > 0 {
		return fmt.Errorf("%d rows are wrong and were left out: mend them as listed, and import them again", outcome.Failed)
	}
	return nil
}

// goOn tells what an earlier start of the import saved, or forgets it.
func goOn(ctx context.Context, im *app.FileImport, again bool, errs io.Writer) error {
	if again {
		return im.Forget(ctx)
	}
	done, total, err := im.Saved(ctx)
	if err == nil && done > 0 {
		_, err = fmt.Fprintf(errs, "%d of %d records are in since an earlier start: it goes on behind them; --again imports them once more\n", done, total)
	}
	return err
}

// stopped words why an import ended too early: what is in stays, and the next start
// goes on behind it.
func stopped(ctx context.Context, im *app.FileImport, why error) error {
	if f, ok := fault.As(why); ok && f.Key == exchange.Changed {
		return why // says itself what is in and what to do
	}
	done, total, err := im.Saved(context.WithoutCancel(ctx))
	reason := said(why)
	if ctx.Err() != nil {
		reason = "it was stopped"
	}
	switch {
	case err != nil, done == 0 && ctx.Err() == nil:
		return why
	case done == 0:
		return errors.New("the import was stopped before anything was in: start it again")
	}
	return fmt.Errorf("%d of %d records are in and stay: start the same import again, and it goes on behind them (%s)", done, total, reason)
}
