// Package outside is for plugins that lie outside of this repository: it begins one, and
// builds a binary with some.
package outside
