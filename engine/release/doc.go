// Package release keeps what the product's metadata said at any time, and puts
// another release in force while the product runs.
//
// A release is a list of layers, each the files of one source; texts and lists are
// objects that are known by the hash of their content, so a release costs what
// changed. Nothing that is kept is ever changed: a step back is a further release.
// The shipped layers are always those of the program, the site's layer is what
// people change.
package release
