// Package home answers the page that people begin at: cards with what needs them
// now, what happened, and the ways on. Metadata lays the cards out per kind of
// user; a person may arrange his own. A card without the right to what it shows is
// left out.
package home
