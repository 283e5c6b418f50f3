// Package allocation chooses which stock serves an order. It reserves by the
// rule of the consignor or warehouse (first expired, first in or last in first
// out), never stock that is expired or too old to ship, held, of another owner
// or quality, or outside the picking areas, and says of every line what is
// missing and why.
package allocation
