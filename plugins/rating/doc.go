// Package rating prices parcels by the freight sheets that are in force: what is asked,
// what a waybill takes, and why.
package rating
