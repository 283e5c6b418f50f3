package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/ddl"
)

// columns lists what is kept of fields and tables that metadata no longer has.
func (s site) columns(ctx context.Context) error {
	a, leave, err := s.look(ctx)
	if err != nil {
		return err
	}
	defer leave()
	list, err := a.ListKept(ctx)
	if err != nil {
		return err
	}
	for _, k := range list {
		since := time.UnixMilli(k.Since).UTC().Format(time.RFC3339)
		if _, err := fmt.Fprintf(s.out, "%-40s %-12s %8d values  since %s (release %d)  may go from %s\n",
			k.Name(), k.Type, k.Values, since, k.Release, k.Until().Format(time.RFC3339)); err != nil {
			return err
		}
	}
	return nil
}

// dropColumn takes one of them out of the database for good: who types its name consents.
func (s site) dropColumn(ctx context.Context) error {
	a, err := s.open(ctx)
	if err != nil {
		return err
	}
	table, field, _ := strings.Cut(s.drop, ".")
	gone, err := a.Releases.DropKept(ctx, ddl.Kept{Table: table, Field: field, Author: "console"}, nil)
	if err = errors.Join(err, a.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is gone, with %d values\n", gone.Name(), gone.Values)
	return err
}
