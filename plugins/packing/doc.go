// Package packing verifies picked orders against what was asked for, packs them
// into packages and sends the packages, each exactly once.
package packing
