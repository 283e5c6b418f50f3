// Package replenishment keeps the places that goods are picked from full: it finds the
// faces that run low and the order lines that wait for goods in areas that nothing is
// picked from, proposes what to bring from where, and leads people who bring it.
package replenishment
