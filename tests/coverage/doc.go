// Package coverage holds what the product shows against the catalogue of its screens:
// docs/coverage.md is written from both, and is stale when they changed since.
package coverage
