package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// markVersion is the mark of the newest version that wrote to the database.
const markVersion = "version"

// Mark reads what was noted about the database under a name; "" when nothing was,
// also in a database that has no tables yet.
func (tx *Tx) Mark(ctx context.Context, name string) (content string, err error) {
	exists, err := tx.exists(ctx, "database_mark")
	if err != nil || !exists {
		return "", err
	}
	err = tx.QueryRow(ctx, "select content from database_mark where name = ?", name).Scan(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return content, err
}

// SetMark notes something about the database under a name.
func (tx *Tx) SetMark(ctx context.Context, name, content string) error {
	const set = "insert into database_mark (name, content) values (?, ?) on conflict (name) do update set content = excluded.content"
	if _, err := tx.Exec(ctx, set, name, content); err != nil {
		return fmt.Errorf("mark the database: %w", err)
	}
	return nil
}

// checkOurs refuses a database that holds something and none of our tables.
func (db *DB) checkOurs(ctx context.Context) error {
	return db.Read(ctx, func(ctx context.Context, tx *Tx) error {
		ours, err := tx.exists(ctx, "schema_migration")
		if err != nil || ours {
			return err
		}
		var tables int
		question := "select count(*) from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
		if db.dialect == Postgres {
			question = countedTables
		}
		if err := tx.Get(ctx, &tables, question); err != nil || tables == 0 {
			return err
		}
		return errForeign
	})
}

// checkVersion refuses a database that a newer version wrote: this one does not know
// what that made, and would take columns for forgotten ones.
func (db *DB) checkVersion(ctx context.Context) error {
	wrote, err := db.versionOf(ctx)
	if err != nil || db.options.Version == "" || db.options.Downgrade || !versionLess(db.options.Version, wrote) {
		return err
	}
	return fmt.Errorf("version %s wrote this database and this is %s: start the newer one, or say --downgrade to go on with the older one", wrote, db.options.Version)
}

// stampVersion notes this version unless a newer one was here.
func (db *DB) stampVersion(ctx context.Context) error {
	wrote, err := db.versionOf(ctx)
	if err != nil || db.options.Version == "" || !versionLess(wrote, db.options.Version) {
		return err
	}
	return db.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.SetMark(ctx, markVersion, db.options.Version) })
}

func (db *DB) versionOf(ctx context.Context) (version string, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *Tx) error {
		version, err = tx.Mark(ctx, markVersion)
		return err
	})
	return version, err
}
