package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
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
	writeTimeout      = 20 * time.Minute
	idleTimeout       = 2 * time.Minute
	maxHeader         = 32 << 10 // bytes
	shutdownTimeout   = 25 * time.Second
)

// demoPassword is that of the demo's accounts unless the environment says another.
const demoPassword = "wareloom"

// serve runs the server until it is told to stop.
func serve(ctx context.Context, args []string, out, errs io.Writer) error {
	c, _, err := readConfig("serve", args, errs, nil)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(errs, nil))
	slog.SetDefault(log)
	a, err := build(ctx, c, log)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := begin(ctx, a, c, out); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Fprintf(out, "Wareloom %s serves %s on %s\n", version, c.shownDSN(), address(c, listener))
	return listen(ctx, a, c, listener, log)
}

// address is where people find the server.
func address(c config, l net.Listener) string {
	scheme := "http"
	if c.TLSCert != "" {
		scheme = "https"
	}
	return scheme + "://" + l.Addr().String()
}

// begin fills an empty database: with the seeds every one needs, and then with
// the demo or with the token for the first account.
func begin(ctx context.Context, a *app.App, c config, out io.Writer) error {
	password := os.Getenv(envPrefix + "DEMO_PASSWORD")
	if password == "" {
		password = demoPassword
	}
	if err := seedFolder(ctx, a, "base", password); err != nil {
		return err
	}
	if c.Demo {
		return a.Once(ctx, "demo", func() error { return seedFolder(ctx, a, "demo", password) })
	}
	token, err := a.Auth.SetupTicket(ctx)
	if err == nil && token != "" {
		fmt.Fprintf(out, "This database has no account yet. Token for the first one: %s\n", token)
	}
	return err
}

func seedFolder(ctx context.Context, a *app.App, name, password string) error {
	folder, err := fs.Sub(seeds.Files, name)
	if err != nil {
		return fmt.Errorf("open seeds: %w", err)
	}
	return a.Seed(ctx, folder, password)
}

// listen serves until the context ends, then lets running calls finish.
func listen(ctx context.Context, a *app.App, c config, l net.Listener, log *slog.Logger) error {
	server := &http.Server{
		Handler: a.API.Handler(), ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	working, stop := context.WithCancel(ctx)
	background := make(chan struct{})
	go func() {
		defer close(background)
		a.Run(working)
	}()
	ended := make(chan error, 1)
	go func() { ended <- serveOn(server, l, c) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = shutDown(server, a)
	}
	stop()
	<-background
	return err
}

func serveOn(server *http.Server, l net.Listener, c config) error {
	if c.TLSCert != "" {
		return server.ServeTLS(l, c.TLSCert, c.TLSKey)
	}
	return server.Serve(l)
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
			return nil, fmt.Errorf("--proxies: %w", err)
		}
		networks = append(networks, network)
	}
	return networks, nil
}
