package store

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

// OtherColumn is a column of a table or a view that another program made.
type OtherColumn struct {
	ColumnInfo
	Alone bool `db:"alone"` // no two rows have the same value in it, and the database keeps that
}

// made finds the table that a statement of a migration makes.
var made = regexp.MustCompile(`(?i)create table (?:if not exists )?"?([a-z0-9_]+)`)

// note remembers the tables that migrations make.
func (db *DB) note(files []migration) {
	for _, file := range files {
		for _, statement := range file.statements {
			if found := made.FindStringSubmatch(statement); found != nil {
				db.own.Store(found[1], true)
			}
		}
	}
}

// Owns reports whether a table is of the engine or of the database itself. Those of
// metadata it does not know.
func (tx *Tx) Owns(table string) bool {
	table = strings.ToLower(table)
	_, known := tx.db.own.Load(table)
	return known || table == "schema_migration" || table == "id_block" || strings.HasPrefix(table, "sqlite_") || strings.HasPrefix(table, "pg_")
}

// Others lists the tables and views that may be read, whoever made them, by name.
func (tx *Tx) Others(ctx context.Context) (names []string, err error) {
	question := `select name from sqlite_schema where type in ('table', 'view') order by name`
	if tx.Dialect() == Postgres {
		question = `select relname from pg_class t where ` + readablePostgres + ` order by relname`
	}
	if err := tx.Select(ctx, &names, question); err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	return names, nil
}

// readablePostgres are the tables and views that may be read.
const readablePostgres = `t.relkind in ('r', 'p', 'v', 'm', 'f') and t.relnamespace = current_schema()::regnamespace and has_table_privilege(t.oid, 'select')`

// Columns lists the columns of a table or a view in their order; none where there is no
// such table, or where it may not be read.
func (tx *Tx) Columns(ctx context.Context, table string) (columns []OtherColumn, err error) {
	question := `select c.name, c.type, c."notnull" or c.pk > 0 and upper(c.type) = 'INTEGER' as not_null,
		c.pk = 1 and not exists (select 1 from pragma_table_xinfo(?1) p where p.pk > 1) or exists (select 1 from pragma_index_list(?1) l
			where l."unique" = 1 and l.partial = 0 and (select count(*) from pragma_index_info(l.name)) = 1
			and exists (select 1 from pragma_index_info(l.name) i where i.name = c.name)) as alone
		from pragma_table_xinfo(?1) c where c.hidden <> 1 and exists (select 1 from sqlite_schema where type in ('table', 'view') and name = ?1 collate nocase) order by c.cid`
	if tx.Dialect() == Postgres {
		question = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
			exists (select 1 from pg_index x where x.indrelid = t.oid and x.indisunique and x.indisvalid and x.indpred is null and x.indnkeyatts = 1 and x.indkey[0] = a.attnum) as alone
			from pg_class t join pg_attribute a on a.attrelid = t.oid
			where t.relname = ? and a.attnum > 0 and not a.attisdropped and ` + readablePostgres + ` order by a.attnum`
	}
	if err := tx.Select(ctx, &columns, question, table); err != nil {
		return nil, fmt.Errorf("read the columns of %s: %w", table, err)
	}
	return columns, nil
}

// Misfits reports whether the database refused a statement for what its tables are or
// hold: one that it does not have, a column of another type, a value that it cannot turn.
func Misfits(err error) bool {
	state, postgres := sqlState(err)
	return IsMissing(err) || postgres && (strings.HasPrefix(state, "42") || strings.HasPrefix(state, "22"))
}
