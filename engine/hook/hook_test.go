package hook_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/hook"
)

// note appends its name to the event.
func note(name string) hook.Func[*[]string] {
	return func(_ context.Context, seen *[]string) error {
		*seen = append(*seen, name)
		return nil
	}
}

func TestRunKeepsTheOrder(t *testing.T) {
	t.Parallel()
	var list hook.List[*[]string]
	list.Add("late", 10, note("late"))
	list.Add("b", 0, note("b"))
	list.Add("early", -10, note("early"))
	list.Add("a", 0, note("a"))
	var seen []string
	want := []string{"early", "a", "b", "late"}
	if err := list.Run(t.Context(), &seen); err != nil || !slices.Equal(seen, want) || !slices.Equal(list.Keys(), want) {
		t.Errorf("ran %q, keys %q, want %q (%v)", seen, list.Keys(), want, err)
	}
}

func TestRunStopsAtTheFirstError(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	var list hook.List[*[]string]
	list.Add("a", 1, note("a"))
	list.Add("b", 2, func(context.Context, *[]string) error { return refused })
	list.Add("c", 3, note("c"))
	var seen []string
	if err := list.Run(t.Context(), &seen); err != refused || !slices.Equal(seen, []string{"a"}) { //nolint:errorlint // unchanged is the point
		t.Errorf("ran %q: %v", seen, err)
	}
}

func TestMistakesAreReportedTogether(t *testing.T) {
	t.Parallel()
	var list hook.List[*[]string]
	list.Add("a", 1, note("first"))
	list.Add("a", 0, note("second"))
	list.Add("", 0, note("none"))
	list.Add("empty", 0, nil)
	err := list.Check()
	for _, part := range []string{`"a" is registered twice`, "no key", `"empty" has no function`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not say %q", err, part)
		}
	}
	var seen []string
	if err := list.Run(t.Context(), &seen); err != nil || !slices.Equal(seen, []string{"first"}) {
		t.Errorf("ran %q: %v", seen, err)
	}
}
