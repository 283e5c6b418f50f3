package selftls

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// How long certificates are good: browsers refuse servers' that are good for longer.
const (
	authorityLife = 10 * 365 * 24 * time.Hour
	serverLife    = 397 * 24 * time.Hour
)

// Authority signs the certificates of this server.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// Open reads the authority from two files, <base>.pem and <base>.key, and makes it
// when there is none.
func Open(base string) (*Authority, error) {
	pair, err := tls.LoadX509KeyPair(base+".pem", base+".key")
	if errors.Is(err, fs.ErrNotExist) {
		return create(base)
	}
	if err != nil {
		return nil, fmt.Errorf("read authority: %w", err)
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s.key is no key of an authority of ours", base)
	}
	return &Authority{pair.Leaf, key}, nil
}

func create(base string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	template, err := blank("Wareloom on this network", authorityLife)
	if err != nil {
		return nil, err
	}
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	a := &Authority{template, key}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make authority: %w", err)
	}
	if a.certificate, err = x509.ParseCertificate(der); err != nil {
		return nil, fmt.Errorf("read authority: %w", err)
	}
	return a, a.write(base)
}

// write keeps the authority; its key is for the server's account only.
func (a *Authority) write(base string) error {
	key, err := x509.MarshalPKCS8PrivateKey(a.key)
	if err != nil {
		return fmt.Errorf("write key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(base), 0o750); err != nil {
		return fmt.Errorf("make folder of the authority: %w", err)
	}
	return errors.Join(
		os.WriteFile(base+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600),
		os.WriteFile(base+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw}), 0o644), // a certificate is public
	)
}

// blank is what all certificates have in common.
func blank(name string, life time.Duration) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, fmt.Errorf("make serial number: %w", err)
	}
	begin := time.Now().Add(-time.Hour) // a device's clock may be behind
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name, Organization: []string{"Wareloom"}},
		NotBefore: begin, NotAfter: begin.Add(life), KeyUsage: x509.KeyUsageDigitalSignature,
	}, nil
}

// Server signs a certificate for hosts, which are names or addresses.
func (a *Authority) Server(hosts []string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make key: %w", err)
	}
	template, err := blank("Wareloom", serverLife)
	if err != nil {
		return tls.Certificate{}, err
	}
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("sign certificate: %w", err)
	}
	return tls.Certificate{Certificate: [][]byte{der, a.certificate.Raw}, PrivateKey: key}, nil
}

// Hosts lists by which names and addresses a listener is reached, the one that
// other devices use first.
func Hosts(listener net.Addr) ([]string, error) {
	own := []string{"localhost", "127.0.0.1", "::1"}
	tcp, ok := listener.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return own, nil
	}
	if !tcp.IP.IsUnspecified() {
		return append([]string{tcp.IP.String()}, own...), nil
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("list addresses: %w", err)
	}
	var hosts []string
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && network.IP.IsGlobalUnicast() {
			hosts = append(hosts, network.IP.String())
		}
	}
	if name, err := os.Hostname(); err == nil {
		hosts = append(hosts, name)
	}
	return append(hosts, own...), nil
}
