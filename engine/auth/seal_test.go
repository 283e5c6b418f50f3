package auth_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/store"
)

func keyOf(t *testing.T, digit string) auth.MasterKey {
	t.Helper()
	key, err := auth.ParseMasterKey(strings.Repeat(digit, 64))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAMasterKeyIs64HexDigits(t *testing.T) {
	t.Parallel()
	whole := strings.Repeat("0a", 32)
	for text, good := range map[string]bool{whole: true, " " + whole + "\n": true, "": false, whole[2:]: false, whole[1:]: false, strings.Repeat("0g", 32): false} {
		key, err := auth.ParseMasterKey(text)
		if (err == nil) != good || good && key[31] != 0x0a {
			t.Errorf("%q: %v (%v)", text, key, err)
		}
	}
}

// TestASealOpensAtItsPlaceOnly with its key, and whole.
func TestASealOpensAtItsPlaceOnly(t *testing.T) {
	t.Parallel()
	key, other := keyOf(t, "1"), keyOf(t, "2")
	sealed, err := key.Seal("here", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := key.Seal("here", []byte("secret"))
	if err != nil || bytes.Equal(sealed, again) || bytes.Contains(sealed, []byte("secret")) {
		t.Errorf("sealed as %x and %x (%v)", sealed, again, err)
	}
	if open, err := key.Open("here", sealed); err != nil || string(open) != "secret" {
		t.Errorf("opened: %q (%v)", open, err)
	}
	turned := bytes.Clone(sealed)
	turned[len(turned)-1] ^= 1
	for about, open := range map[string]func() ([]byte, error){
		"at another place": func() ([]byte, error) { return key.Open("there", sealed) },
		"with another key": func() ([]byte, error) { return other.Open("here", sealed) },
		"with a bit turned": func() ([]byte, error) {
			return key.Open("here", turned)
		},
		"cut short":  func() ([]byte, error) { return key.Open("here", sealed[:5]) },
		"of nothing": func() ([]byte, error) { return key.Open("here", nil) },
	} {
		if text, err := open(); err == nil {
			t.Errorf("%s: %q", about, text)
		}
	}
	if bytes.Equal(key.Derive("a"), key.Derive("b")) || bytes.Equal(key.Derive("a"), other.Derive("a")) || !bytes.Equal(key.Derive("a"), keyOf(t, "1").Derive("a")) {
		t.Error("a derived key is that of one key and one purpose")
	}
}

// TestTheFileOfTheKeyIsMadeOnce for its owner alone, and left as it is.
func TestTheFileOfTheKeyIsMadeOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "key")
	first, err := auth.LoadMasterKey(path)
	if err != nil || first == (auth.MasterKey{}) {
		t.Fatalf("made %v (%v)", first, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v (%v)", info.Mode(), err)
	}
	if again, err := auth.LoadMasterKey(path); err != nil || again != first {
		t.Errorf("loaded again it is another one (%v)", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.LoadMasterKey(path); err == nil {
		t.Error("a broken file is a key")
	}
	for _, bad := range []string{folder, filepath.Join(folder, "none", "key")} {
		if _, err := auth.LoadMasterKey(bad); err == nil {
			t.Errorf("a key of %s", bad)
		}
	}
}

// TestADatabaseKnowsItsKey from the first that opens what is sealed there, until another is
// adopted, which ends what cannot be read again.
func TestADatabaseKnowsItsKey(t *testing.T) {
	f := onOne(t)
	session := f.login(t, "user", "ann")
	if _, _, err := f.addKey(t, auth.Key{UserID: 1, Name: "erp", ExpiresAt: f.clock}); err != nil {
		t.Fatal(err)
	}
	fits := func(about string, key auth.MasterKey, want bool) {
		t.Helper()
		f.write(t, func(ctx context.Context, tx *store.Tx) error {
			if got, err := key.KeyFits(ctx, tx); got != want || err != nil {
				t.Errorf("%s: fits %v (%v)", about, got, err)
			}
			return nil
		})
	}
	right, wrong := auth.MasterKey{}, keyOf(t, "2") // the fixture's is nought
	fits("a key that opens no session", wrong, false)
	fits("the key that opens it", right, true)
	fits("and is known from then on", right, true)
	if err := f.Logout(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	fits("another, though nothing is sealed any more", wrong, false)
	f.login(t, "user", "ann")
	f.write(t, wrong.Adopt)
	fits("the one that is adopted", wrong, true)
	fits("the one of before", right, false)
	var left int
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &left, "select (select count(*) from auth_session) + (select count(*) from auth_key)")
	})
	if left != 0 {
		t.Errorf("%d things are left that nobody can read", left)
	}
}

func TestAnEmptyDatabaseTakesTheFirstKey(t *testing.T) {
	f := onOne(t)
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		if got, err := keyOf(t, "1").KeyFits(ctx, tx); !got || err != nil {
			t.Errorf("the first: %v (%v)", got, err)
		}
		if got, err := keyOf(t, "2").KeyFits(ctx, tx); got || err != nil {
			t.Errorf("the second: %v (%v)", got, err)
		}
		return nil
	})
}
