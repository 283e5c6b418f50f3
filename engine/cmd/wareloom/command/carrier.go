package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
)

const carrierUsage = "carrier [--addr ADDR] [--secret SECRET] [--faults SHARE] [--every DURATION]"

// demoSecret is what the accounts of the demo call the simulated carrier with.
const demoSecret = "demo-only-not-a-real-secret"

// playCarrier plays a carrier's house until it is told to stop: it gives numbers, and its
// parcels travel a step at a time.
func playCarrier(ctx context.Context, args []string, out, errs io.Writer) error {
	set := flag.NewFlagSet("carrier", flag.ContinueOnError)
	set.SetOutput(errs)
	address := set.String("addr", "127.0.0.1:8099", "where the simulated carrier listens; its formats are at /sf and /aggregator")
	secret := set.String("secret", demoSecret, "the secret of its accounts")
	faults := set.Float64("faults", 0, "share of calls, 0 to 1, that meet each of its faults")
	every := set.Duration("every", 30*time.Second, "between two steps of its parcels")
	if err := set.Parse(args); err != nil {
		return err
	}
	if err := none(set.Args(), "carrier"); err != nil {
		return err
	}
	carrier := simulator.New(*secret, (&app.Clock{}).Now, rand.Float64)
	carrier.Misbehave(simulator.All(*faults))
	return play(ctx, *address, carrier.Handler(), func(at net.Addr) {
		fmt.Fprintf(out, "A simulated carrier answers at http://%s/sf and http://%[1]s/aggregator\n", at)
		go carryOn(ctx, carrier, *every)
	})
}

// carryOn has the next thing happen to all parcels, again and again.
func carryOn(ctx context.Context, carrier *simulator.Carrier, every time.Duration) {
	for {
		select {
		case <-time.After(every):
			carrier.Carry()
		case <-ctx.Done():
			return
		}
	}
}
