// Package house is the one contract for all carriers. A format says how a carrier's house
// is asked, and how its answer is heard; both are plain functions over texts, so that a
// recorded example proves them. Who sends the call, how often, and what is remembered, is
// not their business.
package house
