package selftls_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/selftls"
)

func authority(t *testing.T) (a *selftls.Authority, base string) {
	t.Helper()
	base = filepath.Join(t.TempDir(), "ca")
	a, err := selftls.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	return a, base
}

func answer(t *testing.T, a *selftls.Authority, path, host string) *httptest.ResponseRecorder {
	t.Helper()
	asked := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	asked.Host = host
	got := httptest.NewRecorder()
	a.Handler(http.NotFoundHandler()).ServeHTTP(got, asked)
	return got
}

// TestTheCertificateIsAFileThatDevicesInstall.
func TestTheCertificateIsAFileThatDevicesInstall(t *testing.T) {
	t.Parallel()
	a, _ := authority(t)
	got := answer(t, a, "/ca.crt", "depot.local")
	if got.Header().Get("Content-Type") != "application/x-x509-ca-cert" || !strings.Contains(got.Header().Get("Content-Disposition"), "wareloom-ca.crt") {
		t.Errorf("it comes as %v", got.Header())
	}
	certificate, err := x509.ParseCertificate(got.Body.Bytes())
	if err != nil || !certificate.IsCA || certificate.KeyUsage != x509.KeyUsageCertSign || certificate.NotAfter.Before(time.Now().AddDate(9, 0, 0)) {
		t.Errorf("it is %+v (%v)", certificate, err)
	}
}

// TestThePageLeadsToTheAddressThatWasAsked, by a link and by a code, and runs nothing.
func TestThePageLeadsToTheAddressThatWasAsked(t *testing.T) {
	t.Parallel()
	a, _ := authority(t)
	got := answer(t, a, "/ca", "depot.local:8443")
	if !strings.Contains(got.Body.String(), `href="https://depot.local:8443/ca.crt"`) || got.Header().Get("Content-Type") != "text/html; charset=utf-8" || !strings.HasPrefix(got.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%v: %.300s", got.Header(), got.Body)
	}
	if got := answer(t, a, "/ca", strings.Repeat("x", 4000)); got.Code != http.StatusBadRequest {
		t.Errorf("of an address that no code holds: %d", got.Code)
	}
	if got := answer(t, a, "/ca", `"><script>`); strings.Contains(got.Body.String(), "<script>") {
		t.Error("the address is not escaped")
	}
}

// TestTheCodeHasThreeEyes: what the page draws is found by readers.
func TestTheCodeHasThreeEyes(t *testing.T) {
	t.Parallel()
	a, _ := authority(t)
	page := answer(t, a, "/ca", "depot.local").Body.String()
	size := 0
	if _, err := fmt.Sscanf(regexp.MustCompile(`viewBox="-4 -4 \d+`).FindString(page), `viewBox="-4 -4 %d`, &size); err != nil {
		t.Fatal(err)
	}
	size -= 8
	dark := map[[2]int]bool{}
	for _, module := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllString(page, -1) {
		var x, y int
		if _, err := fmt.Sscanf(module, "M%d %dh1v1h-1z", &x, &y); err != nil {
			t.Fatal(err)
		}
		dark[[2]int{x, y}] = true
	}
	eyes(t, "the page", size, func(x, y int) bool { return dark[[2]int{x, y}] })
	if !strings.Contains(page, `"/></svg>`) {
		t.Error("the picture has no end")
	}
}

