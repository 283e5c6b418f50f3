package store

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/wareloom/wareloom/engine/fault"
)

// Said tells in one English sentence, for who runs the server, what keeps a database
// from being used and what to do; "" for an error that is none of a database.
func Said(err error) string {
	var connect *pgconn.ConnectError
	var parse *pgconn.ParseConfigError
	switch {
	case errors.As(err, &connect):
		return saidOfConnect(connect)
	case errors.As(err, &parse):
		return "the address of the database cannot be read: write --dsn postgres://user:password@host:port/database"
	}
	f, isFault := fault.As(err)
	if isFault && saidOfFault(f) != "" {
		return saidOfFault(f)
	}
	code, _ := sqliteCode(err)
	return sqliteSays[code&0xff]
}

// sqliteSays are the sentences of SQLite's primary result codes.
var sqliteSays = map[int]string{
	5:  "another process holds the database: stop it, or wait until it is done",
	8:  "the database may only be read: let the user of this process write to the file and its folder",
	10: "the disk cannot be read or written: look at the disk, then run wareloom verify",
	11: "the database file is damaged: restore a backup",
	13: "the disk is full: make room on it, then try again",
	14: "the database file cannot be opened: look whether its folder is there and may be written to",
	26: "the file is no database of Wareloom: name the right one by --dsn sqlite:FILE",
}

func saidOfConnect(e *pgconn.ConnectError) string {
	var said *pgconn.PgError
	if !errors.As(e, &said) {
		return fmt.Sprintf("PostgreSQL does not answer at %s, port %d: start it, or correct host and port in --dsn", e.Config.Host, e.Config.Port)
	}
	switch said.Code {
	case "28P01", "28000":
		return fmt.Sprintf("PostgreSQL does not let %s in: correct user and password in --dsn, or its pg_hba.conf", e.Config.User)
	case "3D000":
		return fmt.Sprintf("PostgreSQL has no database %s: make it by createdb %[1]s, or name another in --dsn", e.Config.Database)
	}
	return fmt.Sprintf("PostgreSQL refuses the connection (%s): mend that, then try again", said.Message)
}

func saidOfFault(f *fault.Fault) string {
	switch f.Key {
	case "store.not_empty":
		return "the target is there already and is never overwritten: name another, or move it away"
	case "store.backup_damaged":
		return "the file is no sound backup of Wareloom: take another one"
	case "store.tool_missing":
		return fmt.Sprintf("%v is not installed here: install the client tools of PostgreSQL", f.Params["tool"])
	case Full:
		return sqliteSays[13]
	case Busy:
		return sqliteSays[5]
	case "store.unreachable", "store.timeout":
		return "the database does not answer: look whether it runs and --dsn names it, then try again"
	}
	return ""
}

// errForeign refuses a database that another program made.
var errForeign = errors.New("the database holds tables of another program: name an empty one, or the right one, by --dsn")
