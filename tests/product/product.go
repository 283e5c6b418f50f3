// Package product makes a test binary the product, too: the processes under test are then that
// very binary, and none is linked beside it.
package product

import (
	"os"
	"strings"
	_ "time/tzdata" // as the command has it

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
)

// IfAsked is for the beginning of TestMain: a process that was started with a subcommand does
// that and ends.
func IfAsked(b command.Binary) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(command.Main(b))
	}
}
