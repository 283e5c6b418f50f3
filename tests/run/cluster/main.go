// Command cluster runs the PostgreSQL cluster that all test processes of a run share, until
// its input ends. It says in which folder it is.
package main

import (
	"fmt"
	"os"

	"github.com/wareloom/wareloom/engine/enginetest"
)

func main() {
	if err := enginetest.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
