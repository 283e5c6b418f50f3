// Package price works out what a freight sheet asks for a parcel. It is pure: weights are
// grams, sides millimetres, money hundredths of the sheet's currency, all of them whole
// numbers, so that a price is the same on every machine and in every order of work.
package price
