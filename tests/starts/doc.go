// Package starts looks at how the server comes up and goes down: what a start
// costs, what it refuses, and what a stop leaves behind.
package starts
