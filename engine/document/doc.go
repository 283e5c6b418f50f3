// Package document takes actions on documents: a head with its lines that moves
// from state to state. Every action is one walk in one transaction: the call's
// row, lock and claim of the heads, lines, guard, hooks that may refuse, effects,
// hooks that follow, audit, answer, commit. A refusal anywhere leaves nothing
// behind.
package document
