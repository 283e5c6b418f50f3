// Package vectors holds what the three readings of an expression have to agree
// on: the interpreter in Go, its twin in the browser, and SQL on both
// databases. core.jsonl is written by hand; Generate makes as many more as are
// wanted from a seed, and the command in generate writes both, with checked
// trees, for the tests of the browser.
//
// A file is JSON lines. A line with "world" declares tables and variables for
// the lines after it, one with "values" what the variables hold, one with
// "loaded" which records references lead to, and one with "expr" is a case: its
// own "values" go over the others, variable by variable.
//
// A case has "want", the result, or "error", the key of a fault. Numbers of a
// result may be written as {"number":"0.30"} and instants are
// {"instant":"..."}. "sql": true says that the condition has a SQL form, false
// that it must be refused.
package vectors