// TestTheConsoleDrawsTwoRowsInOne, light on dark, with light modules around.
func TestTheConsoleDrawsTwoRowsInOne(t *testing.T) {
	t.Parallel()
	text, err := selftls.Print("https://depot.local/ca")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]rune
	for line := range strings.Lines(text) {
		rows = append(rows, []rune(strings.TrimRight(line, "\n")))
	}
	size := len(rows[0]) - 4
	eyes(t, "the console", size, func(x, y int) bool {
		char := rows[(y+2)/2][x+2]
		if (y+2)%2 == 0 {
			return char == ' ' || char == '▄'
		}
		return char == ' ' || char == '▀'
	})
	for _, char := range rows[0] {
		if char != '█' {
			t.Fatalf("above the code stands %q", string(rows[0]))
		}
	}
	if rows[3][0] != '█' || rows[3][1] != '█' || rows[3][size+2] != '█' || len(rows) != (size+5)/2 {
		t.Errorf("beside the code of %d stands %q, of %d rows", size, string(rows[3]), len(rows))
	}
	if _, err := selftls.Print(strings.Repeat("x", 4000)); err == nil {
		t.Error("a text is drawn that no code holds")
	}
}

// eyes wants the three squares by which readers find a code, and none in the fourth corner.
func eyes(t *testing.T, where string, size int, dark func(x, y int) bool) {
	t.Helper()
	eye := func(left, top int) bool {
		for y := range 7 {
			for x := range 7 {
				edge, core := min(x, y, 6-x, 6-y) == 0, min(x, y, 6-x, 6-y) >= 2
				if dark(left+x, top+y) != (edge || core) {
					return false
				}
			}
		}
		return true
	}
	if size < 21 || (size-17)%4 != 0 || !eye(0, 0) || !eye(size-7, 0) || !eye(0, size-7) || eye(size-7, size-7) {
		t.Errorf("%s shows no code of %d modules", where, size)
	}
}

// TestACertificateOfAServerIsForServersAlone, and no longer than browsers take.
func TestACertificateOfAServerIsForServersAlone(t *testing.T) {
	t.Parallel()
	a, _ := authority(t)
	signed, err := a.Server([]string{"depot.local", "::1"})
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(signed.Certificate[0])
	if err != nil || !slices.Equal(leaf.ExtKeyUsage, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}) || leaf.IsCA || leaf.NotAfter.Sub(leaf.NotBefore) > 398*24*time.Hour || leaf.NotBefore.After(time.Now().Add(-time.Minute)) {
		t.Errorf("it is %+v (%v)", leaf, err)
	}
	if len(leaf.IPAddresses) != 1 || len(leaf.DNSNames) != 1 || len(signed.Certificate) != 2 {
		t.Errorf("it is for %v and %v", leaf.IPAddresses, leaf.DNSNames)
	}
}

// TestAnAuthorityThatCannotBeReadIsNotReplaced: devices trust it.
func TestAnAuthorityThatCannotBeReadIsNotReplaced(t *testing.T) {
	t.Parallel()
	_, base := authority(t)
	if info, err := os.Stat(base + ".key"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its key is for %v (%v)", info.Mode(), err)
	}
	if err := os.WriteFile(base+".key", []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := selftls.Open(base); err == nil {
		t.Error("a broken key is replaced")
	}
	_, other := authority(t)
	pair, err := tls.LoadX509KeyPair(other+".pem", other+".key")
	if err != nil || pair.Leaf == nil {
		t.Fatalf("the files are no pair: %v", err)
	}
}

// TestEverywhereIsEachAddressOfTheMachine, its name, and itself.
func TestEverywhereIsEachAddressOfTheMachine(t *testing.T) {
	t.Parallel()
	hosts, err := selftls.Hosts(&net.TCPAddr{IP: net.IPv6unspecified})
	if err != nil {
		t.Fatal(err)
	}
	name, err := os.Hostname()
	if err != nil || !slices.Contains(hosts, name) || !slices.Equal(hosts[len(hosts)-3:], []string{"localhost", "127.0.0.1", "::1"}) {
		t.Errorf("hosts are %v", hosts)
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range own {
		if network, ok := address.(*net.IPNet); ok && network.IP.IsGlobalUnicast() != slices.Contains(hosts, network.IP.String()) && !network.IP.IsLoopback() {
			t.Errorf("%v is one of %v: %t", network.IP, hosts, !network.IP.IsGlobalUnicast())
		}
	}
}
