// Package runtimeui holds the built web app, so that the server is one file.
//
// `npm run build` fills dist; a clone without a build has only the placeholder, and the server
// then answers with a page that says so.
package runtimeui

import "embed"

// Dist is the content of dist, with the folder's name as its first path segment. Scripts, style
// sheets and wasm modules lie there plain and packed (name + ".br", name + ".gz").
//
//go:embed all:dist
var Dist embed.FS
