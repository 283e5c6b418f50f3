package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// Bounds of a call.
const (
	longest  = 20 * time.Second
	mostRead = 8 << 20 // bytes of an answer
	mostIdle = 16      // open connections to one host
)

// Request is what another house is asked.
type Request struct {
	Method string
	URL    string
	Header map[string]string
	Body   []byte
	Hosts  []string      // that may be called, as in the address: with the port where it has one
	Within time.Duration // 0: 20 seconds, which is the most
}

// Answer is what it said; any status is one.
type Answer struct {
	Status int
	Body   []byte
}

// Refused is the error of a request that was never sent, since its address may not be
// called.
type Refused struct{ Address, Why string }

func (r *Refused) Error() string { return fmt.Sprintf("%s may not be called: %s", r.Address, r.Why) }

// Client calls other houses.
type Client struct{ http *http.Client }

// New makes a client. near are addresses of this machine or its network that may be
// called, as "10.0.0.5:8443"; "localhost" is every port of this machine.
func New(near ...string) *Client {
	dialer := &net.Dialer{Timeout: longest, Control: func(_, address string, _ syscall.RawConn) error { return mayDial(address, near) }}
	transport := &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: mostIdle, ForceAttemptHTTP2: true, TLSHandshakeTimeout: longest}
	return &Client{&http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Do asks once. A *Refused in the error's chain means that nothing was sent; with any other
// error it is not known whether the house heard.
func (c *Client) Do(ctx context.Context, r Request) (*Answer, error) {
	if err := r.mayGo(); err != nil {
		return nil, err
	}
	within := r.Within
	if within <= 0 || within > longest {
		within = longest
	}
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, &Refused{r.URL, "it is no address"}
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", request.URL.Host, err)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostRead+1))
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", request.URL.Host, err)
	}
	if len(body) > mostRead {
		return nil, fmt.Errorf("the answer of %s has more than %d bytes", request.URL.Host, mostRead)
	}
	return &Answer{Status: response.StatusCode, Body: body}, nil
}

// mayGo refuses another scheme, and a host that the caller did not list.
func (r Request) mayGo() error {
	address, err := url.Parse(r.URL)
	if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.User != nil {
		return &Refused{r.URL, "it is no address of HTTP"}
	}
	if !slices.Contains(r.Hosts, address.Host) {
		return &Refused{address.Host, "it is not listed"}
	}
	return nil
}

// mayDial refuses an address that is not of the public network, unless it is listed.
func mayDial(address string, near []string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return &Refused{address, "it is no address"}
	}
	ip := at.Addr().Unmap()
	switch {
	case slices.Contains(near, netip.AddrPortFrom(ip, at.Port()).String()):
		return nil
	case ip.IsLoopback() && slices.Contains(near, "localhost"):
		return nil
	case !ip.IsGlobalUnicast() || ip.IsPrivate() || ours(ip):
		return &Refused{address, "it is not of the public network; --near lists those that may be called all the same"}
	}
	return nil
}

// shared are further networks that are nobody's public house: of providers, of documents and
// benchmarks, of the future, and those that carry an address of version 4 inside.
var shared = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

func ours(ip netip.Addr) bool {
	return slices.ContainsFunc(shared, func(p netip.Prefix) bool { return p.Contains(ip) })
}
