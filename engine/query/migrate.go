package query

import (
	"embed"

	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "query", FS: migrations} }
