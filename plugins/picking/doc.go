// Package picking works pick bills off: the station that leads a picker along the
// shortest walk, the one that puts picked goods back, and what happens to tasks
// when an order is cancelled. Package routing finds the walks.
package picking
