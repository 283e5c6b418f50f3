package command

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestNoPasswordIsShown of a database, wherever its DSN has it; all else of it is.
func TestNoPasswordIsShown(t *testing.T) {
	t.Parallel()
	for dsn, want := range map[string]string{
		"sqlite:./data/wareloom.db":                          "sqlite:./data/wareloom.db",
		"sqlite:/a folder/x.db":                              "sqlite:/a folder/x.db",
		"postgres://w@db:5432/wms?sslmode=disable":           "postgres://w@db:5432/wms?sslmode=disable",
		"postgres://w:secret@db/wms":                         "postgres://w:xxxxx@db/wms",
		"postgres://db/wms?user=w&password=secret":           "postgres://db/wms?password=xxxxx&user=w",
		"postgres://w:x@db/wms?sslpassword=secret&sslmode=a": "postgres://w:xxxxx@db/wms?sslmode=a&sslpassword=xxxxx",
		"postgres://w:sec%zzret@db/wms":                      "postgres:…",
	} {
		if got := (&config{DSN: dsn}).shownDSN(); got != want {
			t.Errorf("%s is shown as %s, want %s", dsn, got, want)
		}
	}
}

// TestWhatMustNotBeServedIsRefused, with what to say instead.
func TestWhatMustNotBeServedIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		config
		want string
	}{
		{config{Addr: "0.0.0.0:80"}, ""},
		{config{Addr: "8080"}, "--addr 8080 is no address"},
		{config{Addr: "localhost:80", Demo: true}, ""},
		{config{Addr: "127.9.9.9:80", Demo: true}, ""},
		{config{Addr: "10.0.0.1:80", Demo: true}, "--demo serves this machine only"},
		{config{Addr: "demo.example.com:80", Demo: true}, "--demo serves this machine only"},
		{config{Addr: "10.0.0.1:80", Demo: true, LAN: true}, ""},
		{config{Addr: ":80", TLS: "self"}, ""},
		{config{Addr: ":80", TLS: "auto"}, "--tls auto is not known"},
		{config{Addr: ":80", TLS: "self", TLSCert: "a", TLSKey: "b"}, "leave --tls-cert out"},
		{config{Addr: ":80", TLSCert: "a", TLSKey: "b"}, ""},
		{config{Addr: ":80", TLSKey: "b"}, "belong together"},
	} {
		if err := tt.check(); tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: %v, want %q", tt.config, err, tt.want)
		}
	}
}

// TestWhatIsNotSaidLiesBesideTheDatabase, and --lan stands for the demo over TLS of its own.
func TestWhatIsNotSaidLiesBesideTheDatabase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		config
		addressed                   bool
		addr, key, files, authority string
		beside                      bool
	}{
		{config{DSN: "sqlite:/d/x.db", Addr: "a"}, false, "a", "/d/x.key", "/d/x-files", "/d/x-ca", true},
		{config{DSN: "sqlite:x.db", Addr: "a", Key: "/k/master.key", Files: "/f"}, false, "a", "/k/master.key", "/f", "/k/master-ca", false},
		{config{DSN: "sqlite:x.db", Addr: "a", Key: "./own"}, false, "a", "./own", "x-files", "./own-ca", true},
		{config{DSN: "postgres://db/x", Addr: "a", LAN: true}, false, lanAddr, "data/wareloom.key", "data/wareloom-files", "data/wareloom-ca", false},
		{config{DSN: "postgres://db/x", Addr: "a", LAN: true}, true, "a", "data/wareloom.key", "data/wareloom-files", "data/wareloom-ca", false},
	} {
		c := tt.config
		c.fill(tt.addressed)
		if c.Addr != tt.addr || c.Key != tt.key || c.Files != tt.files || c.authority() != tt.authority || c.keyBeside() != tt.beside {
			t.Errorf("%+v becomes %+v, beside %t", tt.config, c, c.keyBeside())
		}
		if c.LAN != (c.Demo && c.TLS == selfTLS) || c.overTLS() != c.LAN {
			t.Errorf("%+v becomes a demo: %t over %q", tt.config, c.Demo, c.TLS)
		}
	}
	if !(&config{TLSCert: "a"}).overTLS() {
		t.Error("with a certificate connections are not encrypted")
	}
}

// TestTheDemoMayCallThisMachine, as long as it serves nobody else.
func TestTheDemoMayCallThisMachine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		config
		want []string
	}{
		{config{Near: " 10.0.0.5:8443, ,carrier.lan "}, []string{"10.0.0.5:8443", "carrier.lan"}},
		{config{Near: "a", Demo: true}, []string{"a", "localhost"}},
		{config{Demo: true, LAN: true}, nil},
		{config{}, nil},
	} {
		if got := tt.near(); !slices.Equal(got, tt.want) {
			t.Errorf("%+v may call %q, want %q", tt.config, got, tt.want)
		}
	}
}

// TestBoundsAreNumbersOfOneAtLeast.
func TestBoundsAreNumbersOfOneAtLeast(t *testing.T) {
	t.Parallel()
	limits, err := (&config{Calls: "3", Unheld: "2"}).limits()
	if err != nil || limits.Calls != 3 || limits.Unheld != 2<<20 {
		t.Errorf("limits are %+v (%v)", limits, err)
	}
	for _, c := range []config{{Calls: "0", Unheld: "2"}, {Calls: "many", Unheld: "2"}, {Calls: "3", Unheld: "0"}, {Calls: "3", Unheld: "-1"}, {Calls: "3", Unheld: "1.5"}, {Calls: "3", Unheld: "999999999999"}} {
		if limits, err := c.limits(); err == nil {
			t.Errorf("%+v gives %+v", c, limits)
		}
	}
	for files, want := range map[uint64]int{0: math.MaxInt, 1024: 768, 4: partOfAddress, math.MaxUint64: math.MaxInt32} {
		if got := roomOf(files); got != want {
			t.Errorf("of %d files %d may be connections, want %d", files, got, want)
		}
	}
	quiet := slog.New(slog.DiscardHandler)
	if _, err := (&config{Connections: "3"}).connections(quiet); err == nil {
		t.Error("three connections are enough")
	}
	bound, err := (&config{Connections: "4", Proxies: "10.0.0.0/8"}).connections(quiet)
	if err != nil || bound.most != 4 || bound.each != 1 || len(bound.free) != 3 {
		t.Errorf("connections are bound to %+v (%v)", bound, err)
	}
}

