// Package idcards has the pictures of ID cards read by a text-recognition service. What it
// read is kept beside the card with how sure it was and what speaks against it; a person
// takes it over or dismisses it. Pictures go when the days are over that a setting says.
package idcards
