package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"

	"github.com/wareloom/wareloom/plugins/idcards/simulator"
)

const recogniserUsage = "recogniser [--addr ADDR] [--secret SECRET] [--faults SHARE]"

// playRecogniser plays a text-recognition service until it is told to stop.
func playRecogniser(ctx context.Context, args []string, out, errs io.Writer) error {
	set := flag.NewFlagSet("recogniser", flag.ContinueOnError)
	set.SetOutput(errs)
	address := set.String("addr", "127.0.0.1:8098", "where the simulated service listens")
	secret := set.String("secret", demoSecret, "what its callers send as accessToken")
	faults := set.Float64("faults", 0, "share of calls, 0 to 1, that meet each of its faults")
	if err := set.Parse(args); err != nil {
		return err
	}
	if err := none(set.Args(), "recogniser"); err != nil {
		return err
	}
	service := simulator.New(*secret, rand.Float64)
	service.Misbehave(simulator.All(*faults))
	return play(ctx, *address, service, func(at net.Addr) {
		fmt.Fprintf(out, "A simulated text-recognition service answers at http://%s/\n", at)
	})
}
