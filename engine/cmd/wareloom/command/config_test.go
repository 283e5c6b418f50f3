package command

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestReadConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wareloom.yaml")
	if err := os.WriteFile(file, []byte("addr: 127.0.0.1:1\ndsn: sqlite:/file/x.db\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WARELOOM_DSN", "sqlite:/env/x.db")

	tests := []struct {
		name      string
		args      []string
		wantAddr  string
		wantKey   string
		wantFault string
	}{
		{name: "defaults and environment", wantAddr: "127.0.0.1:8080", wantKey: "/env/x.key"},
		{name: "the environment is stronger than the file", args: []string{"--config", file}, wantAddr: "127.0.0.1:1", wantKey: "/env/x.key"},
		{name: "a flag is stronger than both", args: []string{"--config", file, "--dsn", "sqlite:/flag/y.db", "--addr", "127.0.0.1:2"}, wantAddr: "127.0.0.1:2", wantKey: "/flag/y.key"},
		{name: "demo on this machine", args: []string{"--demo", "--addr", "[::1]:8080"}, wantAddr: "[::1]:8080", wantKey: "/env/x.key"},
		{name: "demo for others", args: []string{"--demo", "--addr", "0.0.0.0:8080"}, wantFault: "loopback"},
		{name: "demo for everybody", args: []string{"--demo", "--addr", ":8080"}, wantFault: "loopback"},
		{name: "half a certificate", args: []string{"--tls-cert", "x"}, wantFault: "belong together"},
	}
	for _, tt := range tests {
		c, _, err := readConfig("serve", tt.args, os.Stderr, nil)
		if tt.wantFault != "" {
			if err == nil || !strings.Contains(err.Error(), tt.wantFault) {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.wantFault)
			}
			continue
		}
		if err != nil || c.Addr != tt.wantAddr || c.Key != tt.wantKey {
			t.Errorf("%s: %s %s (err: %v), want %s %s", tt.name, c.Addr, c.Key, err, tt.wantAddr, tt.wantKey)
		}
	}
}

// TestMemoryIsBounded has the process stay within what it is told, unless the system's
// own word is there.
func TestMemoryIsBounded(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	percent := debug.SetGCPercent(100)
	t.Cleanup(func() {
		debug.SetMemoryLimit(before)
		debug.SetGCPercent(percent)
	})
	for _, tt := range []struct {
		said string
		want int64
	}{{"", 256 << 20}, {"1GiB", before}} {
		debug.SetMemoryLimit(before)
		t.Setenv("GOMEMLIMIT", tt.said)
		if err := boundMemory("256"); err != nil {
			t.Fatal(err)
		}
		if bound := debug.SetMemoryLimit(-1); bound != tt.want {
			t.Errorf("with GOMEMLIMIT=%q the limit is %d, want %d", tt.said, bound, tt.want)
		}
	}
}
