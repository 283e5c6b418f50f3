package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// play has a played house answer at an address until it is told to stop; begun hears
// where.
func play(ctx context.Context, address string, house http.Handler, begun func(at net.Addr)) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	begun(listener.Addr())
	server := &http.Server{Handler: house, ReadHeaderTimeout: readHeaderTimeout}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // its books end with it
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
