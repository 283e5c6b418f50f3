// Package inbound receives announced goods by scan and shelves them. Receipts and
// shelving orders are its own documents; every scan posts at once.
package inbound
