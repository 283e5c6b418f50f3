// Package transfers moves goods from place to place: within a warehouse by scan, at
// once or over a cart, loose or by a document that was planned; and between
// warehouses, by a document whose goods are in transit until they are received.
package transfers
