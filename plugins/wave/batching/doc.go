// Package batching splits orders into pick bills so that little is walked.
//
// The first plan joins the orders whose common walk saves most (Clarke & Wright
// 1964, on exact walks), or, for large sets, grows bills along the zones they
// already visit. Then orders are moved and swapped between bills as long as
// that helps. What remains of the budget takes some orders out of their bills
// and puts them back greedily, accepting a longer plan now and then (ruin and
// recreate, Schrimpf et al. 2000; annealing over it as in Christiaens & Vanden
// Berghe 2020).
//
// The budget counts measured walks, not seconds, and the seed is given: equal
// input gives an equal plan on every machine, so that a plan can be replayed.
// The package imports nothing of ours; package routing measures the walks.
package batching
