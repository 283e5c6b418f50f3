package replenishment_test

import (
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// floor is the demo building with a person in it.
type floor struct{ *world.Floor }

type m = world.M

var (
	id   = world.ID
	line = world.Line
)

// each runs a test in the demo building, on both databases.
func each(t *testing.T, test func(f *floor)) {
	t.Helper()
	world.EachFloor(t, func(_ *testing.T, f *world.Floor) { test(&floor{f}) })
}
