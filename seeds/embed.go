// Package seeds holds what a database begins with: base is what every one needs,
// demo is an example. Files are arrays of steps that run in the order of their
// names through the same write path as any request.
package seeds

import "embed"

// Files holds the folders base and demo.
//
//go:embed all:base all:demo
var Files embed.FS
