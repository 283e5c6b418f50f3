package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/seeds"
)

// Limits of a connection. The longest call sets the write limit; streams set
// their own.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 2 * time.Minute
	writeTimeout      = 21 * time.Minute
	idleTimeout       = 2 * time.Minute
	maxHeader         = 32 << 10 // bytes
	shutdownTimeout   = 25 * time.Second
)

// gcPercent lets the heap grow to five times what is in use before it is swept: a
// call leaves little behind, and what is in use is small. GOGC overrules it.
const gcPercent = 400

// boundMemory says how much memory the process should stay within, in MB: near it the
// heap is swept more often. GOMEMLIMIT overrules it.
func boundMemory(megabytes string) error {
	most, err := strconv.ParseInt(megabytes, 10, 40)
	if err != nil || most < leastMemory {
		return fmt.Errorf("--memory %s: a number of MB is needed, %d at least", megabytes, leastMemory)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(most << 20)
	}
	return nil
}

// leastMemory is below what the product itself takes, in MB.
const leastMemory = 128

// receiveBuffer is what a connection of HTTP/2 may send before it is read, in bytes;
// one of its calls may send a quarter.
const receiveBuffer = 256 << 10

// serve runs the server until it is told to stop.
func serve(ctx context.Context, args []string, out, errs io.Writer) error {
	safe := false
	c, rest, err := readConfig("serve", args, errs, func(f *flag.FlagSet) {
		f.BoolVar(&safe, "safe", false, "leave the site's metadata out, to mend it; the database stays as it is")
	})
	if err != nil {
		return err
	}
	c.Safe = safe
	if err := none(rest, "serve"); err != nil {
		return err
	}
	if err := boundMemory(c.Memory); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(errs, nil))
	slog.SetDefault(log)
	bound, err := c.connections(log)
	if err != nil {
		return err
	}
	clock := &app.Clock{}
	a, err := build(ctx, c, log, clock)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.DB.Alone(ctx, func(ctx context.Context) error { return begin(ctx, a, c, clock, out) }); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	door, err := open(c, newServer(a.API.Handler(), log), listener.Addr())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(out, "Wareloom %s serves %s on %s\n", version(), c.shownDSN(), door.address)
	if c.Demo && !c.LAN {
		if err := greet(out); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	if c.LAN {
		if err := invite(ctx, a, door, out); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	bound.watch(door.server)
	defer playBench(ctx, a, c, door, out)()
	return listen(ctx, a, door, doorKeeper{listener.(*net.TCPListener), bound})
}

// newServer is a server that gives nobody more time and room than calls need.
func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		HTTP2:    &http.HTTP2Config{MaxReceiveBufferPerConnection: receiveBuffer, MaxReceiveBufferPerStream: receiveBuffer / 4},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// begin fills an empty database: with the seeds every one needs, and then with
// the demo or with the token for the first account.
func begin(ctx context.Context, a *app.App, c config, clock *app.Clock, out io.Writer) error {
	password := os.Getenv(envPrefix + "DEMO_PASSWORD")
	if password == "" {
		password = app.DemoPassword
	}
	if err := seedFolder(ctx, a, "base", password); err != nil {
		return err
	}
	if c.Demo {
		return a.Once(ctx, demoFolder, func() error {
			err := seedFolder(ctx, a, demoFolder, password)
			if err == nil && os.Getenv(envPrefix+"DEMO_MONTH") == "yes" {
				playMonth(ctx, a, clock, password)
			}
			return err
		})
	}
	token, err := a.Auth.SetupTicket(ctx)
	if err == nil && token != "" {
		fmt.Fprintf(out, "This database has no account yet. Token for the first one: %s\n", token)
	}
	return err
}

// demoFolder holds the seeds of the demo.
const demoFolder = "demo"

func seedFolder(ctx context.Context, a *app.App, name, password string) error {
	folder, err := fs.Sub(seeds.Files, name)
	if err != nil {
		return fmt.Errorf("open seeds: %w", err)
	}
	return a.Seed(ctx, folder, password)
}

// listen serves until the context ends, then lets running calls finish.
func listen(ctx context.Context, a *app.App, d door, l net.Listener) error {
	working, stop := context.WithCancel(ctx)
	background := make(chan struct{})
	go func() {
		defer close(background)
		a.Run(working)
	}()
	ended := make(chan error, 1)
	go func() { ended <- d.serve(l) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = shutDown(d.server, a)
	}
	stop()
	<-background
	return err
}

// shutDown ends the streams, which would never end by themselves, and waits for
// the other calls.
func shutDown(server *http.Server, a *app.App) error {
	a.Live.Close()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}

// proxies reads the networks of trusted proxies.
func proxies(list string) ([]*net.IPNet, error) {
	var networks []*net.IPNet
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, fmt.Errorf("--proxies %s is no network: write it as 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}
