package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestSameAnswers plays a small round: both servers answer alike and take every
// write, so that the figures of a big one compare the same work.
func TestSameAnswers(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, path := range []string{"../../engine/cmd/wareloom", "."} {
		build := exec.Command("go", "build", "-o", folder+"/", path)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) { sameAnswers(t, kind, folder) })
	}
}

func sameAnswers(t *testing.T, kind, folder string) {
	t.Helper()
	if kind == "postgres" {
		enginetest.RequirePostgres(t)
	}
	p, err := startPair(t.Context(), kind, filepath.Join(folder, "wareloom"), filepath.Join(folder, "bench"), small)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.stop(); err != nil {
			t.Error(err)
		}
	})
	if err := p.compare(t.Context(), small); err != nil {
		t.Error(err)
	}
	for _, o := range operations(small) {
		if _, err := p.measure(t.Context(), o, 1, 3); err != nil {
			t.Errorf("%s: %v", o.name, err)
		}
	}
}
