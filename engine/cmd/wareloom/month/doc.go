// Package month plays a month of work in the building of the demo before it is first
// shown: goods come in, orders of both owners are picked, packed and sent, some come
// back, and today's work stands in every phase. It is played by the product's own
// actions and stations, each person under his own name, with the clock put back; so
// documents, ledger and figures are what a month leaves behind.
package month
