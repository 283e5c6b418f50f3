package command

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strconv"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/selftls"
)

// door is where people come in.
type door struct {
	server  *http.Server
	address string // as people type it
	tls     bool
}

// open makes the door of a listener: plain, with a certificate, or with one that an
// authority of its own signs.
func open(c config, server *http.Server, at net.Addr) (door, error) {
	d := door{server: server, address: "http://" + at.String(), tls: c.overTLS()}
	if !d.tls {
		return d, nil
	}
	d.address = "https://" + at.String()
	if c.TLS == selfTLS {
		return d, d.sign(c, at)
	}
	certificate, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return d, fmt.Errorf("the certificate %s with the key %s cannot be used (%w): name the right files by --tls-cert and --tls-key", c.TLSCert, c.TLSKey, reasonOf(err))
	}
	d.use(certificate)
	return d, nil
}

// sign gives the door a certificate of the own authority, and shows how to trust it.
func (d *door) sign(c config, at net.Addr) error {
	authority, err := selftls.Open(c.authority())
	if err != nil {
		return err
	}
	hosts, err := selftls.Hosts(at)
	if err != nil {
		return err
	}
	certificate, err := authority.Server(hosts)
	if err != nil {
		return err
	}
	d.use(certificate)
	d.server.Handler = authority.Handler(d.server.Handler)
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		d.address = "https://" + net.JoinHostPort(hosts[0], strconv.Itoa(tcp.Port))
	}
	return nil
}

func (d *door) use(certificate tls.Certificate) {
	d.server.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}}
}

// serve serves until the server is shut down.
func (d *door) serve(l net.Listener) error {
	if d.tls {
		return d.server.ServeTLS(l, "", "")
	}
	return d.server.Serve(l)
}
