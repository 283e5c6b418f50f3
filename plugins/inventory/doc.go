// Package inventory is the stock ledger: insert-only double-entry moves, one
// quant per place, owner, product, lot and quality, reservations as records,
// lots, serials and containers. Metadata posts through the effect
// inventory.post; other plugins through package contract. The invariants that
// `wareloom verify` proves are in invariant.go.
package inventory
