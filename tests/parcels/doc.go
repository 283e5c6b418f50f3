// Package parcels plays a month of parcels from a seed, through the doors that people and
// carriers use, beside a book of its own that says where each parcel is, what it weighs and
// which fees it caused; on the way the product must say the same, to the cent.
package parcels
