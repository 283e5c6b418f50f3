// Command elsewhere stands for a program that has tables of its own in the same database:
// it does the statements that follow the address.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/wareloom/wareloom/engine/store"
)

func main() {
	if err := do(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func do(ctx context.Context, dsn string, statements []string) error {
	db, err := store.Open(ctx, dsn, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Alter(ctx, func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}
