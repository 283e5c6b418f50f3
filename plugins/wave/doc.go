// Package wave puts allocated orders together into waves and splits each wave
// into pick bills with short walks. The tables of waves, pick bills and pick
// tasks are its own; package picking works the tasks off.
package wave
