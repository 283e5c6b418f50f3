package main

import (
	"os"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/product"
)

// TestMain is both servers, too: the processes under test are this very binary.
func TestMain(m *testing.M) {
	product.IfAsked(command.Binary{})
	if len(os.Args) > 1 && os.Args[1] == "-handwritten" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestSameAnswers plays a small round: both servers answer alike and take every
// write, so that the figures of a big one compare the same work.
func TestSameAnswers(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) { sameAnswers(t, kind) })
	}
}

func sameAnswers(t *testing.T, kind string) {
	t.Helper()
	if kind == "postgres" {
		enginetest.RequirePostgres(t)
	}
	p, err := startPair(t.Context(), kind, os.Args[0], os.Args[0], small)
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
