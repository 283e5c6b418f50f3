package auth_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func (f *fixture) try(t *testing.T, account, password, address, device string) error {
	t.Helper()
	_, err := f.Login(t.Context(), auth.Login{Account: account, Password: password, Device: auth.Device{Guid: device, Address: address}})
	return err
}

// TestRightPasswordsAreNoGuesses signs in twenty times at the same moment.
func TestRightPasswordsAreNoGuesses(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				if err := f.try(t, "ann", "correct horse", "192.0.2.1", fmt.Sprintf("device-%08d", i)); err != nil {
					t.Errorf("login %d: %v", i, err)
				}
			})
		}
		all.Wait()
	})
}

// TestOneAddressGuessesAllAccounts guesses one password for each of many accounts.
func TestOneAddressGuessesAllAccounts(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		taken := 0
		for i := range 53 {
			if err := f.try(t, fmt.Sprintf("somebody%d", i), "Spring2026", "192.0.2.1", ""); fault.CodeOf(err) == fault.Invalid {
				taken++
			}
		}
		if taken != 50 {
			t.Errorf("%d guesses were let through, want 50", taken)
		}
		if err := f.try(t, "ann", "correct horse", "192.0.2.2", ""); err != nil {
			t.Errorf("from elsewhere: %v", err)
		}
	})
}

// TestKnownDevicesGetThrough hammers an account from many addresses, and the address
// of its owner with other accounts.
func TestKnownDevicesGetThrough(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		if err := f.try(t, "ann", "correct horse", "192.0.2.1", guid); err != nil {
			t.Fatal(err)
		}
		for i := range 51 {
			_ = f.try(t, "ann", "guess", fmt.Sprintf("198.51.100.%d", i), "")
		}
		if err := f.try(t, "ann", "correct horse", "192.0.2.1", "another-device"); fault.CodeOf(err) != fault.TooMany {
			t.Errorf("unknown device: %v, want too many", err)
		}
		if err := f.try(t, "ann", "correct horse", "192.0.2.1", guid); err != nil {
			t.Errorf("known device: %v", err)
		}
		for range 10 {
			_ = f.try(t, "ann", "guess", "192.0.2.1", guid)
		}
		if err := f.try(t, "ann", "correct horse", "192.0.2.1", guid); fault.CodeOf(err) != fault.TooMany {
			t.Errorf("known device that guesses: %v, want too many", err)
		}
	})
}
