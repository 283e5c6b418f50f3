// Package screen compiles the published product for one person: the menu that the
// shell draws, and each screen with the fields, actions and words that this
// caller may see. It answers with what a browser needs and nothing of a row.
//
// The web app's types of a screen are made of the structs of this package; a tag `ts`
// says a type more narrowly than Go can.
package screen
