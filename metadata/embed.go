// Package metadata holds the product as data: what would still make sense
// without any one plugin, and the schemas of all kinds of metadata.
package metadata

import (
	"embed"
	"io/fs"
)

// Files are all files of metadata, with the folder schema.
//
//go:embed *
var Files embed.FS

// Schemas are the schemas of the kinds, <kind>.schema.json.
func Schemas() (fs.FS, error) { return fs.Sub(Files, "schema") }
