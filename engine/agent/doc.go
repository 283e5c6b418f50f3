// Package agent is the program at a bench: it asks the server for labels, prints them and
// tells what became of each. It opens no door; all calls go out. ADR 46 tells what it
// writes down before and after each step.
package agent
