package inventory

import "embed"

//go:embed all:metadata
var metadata embed.FS
