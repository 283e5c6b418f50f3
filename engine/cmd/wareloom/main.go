// Command wareloom serves the product, and does from the console what an operator
// needs; see the package command.
package main

import (
	"os"
	_ "time/tzdata" // days belong to a place, also on a machine without time zones

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
)

// number overrules the version of the product, and commit is what the binary was built
// from; both are set by the linker, "" where they are not.
var number, commit string

func main() { os.Exit(command.Main(command.Binary{Number: number, Commit: commit})) }
