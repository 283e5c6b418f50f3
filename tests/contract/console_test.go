package contract

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// console runs a sub-command of the command to its end.
func console(t *testing.T, input string, args ...string) (output, errors string, code int) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], args...)
	command.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	_ = command.Run()
	return out.String(), errs.String(), command.ProcessState.ExitCode()
}

// succeeds runs a sub-command that must end well, and gives its output.
func succeeds(t *testing.T, input string, args ...string) string {
	t.Helper()
	output, errors, code := console(t, input, args...)
	if code != 0 {
		t.Fatalf("%v: exit code %d: %s%s", args, code, output, errors)
	}
	return output
}

// fails runs a sub-command that must be refused with a reason.
func fails(t *testing.T, reason string, args ...string) {
	t.Helper()
	if _, errors, code := console(t, "", args...); code == 0 || !strings.Contains(errors, reason) {
		t.Errorf("%v: exit code %d, %q, want %q", args, code, errors, reason)
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()

	dsn := sqliteFile(t)
	key := []string{"--dsn", dsn, "--key", filepath.Join(t.TempDir(), "master.key")}
	with := func(name string, more ...string) []string { return append(append([]string{name}, key...), more...) }

	if plan := succeeds(t, "", with("migrate", "--plan")...); !strings.Contains(strings.ToLower(plan), "create table") {
		t.Errorf("plan of an empty database: %.300s", plan)
	}
	succeeds(t, "", with("migrate")...)
	if plan := succeeds(t, "", with("migrate", "--plan")...); !strings.Contains(plan, "nothing to do") {
		t.Errorf("plan after it: %.300s", plan)
	}
	if text := succeeds(t, "", "meta", "check", "--dsn", dsn); !strings.Contains(text, "sound") {
		t.Errorf("meta check: %s", text)
	}

	folder := t.TempDir()
	succeeds(t, "", "meta", "export", folder)
	if text := succeeds(t, "", "meta", "diff", folder); text != "" {
		t.Errorf("diff of what was just written: %s", text)
	}
	brand := filepath.Join(folder, "metadata/master/brand")
	for path, text := range map[string]string{"brand.list.json": "{}", "more.list.json": "{}"} {
		if err := os.WriteFile(filepath.Join(brand, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(brand, "brand.form.json")); err != nil {
		t.Fatal(err)
	}
	var words []string
	diff := succeeds(t, "", "meta", "diff", folder)
	for line := range strings.Lines(diff) {
		words = append(words, strings.Fields(line)[0])
	}
	if got := slices.Compact(words); !slices.Equal(got, []string{"added", "changed", "set", "removed"}) || !strings.Contains(diff, `set key "brand"`) {
		t.Errorf("diff: %s", diff)
	}

	file := filepath.Join(t.TempDir(), "a.backup")
	succeeds(t, "", "backup", file, "--dsn", dsn) // flags stand where people put them
	fails(t, "file", with("backup")...)
	restored := sqliteFile(t)
	succeeds(t, "", "restore", "--dsn", restored, "--key", key[3], file)
	fails(t, "", "restore", "--dsn", restored, "--key", key[3], file) // is not empty
	if plan := succeeds(t, "", "migrate", "--plan", "--dsn", restored); !strings.Contains(plan, "nothing to do") {
		t.Errorf("plan of the restored database: %.300s", plan)
	}
	fails(t, "usage", "fly")
	fails(t, "usage", "user", "fly")
}

func TestVerify(t *testing.T) {
	t.Parallel()

	s := serve(t, sqliteFile(t), "--demo")
	checkStation(t, s)
	text := succeeds(t, "", "verify", "--json", "--dsn", s.dsn, "--key", s.keyFile())
	var report struct {
		OK         bool `json:"ok"`
		Invariants []struct {
			Key string `json:"key"`
			OK  bool   `json:"ok"`
		} `json:"invariants"`
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil || !report.OK || len(report.Invariants) == 0 {
		t.Errorf("verify: %v %s", err, text)
	}
}

func TestFirstStart(t *testing.T) {
	t.Parallel()

	dsn := sqliteFile(t)
	s := serve(t, dsn)
	s.device().post(t, "/api/auth/login", map[string]any{"account": "admin", "password": password}).business(422)
	account := []string{"--dsn", dsn, "--key", s.keyFile(), "chief"}
	succeeds(t, "a long password 1\n", append([]string{"user", "add"}, account...)...)
	s.device().signIn(t, map[string]any{"account": "chief", "password": "a long password 1"})
	succeeds(t, "a long password 2\n", append([]string{"user", "passwd"}, account...)...)
	s.device().post(t, "/api/auth/login", map[string]any{"account": "chief", "password": "a long password 1"}).business(422)
	s.device().signIn(t, map[string]any{"account": "chief", "password": "a long password 2"})
	_, errors, code := console(t, "a long password 3\n", "user", "passwd", "--dsn", dsn, "--key", s.keyFile(), "nobody")
	if code == 0 || !strings.Contains(errors, "nobody") {
		t.Errorf("passwd of nobody: %d %s", code, errors)
	}
}

// TestRestart: what was kept is there after a restart, the memory of calls included.
func TestRestart(t *testing.T) {
	t.Parallel()

	first := serve(t, sqliteFile(t), "--demo")
	admin := first.as(t, "admin")
	c := call{path: "/api/data/brand/save", body: aBrand(), key: hexID(16), nonce: hexID(16)}
	saved := admin.do(t, c).ok()
	products := admin.count(t, "product", map[string]any{"and": []any{}})
	first.stop()

	second := serve(t, first.dsn, "--demo", "--key", first.keyFile())
	admin.base = second.base // the same device, still signed in
	if n := admin.count(t, "product", map[string]any{"and": []any{}}); n != products {
		t.Errorf("%d products, %d before", n, products)
	}
	admin.do(t, c).refused(406, 406) // the nonce was used
	c.nonce = ""
	if again := admin.do(t, c).ok(); again.text != saved.text {
		t.Errorf("first %s, again %s", saved.text, again.text)
	}
}

func TestSetUpToken(t *testing.T) {
	t.Parallel()

	s := serve(t, sqliteFile(t))
	_, token, found := strings.Cut(s.greeting, "Token for the first one: ")
	if !found {
		t.Fatalf("no token in %q", s.greeting)
	}
	token, _, _ = strings.Cut(token, "\n")
	body := map[string]any{"token": "wrong", "account": "first", "trueName": "First", "password": "a long password 1"}
	if a := s.device().post(t, "/api/auth/setup", body); a.at("result") == true {
		t.Error("a wrong token made an account")
	}
	body["token"] = token
	s.device().post(t, "/api/auth/setup", body).ok()
	s.device().signIn(t, map[string]any{"account": "first", "password": "a long password 1"})
	body["account"] = "second"
	if a := s.device().post(t, "/api/auth/setup", body); a.at("result") == true {
		t.Error("the token is good twice")
	}
}

func TestConfiguration(t *testing.T) {
	t.Parallel()

	t.Run("the demo stays on this machine", func(t *testing.T) {
		for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0"} {
			fails(t, "loopback", "serve", "--demo", "--addr", address, "--dsn", sqliteFile(t))
		}
	})
	t.Run("a YAML file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "wareloom.yaml")
		dsn := sqliteFile(t)
		if err := os.WriteFile(file, []byte("dsn: "+dsn+"\ndemo: true\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s := serve(t, "", "--config", file)
		s.login(t, "admin")
		if _, err := os.Stat(strings.TrimPrefix(dsn, "sqlite:")); err != nil {
			t.Error(err)
		}
	})
	t.Run("the demo's password", func(t *testing.T) {
		s := serve(t, sqliteFile(t), "--demo", "WARELOOM_DEMO_PASSWORD=another one 1")
		s.device().post(t, "/api/auth/login", map[string]any{"account": "admin", "password": password}).business(422)
		s.device().signIn(t, map[string]any{"account": "admin", "password": "another one 1"})
	})
	t.Run("every flag as a variable", func(t *testing.T) {
		s := serve(t, "", "WARELOOM_DSN="+sqliteFile(t), "WARELOOM_DEMO=true")
		s.login(t, "admin")
	})
}

// TestTLS: whoever installs the authority's certificate trusts the server.
func TestTLS(t *testing.T) {
	t.Parallel()

	s := serve(t, sqliteFile(t), "--demo", "--tls", "self")
	if !strings.HasPrefix(s.base, "https://") {
		t.Fatalf("base = %s", s.base)
	}
	trusting := x509.NewCertPool()
	der := fetch(t, &tls.Config{InsecureSkipVerify: true}, s.base+"/ca.crt") // the certificate is what makes it secure
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trusting.AddCert(certificate)
	if text := fetch(t, &tls.Config{RootCAs: trusting}, s.base+"/readyz"); string(text) != "ready\n" {
		t.Errorf("readyz = %s", text)
	}
	if text := string(fetch(t, &tls.Config{RootCAs: trusting}, s.base+"/ca")); !strings.Contains(text, "<svg") {
		t.Errorf("page = %.200s", text)
	}
}

func fetch(t *testing.T, config *tls.Config, url string) []byte {
	t.Helper()
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: config}}
	defer client.CloseIdleConnections()
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		t.Fatalf("%s: %d %v", url, response.StatusCode, err)
	}
	return text
}

// TestLAN: the demo for other machines has other passwords, each shown with a code.
func TestLAN(t *testing.T) {
	t.Parallel()

	s := serve(t, sqliteFile(t), "--lan")
	if !strings.HasPrefix(s.base, "https://") {
		t.Fatalf("base = %s", s.base)
	}
	text := s.said(t, "globex, password ")
	for _, account := range []string{"admin", "picker", "acme"} {
		_, after, found := strings.Cut(text, account+", password ")
		if !found || len(after) < 12 || strings.HasPrefix(after, password) {
			t.Errorf("no random password of %s in %.300s", account, text)
		}
	}
	if strings.Count(text, "█") < 1000 {
		t.Error("no codes on the console")
	}
}
