// Package spare keeps tracking numbers that a carrier gave in advance, and gives each
// to one order at most.
package spare
