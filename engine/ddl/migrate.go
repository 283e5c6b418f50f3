package ddl

import (
	"embed"

	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own table: what columns mean.
func Migrations() store.Migrations { return store.Migrations{Owner: "ddl", FS: migrations} }
