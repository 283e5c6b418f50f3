// Package instances checks our algorithms against published problem instances
// and their best known values. The instances are not part of the repository:
// they are looked for in ../shared/data/instances beside it, and a check whose
// instances are absent is skipped with the reason.
//
// Run it with -v to see the table of gaps per family.
package instances
