package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"

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
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Fprintf(out, "A simulated text-recognition service answers at http://%s/\n", listener.Addr())
	server := &http.Server{Handler: service, ReadHeaderTimeout: readHeaderTimeout}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