// TestFlagsStandAnywhere: before, between and behind the other arguments.
func TestFlagsStandAnywhere(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--days", "3", "a", "b"}, {"a", "--days", "3", "b"}, {"a", "b", "--days=3"}} {
		flags := flag.NewFlagSet("key", flag.ContinueOnError)
		days := flags.Int("days", 0, "")
		if rest, err := parse(flags, args); err != nil || *days != 3 || !slices.Equal(rest, []string{"a", "b"}) {
			t.Errorf("%q: %d, rest %q (%v)", args, *days, rest, err)
		}
	}
	for arg, want := range map[string]string{"--weeks": "there is no flag --weeks: key --help tells the flags", "--days": "--days needs a value", "--days=x": "--days"} {
		flags := flag.NewFlagSet("key", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.Int("days", 0, "")
		if _, err := parse(flags, []string{"a", arg}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", arg, err, want)
		}
	}
}

// TestNetworksAreAddressesOrRanges.
func TestNetworksAreAddressesOrRanges(t *testing.T) {
	t.Parallel()
	all, err := networks("10.0.0.0/8, 192.168.1.7,::1 fd00::/8,")
	var got []string
	for _, one := range all {
		got = append(got, one.String())
	}
	if want := []string{"10.0.0.0/8", "192.168.1.7/32", "::1/128", "fd00::/8"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("networks are %q (%v), want %q", got, err, want)
	}
	if all, err := networks(""); err != nil || len(all) > 0 {
		t.Errorf("none is %v (%v)", all, err)
	}
	if _, err := networks("10.0.0.0/8,depot"); err == nil || !strings.Contains(err.Error(), "depot") {
		t.Errorf("a name is a network: %v", err)
	}
}

// TestADoorIsOpenedAsItIsSaid: plain, or with a certificate, whose files must be right.
func TestADoorIsOpenedAsItIsSaid(t *testing.T) {
	t.Parallel()
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	d, err := open(config{}, &http.Server{}, at)
	if err != nil || d.address != "http://127.0.0.1:8080" || d.tls || d.server.TLSConfig != nil {
		t.Errorf("a plain door is %+v (%v)", d, err)
	}
	if _, err := open(config{TLSCert: "none.pem", TLSKey: "none.key"}, &http.Server{}, at); err == nil || !strings.Contains(err.Error(), "none.pem with the key none.key") {
		t.Errorf("without its files: %v", err)
	}
	key := filepath.Join(t.TempDir(), "x.key")
	everywhere := &net.TCPAddr{IP: net.IPv4zero, Port: 8443}
	d, err = open(config{TLS: selfTLS, Key: key}, &http.Server{Handler: http.NotFoundHandler()}, everywhere)
	if err != nil || !d.tls || len(d.server.TLSConfig.Certificates) != 1 || strings.Contains(d.address, "0.0.0.0") || !strings.HasPrefix(d.address, "https://") || !strings.HasSuffix(d.address, ":8443") {
		t.Errorf("a door of an own authority is %+v (%v)", d, err)
	}
	if _, err := os.Stat(strings.TrimSuffix(key, ".key") + "-ca.pem"); err != nil {
		t.Errorf("the authority is kept elsewhere: %v", err)
	}
}

// TestWhatCannotBeListenedOnSaysWhy.
func TestWhatCannotBeListenedOnSaysWhy(t *testing.T) {
	t.Parallel()
	at := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}
	for cause, want := range map[error]string{
		syscall.EADDRINUSE: "10.0.0.1:80 is in use", syscall.EADDRNOTAVAIL: "has no address 10.0.0.1:80", syscall.EACCES: "may not listen on 10.0.0.1:80", errors.New("torn"): "write host:port",
	} {
		if got := said(&net.OpError{Op: "listen", Addr: at, Err: os.NewSyscallError("bind", cause)}); !strings.Contains(got, want) {
			t.Errorf("%v is said as %q", cause, got)
		}
	}
	for cause, want := range map[error]string{
		fs.ErrNotExist: "/x is not there", syscall.EROFS: "/x may not be used", syscall.ENOSPC: "no room for /x", syscall.EISDIR: "/x is a folder", syscall.ENOTDIR: "a part of it is a file", errors.New("torn"): "cannot be used (torn)",
	} {
		if got := said(&fs.PathError{Op: "open", Path: "/x", Err: cause}); !strings.Contains(got, want) {
			t.Errorf("%v is said as %q", cause, got)
		}
	}
}

// TestTheAccountsOfTheDemoAreNamed, with their password unless it was chosen.
func TestTheAccountsOfTheDemoAreNamed(t *testing.T) {
	for chosen, want := range map[string]string{"": "with password wareloom.", "another": "with the password that you chose."} {
		t.Setenv("WARELOOM_DEMO_PASSWORD", chosen)
		var out bytes.Buffer
		if err := greet(&out); err != nil || !strings.HasPrefix(out.String(), "Sign in as admin") || !strings.Contains(out.String(), want) {
			t.Errorf("%q: %s (%v)", chosen, &out, err)
		}
	}
}
