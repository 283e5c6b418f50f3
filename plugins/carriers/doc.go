// Package carriers gives every parcel its number and its waybill. What a carrier's house is
// asked is said by the package house; this one decides when, once for each order, and
// remembers what is not known yet: before a house is asked, the order is marked as asked, and
// an order that was asked before is looked for before it is ordered again.
package carriers
