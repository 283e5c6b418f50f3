package agents

import (
	"math/rand/v2"
	"net"
	"testing"
)

// loses is the share of what passes the network that ends its connection instead.
const loses = 0.1

// badNetwork passes calls on to an address, and loses a tenth of what passes, questions
// and answers alike.
func badNetwork(t *testing.T, to string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go pass(from, to)
		}
	}()
	return listener.Addr().String()
}

func pass(from net.Conn, address string) {
	to, err := net.Dial("tcp", address)
	if err != nil {
		_ = from.Close()
		return
	}
	go lossy(from, to)
	lossy(to, from)
}

func lossy(into, from net.Conn) {
	defer into.Close()
	defer from.Close()
	part := make([]byte, 32<<10)
	for {
		n, err := from.Read(part)
		if err != nil || rand.Float64() < loses {
			return
		}
		if _, err := into.Write(part[:n]); err != nil {
			return
		}
	}
}
