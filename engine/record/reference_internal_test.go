package record

import "testing"

// TestShown: people read the value that they gave, and which is which only where there are several.
func TestShown(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string]map[string]any{
		"AC-1O03":           {"code": "AC-1O03"},
		"code SH1, line 20": {"line": 20, "code": "SH1"},
	} {
		if got := shown(parts); got != want {
			t.Errorf("%v is shown as %q, want %q", parts, got, want)
		}
	}
}
