package road

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

const clear1, clear2 = "first-clear-text-4711", "second-clear-text-0815"

// TestSecretStaysSealed writes secrets of a carrier account and looks for them in
// every answer, in every table of the database, and behind the bin.
func TestSecretStaysSealed(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		made := f.quiet("data/carrier_account/save", m{"code": "T1", "name": "Sealed", "carrier_id": m{"code": "SF"}, "secret": clear1})
		if made["secret"] != "••••4711" {
			t.Errorf("shown as %v", made["secret"])
		}
		account := id(made)
		f.quiet("data/carrier_account/save", m{"id": account, "name": "Renamed"})
		f.reveals(account, clear1)
		f.quiet("data/carrier_account/save", m{"id": account, "secret": clear2})
		if f.Try("data/carrier_account/save", m{"id": account, "secret": "••••0815"}).Result {
			t.Error("the hint is taken for a secret")
		}
		for _, op := range []string{"eq", "like", "starts"} {
			if f.Try("data/carrier_account/query", m{"filter": m{"field": "secret", "op": op, "value": "sealed"}}).Result {
				t.Errorf("secrets are searched with %s", op)
			}
		}
		f.quiet("data/carrier_account/query", m{})
		f.quiet("data/carrier_account/history", m{"id": account})
		f.quiet("data/carrier_account/delete", m{"ids": []int64{account}})
		f.quiet("data/carrier_account/restore", m{"ids": []int64{account}})
		f.reveals(account, clear2)
		f.holdsNowhere(clear1, clear2)
	})
}

// quiet sends a call that is granted and whose answer holds no clear text.
func (f *floor) quiet(path string, body m) m {
	f.Helper()
	answer := f.Ask(path, body)
	if strings.Contains(answer.Text, "clear-text") || strings.Contains(answer.Text, "sealed:") {
		f.Errorf("%s answers %s", path, answer.Text)
	}
	var row m
	if strings.HasSuffix(path, "/save") {
		answer.Into(f, &row)
	}
	return row
}

// reveals wants what is kept to open to the clear text, with the server's key.
func (f *floor) reveals(account int64, want string) {
	f.Helper()
	table, err := f.Server.Catalog.Current().Table("carrier_account")
	if err != nil {
		f.Fatal(err)
	}
	field, _ := table.Field("secret")
	err = f.Server.DB.Read(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		var kept string
		if err := tx.Get(ctx, &kept, "select secret from carrier_account where id = ?", account); err != nil {
			return err
		}
		text, err := field.Reveal(kept)
		if text != want {
			f.Errorf("kept is %q, want %q", text, want)
		}
		return err
	})
	if err != nil {
		f.Error(err)
	}
}

// holdsNowhere reads every value of the database.
func (f *floor) holdsNowhere(secrets ...string) {
	tables := "select name from sqlite_master where type = 'table'"
	if f.Server.DB.Dialect() == store.Postgres {
		tables = "select table_name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'"
	}
	err := f.Server.DB.Read(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		var names []string
		if err := tx.Select(ctx, &names, tables); err != nil {
			return err
		}
		if len(names) < 50 {
			f.Errorf("only %d tables are read", len(names))
		}
		for _, name := range names {
			if err := f.reads(ctx, tx, name, secrets); err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
		}
		return nil
	})
	if err != nil {
		f.Error(err)
	}
}

func (f *floor) reads(ctx context.Context, tx *store.Tx, table string, secrets []string) error {
	rows, err := tx.Query(ctx, `select * from "`+table+`"`)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]any, len(columns))
	for i := range cells {
		cells[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(cells...); err != nil {
			return err
		}
		for i, cell := range cells {
			text := fmt.Sprintf("%s", *cell.(*any))
			for _, secret := range secrets {
				if strings.Contains(text, secret) {
					f.Errorf("%s.%s holds a secret: %s", table, columns[i], text)
				}
			}
		}
	}
	return rows.Err()
}
