// Package inventory is the stock ledger: insert-only double-entry moves, one
// quant per place, owner, product, lot and quality, reservations as records,
// lots, serials and containers. Metadata posts through the effect
// inventory.post; other plugins through package contract. The invariants that
// `wareloom verify` proves are in invariant.go.
//
// Stock, moves, reservations and planned puts are written by statements of their own,
// past the door to records: they change with every scan, and the ledger is the history
// of all of them.
package inventory
