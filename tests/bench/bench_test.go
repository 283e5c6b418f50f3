package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestARound measures a few calls on a small database: every call is answered by
// both servers, and both spend time on it.
func TestARound(t *testing.T) {
	folder := t.TempDir()
	binary, self := filepath.Join(folder, "wareloom"), filepath.Join(folder, "bench")
	for path, from := range map[string]string{binary: "../../engine/cmd/wareloom", self: "."} {
		if text, err := exec.Command("go", "build", "-o", path, from).CombinedOutput(); err != nil {
			t.Fatalf("build %s: %s", from, text)
		}
	}
	command := exec.Command(self, "-binary", binary, "-rows", "2000", "-products", "6000", "-positions", "100", "-calls", "5", "-rounds", "1")
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		t.Fatalf("bench: %v", err)
	}
	t.Logf("%s", text)
}
