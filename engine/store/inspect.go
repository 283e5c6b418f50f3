package store

import (
	"context"
	"fmt"
	"regexp"
)

// TableInfo is what a database says about one of its tables.
type TableInfo struct {
	Columns []ColumnInfo // in their order
	Indexes []IndexInfo  // by name, without those of primary keys and unique columns
	Checks  []string     // names of its CHECK constraints, in no order

	ForeignKeys []ForeignInfo // in no order; those over several columns are left out

	Unproven []string // names of conditions and foreign keys that older rows were not held to
}

// ForeignInfo is the foreign key of one column.
type ForeignInfo struct {
	Name    string `db:"name"` // "" on SQLite
	Column  string `db:"column_name"`
	To      string `db:"target"`
	Cascade bool   `db:"cascades"` // rows go with the one they refer to
}

// ColumnInfo is one column. Types are the database's own words.
type ColumnInfo struct {
	Name    string `db:"name"`
	Type    string `db:"type"`
	NotNull bool   `db:"not_null"`
}

// IndexInfo is one index with the statement that would make it.
type IndexInfo struct {
	Name       string `db:"name"`
	Unique     bool   `db:"is_unique"`
	Definition string `db:"definition"`
	Broken     bool   `db:"is_broken"` // it was not built to its end, and serves nobody
}

// Inspect reads the tables of the database, by name.
func (db *DB) Inspect(ctx context.Context) (tables map[string]TableInfo, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *Tx) error {
		tables, err = tx.Inspect(ctx)
		return err
	})
	return tables, err
}

// Inspect reads the tables as the transaction sees them.
func (tx *Tx) Inspect(ctx context.Context) (map[string]TableInfo, error) {
	tables := map[string]TableInfo{}
	ask := questions[tx.Dialect()]
	if err := tx.inspectColumns(ctx, ask.columns, tables); err != nil {
		return nil, fmt.Errorf("inspect columns: %w", err)
	}
	if err := tx.inspectIndexes(ctx, ask.indexes, tables); err != nil {
		return nil, fmt.Errorf("inspect indexes: %w", err)
	}
	if err := tx.inspectChecks(ctx, ask.checks, tables); err != nil {
		return nil, fmt.Errorf("inspect checks: %w", err)
	}
	if err := tx.inspectForeign(ctx, ask.foreign, tables); err != nil {
		return nil, fmt.Errorf("inspect foreign keys: %w", err)
	}
	if err := tx.inspectUnproven(ctx, ask.unproven, tables); err != nil {
		return nil, fmt.Errorf("inspect what was not proven: %w", err)
	}
	return tables, nil
}

// inspectUnproven asks nothing of SQLite, which proves everything at once.
func (tx *Tx) inspectUnproven(ctx context.Context, question string, tables map[string]TableInfo) error {
	var rows []struct {
		Table string `db:"table_name"`
		Name  string `db:"name"`
	}
	if question == "" {
		return nil
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, row := range rows {
		table := tables[row.Table]
		table.Unproven = append(table.Unproven, row.Name)
		tables[row.Table] = table
	}
	return nil
}

func (tx *Tx) inspectForeign(ctx context.Context, question string, tables map[string]TableInfo) error {
	var rows []struct {
		Table string `db:"table_name"`
		ForeignInfo
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, row := range rows {
		table := tables[row.Table]
		table.ForeignKeys = append(table.ForeignKeys, row.ForeignInfo)
		tables[row.Table] = table
	}
	return nil
}

func (tx *Tx) inspectColumns(ctx context.Context, question string, tables map[string]TableInfo) error {
	var rows []struct {
		Table string `db:"table_name"`
		ColumnInfo
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, row := range rows {
		table := tables[row.Table]
		table.Columns = append(table.Columns, row.ColumnInfo)
		tables[row.Table] = table
	}
	return nil
}

func (tx *Tx) inspectIndexes(ctx context.Context, question string, tables map[string]TableInfo) error {
	var rows []struct {
		Table string `db:"table_name"`
		IndexInfo
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, row := range rows {
		table := tables[row.Table]
		table.Indexes = append(table.Indexes, row.IndexInfo)
		tables[row.Table] = table
	}
	return nil
}

// namedCheck finds the checks in SQLite's text of a table; PostgreSQL answers in
// the same words.
var namedCheck = regexp.MustCompile(`(?i)constraint\s+"?([a-z][a-z0-9_]*)"?\s+check\b`)

func (tx *Tx) inspectChecks(ctx context.Context, question string, tables map[string]TableInfo) error {
	var rows []struct {
		Table string `db:"table_name"`
		Text  string `db:"text"`
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, row := range rows {
		table := tables[row.Table]
		for _, found := range namedCheck.FindAllStringSubmatch(row.Text, -1) {
			table.Checks = append(table.Checks, found[1])
		}
		tables[row.Table] = table
	}
	return nil
}

// questions are the catalogue queries of each database.
var questions = map[Dialect]struct{ columns, indexes, checks, foreign, unproven string }{
	SQLite: {
		columns: `select t.name as table_name, c.name, c.type, c."notnull" as not_null
			from sqlite_schema t join pragma_table_info(t.name) c
			where t.type = 'table' and t.name not like 'sqlite%' order by t.name, c.cid`,
		indexes: `select i.tbl_name as table_name, i.name, l."unique" as is_unique, i.sql as definition, 0 as is_broken
			from sqlite_schema i join pragma_index_list(i.tbl_name) l on l.name = i.name
			where i.type = 'index' and i.sql is not null order by i.tbl_name, i.name`,
		checks: `select name as table_name, sql as text from sqlite_schema where type = 'table' and name not like 'sqlite%'`,
		foreign: `select t.name as table_name, '' as name, k."from" as column_name, k."table" as target, k.on_delete = 'CASCADE' as cascades
			from sqlite_schema t join pragma_foreign_key_list(t.name) k
			where t.type = 'table' and not exists (select 1 from pragma_foreign_key_list(t.name) other where other.id = k.id and other.seq > 0)`,
	},
	Postgres: {
		columns: `select t.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null
			from pg_class t join pg_attribute a on a.attrelid = t.oid
			where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
			order by t.relname, a.attnum`,
		indexes: `select t.relname as table_name, i.relname as name, x.indisunique as is_unique, pg_get_indexdef(x.indexrelid) as definition, not x.indisvalid as is_broken
			from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
			where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace
			and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u'))
			order by t.relname, i.relname`,
		checks: `select t.relname as table_name, 'constraint ' || c.conname || ' check' as text
			from pg_constraint c join pg_class t on t.oid = c.conrelid
			where c.contype = 'c' and t.relnamespace = current_schema()::regnamespace order by c.conname`,
		foreign: `select t.relname as table_name, c.conname as name, a.attname as column_name, o.relname as target, c.confdeltype = 'c' as cascades
			from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
			join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
			where c.contype = 'f' and array_length(c.conkey, 1) = 1 and t.relnamespace = current_schema()::regnamespace order by c.conname`,
		unproven: `select t.relname as table_name, c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
			where not c.convalidated and t.relnamespace = current_schema()::regnamespace order by t.relname, c.conname`,
	},
}
