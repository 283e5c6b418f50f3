// Package expression is the one small language of conditions, defaults,
// computed values, filters and guards. The expr library parses; this package
// checks types against a declared environment, evaluates over exact decimals,
// turns the sub-language of fields, values, comparison, in, and/or/not, + - *
// into bound SQL, and gives the checked tree to the browser, whose twin
// interpreter obeys the same rules and the same limits.
//
// The rules: arithmetic with null is null; a comparison with null is false,
// except == nil and != nil; and, or, not and conditions take null as false.
// Integers and decimals mix exactly; a result is an integer only when both
// operands are, and becomes a decimal when it no longer fits 64 bits. There is
// no division operator: div(a, b, scale) says how many decimals are kept. Texts
// compare by code point, dates are texts "YYYY-MM-DD", instants have
// milliseconds. row.customer_id is the id, row.customer_id.name follows the
// reference, at most MaxHops far.
package expression
