// Package routing finds the shortest walk of a picker past a set of stops.
//
// In a rectangular area (parallel aisles, 2 to 5 cross aisles) the walk is
// exact: a dynamic programme goes from aisle to aisle and remembers of each
// cross aisle only whether the walk has an odd or an even number of ends there
// and which of these ends hang together (Ratliff & Rosenthal 1983 for two cross
// aisles, Roodbergen & de Koster 2001 for three, Pansart, Catusse & Cambazard
// 2018 for any number). The edges it picks form an Euler graph, and a walk
// through that graph gives the order of the stops.
//
// Router takes aisles and depths; Area takes positions with plain coordinates,
// finds the aisles itself and falls back to a good, not exact, walk where the
// positions form no rectangle.
//
// Every length is in whole millimetres, so that equal input gives equal output
// on every machine. The package imports nothing of ours and keeps no state.
package routing
