package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MasterKey seals what must be readable again, such as the keys of sessions. It
// lies outside the database, so that a copy of the database opens nothing.
type MasterKey [32]byte

// ParseMasterKey reads a key of 64 hex digits.
func ParseMasterKey(text string) (MasterKey, error) {
	var key MasterKey
	n, err := hex.Decode(key[:], []byte(strings.TrimSpace(text)))
	if err != nil || n != len(key) {
		return MasterKey{}, errors.New("the master key is not 64 hex digits: put the right key back from where it is kept")
	}
	return key, nil
}

// LoadMasterKey reads the key of a file that only its owner may read, and makes
// the file when there is none.
func LoadMasterKey(path string) (MasterKey, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		return ParseMasterKey(string(text))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return MasterKey{}, fmt.Errorf("read master key: %w", err)
	}
	var key MasterKey
	if _, err := rand.Read(key[:]); err != nil {
		return MasterKey{}, fmt.Errorf("make master key: %w", err)
	}
	if err := keepKeyFile(path, hex.EncodeToString(key[:])+"\n"); err != nil {
		return MasterKey{}, fmt.Errorf("keep master key: %w", err)
	}
	text, err = os.ReadFile(path) // another process may have been first
	if err != nil {
		return MasterKey{}, fmt.Errorf("read master key: %w", err)
	}
	return ParseMasterKey(string(text))
}

// keepKeyFile writes a file that appears whole or not at all, and leaves one alone
// that is there.
func keepKeyFile(path, text string) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".key-*") // only its owner may read it
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.WriteString(text)
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	if err := os.Link(part.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Derive gives a key for one purpose, so that no two purposes share one.
func (k MasterKey) Derive(purpose string) []byte {
	mac := hmac.New(sha256.New, k[:])
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// Seal encrypts a secret for one place, which Open must name again.
func (k MasterKey) Seal(place string, secret []byte) ([]byte, error) {
	gcm, err := k.cipher()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, gcm.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("seal %s: %w", place, err)
	}
	return gcm.Seal(nonce, nonce, secret, []byte(place)), nil
}

// Open decrypts what Seal made for the same place.
func (k MasterKey) Open(place string, sealed []byte) ([]byte, error) {
	gcm, err := k.cipher()
	if err != nil {
		return nil, err
	}
	if len(sealed) < gcm.NonceSize() {
		return nil, fmt.Errorf("open %s: too short", place)
	}
	secret, err := gcm.Open(nil, sealed[:gcm.NonceSize()], sealed[gcm.NonceSize():], []byte(place))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", place, err)
	}
	return secret, nil
}

func (k MasterKey) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.Derive("seal"))
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	return gcm, nil
}
