// Package spool takes prints on, hands their labels to the agents that print them, and
// keeps what became of each: ADR 46 tells of every death that it outlives.
package spool
