// Package seeds holds what a database begins with: base is what every one needs,
// demo is an example, month the people and goods of its past. Files are arrays of steps that run in the order of their
// names through the same write path as any request.
package seeds

import "embed"

// Files holds the folders base, demo and month.
//
//go:embed all:base all:demo all:month
var Files embed.FS
