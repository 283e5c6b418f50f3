// Package desk is what a lead sees: every order that does not move, with the reason, who
// must act and the way on. A job looks at the orders in work every minute, and at once
// after an act that stops one or sets it going, and keeps a row for each that stands: open
// while it does, mended when it goes on. An order that went on within the patience of its
// warehouse is not on the desk; nothing else keeps an order off it.
//
// A lead's plan of orders for each hour is laid out over the days, to stand beside what
// was sent.
package desk
