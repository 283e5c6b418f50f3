// Package batching splits orders into pick bills so that little is walked.
//
// The first plan joins the orders whose common walk saves most (Clarke & Wright
// 1964, on exact walks), or, for large sets, grows bills along the zones they
// already visit. Then orders are moved and swapped between bills as long as
// that helps. What remains of the budget goes on moving and swapping random
// orders, mostly to bills with orders nearby, and accepts a longer plan ever less
// (annealing, Kirkpatrick et al. 1983). Full bills would leave it few ways, so that
// it may go beyond the limits against a penalty, which adapts until the plan keeps
// to them half of the time (strategic oscillation, Glover 1989; for routes Gendreau,
// Hertz & Laporte 1994).
//
// The budget counts steps, not seconds, and the seed is given: equal input gives
// an equal plan on every machine, so that a plan can be replayed. A move that is
// tried is a step, a walk that is asked for another one, and measuring it if it is
// not known yet five more: ten million take six tenths of a second in an area with
// one block.
// The package imports nothing of ours; package routing measures the walks.
package batching
