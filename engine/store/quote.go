package store

import (
	"regexp"
	"strings"
)

// identifier is the grammar of keys in metadata, with the folded companion
// <field>__fold; PostgreSQL cuts names longer than 63 bytes.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// IsIdentifier reports whether a name may become a table, column or index.
func IsIdentifier(name string) bool { return identifier.MatchString(name) }

// Quote makes an identifier of a name. It is safe for any text; whether the name
// is one of ours is IsIdentifier's question.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// InKey writes a number as a unique key holds it in which nothing equals nothing: as one that
// no field has. A condition written so finds by the key.
func InKey(column string) string { return "coalesce(" + column + ", -9223372036854775807)" }
