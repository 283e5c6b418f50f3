package exchange

import "testing"

// TestGuard holds that no cell begins a formula and that reading gives the text back.
func TestGuard(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "\n=1": "'\n=1", "\nx": "'\nx",
		"\uff1d1+1": "'\uff1d1+1", "\uff0b1": "'\uff0b1", "\uff0d1": "'\uff0d1", "\uff20x": "'\uff20x",
		"  =1+1": "'  =1+1", "\u3000=1": "'\u3000=1", "\u00a0\uff1d1": "'\u00a0\uff1d1",
		"\ufeff=1": "'\ufeff=1", "\u200b+1": "'\u200b+1", " \u2060\u00ad@x": "' \u2060\u00ad@x", "\x00=1": "'\x00=1", "\u200bx": "\u200bx",
		"x=1": "x=1", "": "", " x": " x", "'x": "'x", "苹果": "苹果",
	} {
		got := withGuard(text)
		if got != want {
			t.Errorf("withGuard(%q) = %q, want %q", text, got, want)
		}
		if back := withoutGuard(got); back != text {
			t.Errorf("read back %q, want %q", back, text)
		}
	}
}
