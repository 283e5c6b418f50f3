package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"github.com/wareloom/wareloom/engine/fault"
)

// Effort is what a hash of a password costs: parameters of Argon2id on one thread.
type Effort struct {
	Memory uint32 // KiB
	Passes uint32
}

// leastEffort is what OWASP asks for at least.
var leastEffort = Effort{Memory: 19 * 1024, Passes: 2}

// Bytes of a salt and of a hash.
const (
	saltSize = 16
	hashSize = 32
)

// Lengths of a password, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// queue is who waits for a hash beside whom: a flood of strangers keeps nobody else
// waiting.
type queue int

const (
	strangers queue = iota // who was never here
	known                  // who is signed in, or was here with this device
	holders                // of a ticket
	queues
)

// atOnce is how many hashes of a queue run at once; each takes 19 MiB. longest is how
// many may wait.
var (
	atOnce  = [queues]int{strangers: 2, known: 2, holders: 1}
	longest = [queues]int64{strangers: 100, known: 200, holders: 20}
)

// hasher hashes passwords, a few at a time.
type hasher struct {
	slots   [queues]chan struct{}
	waiting [queues]atomic.Int64
	effort  Effort
	dummy   string // compared for unknown accounts, so that they take as long
}

// newHasher makes a hasher of new hashes of an effort; the zero Effort is the least.
func newHasher(effort Effort) *hasher {
	if effort == (Effort{}) {
		effort = leastEffort
	}
	h := &hasher{effort: effort}
	for q := range h.slots {
		h.slots[q] = make(chan struct{}, atOnce[q])
	}
	h.dummy = effort.hash("", make([]byte, saltSize))
	return h
}

// hash gives the text to store for a password.
func (h *hasher) hash(ctx context.Context, in queue, password string) (string, error) {
	if err := h.enter(ctx, in); err != nil {
		return "", err
	}
	defer h.leave(in)
	salt := make([]byte, saltSize)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make salt: %w", err)
	}
	return h.effort.hash(password, salt), nil
}

// matches compares a password with a stored hash; "" stands for an unknown
// account, takes as long and never matches.
func (h *hasher) matches(ctx context.Context, in queue, password, stored string) (bool, error) {
	if err := h.enter(ctx, in); err != nil {
		return false, err
	}
	defer h.leave(in)
	known := stored != ""
	if !known {
		stored = h.dummy
	}
	effort, salt, err := readHash(stored)
	if err != nil {
		return false, err
	}
	return equal(effort.hash(password, salt), stored) && known, nil
}

// enter waits for a slot; the Unavailable fault auth.busy when too many wait.
func (h *hasher) enter(ctx context.Context, in queue) error {
	defer h.waiting[in].Add(-1)
	if h.waiting[in].Add(1) > longest[in] {
		return busy()
	}
	select {
	case h.slots[in] <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// busySeconds is how long who comes at a bad time is asked to wait.
const busySeconds = 5

func busy() error {
	return fault.New(fault.Unavailable, "auth.busy", "seconds", busySeconds).With(map[string]any{"retryAfter": busySeconds})
}

func (h *hasher) leave(in queue) { <-h.slots[in] }

// hash gives the PHC string of a password, which names its own parameters.
func (e Effort) hash(password string, salt []byte) string {
	hash := argon2.IDKey([]byte(password), salt, e.Passes, e.Memory, 1, hashSize)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, e.Memory, e.Passes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(hash))
}

// readHash reads a PHC string that an Effort wrote, whichever: the hashes of before stay
// good when the effort grows.
func readHash(stored string) (e Effort, salt []byte, err error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 {
		return e, nil, fmt.Errorf("read password hash: unknown form")
	}
	if _, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=1", &e.Memory, &e.Passes); err == nil {
		salt, err = base64.RawStdEncoding.DecodeString(parts[4])
	}
	if err != nil {
		return e, nil, fmt.Errorf("read password hash: %w", err)
	}
	return e, salt, nil
}

// checkPassword refuses passwords that are too short, too long or among the
// first that anybody tries.
func checkPassword(account, password string) error {
	length := len([]rune(password))
	switch {
	case length < minPassword || length > maxPassword:
		return fault.Join([]*fault.Fault{
			fault.New(fault.Invalid, "auth.password_length", "min", minPassword, "max", maxPassword).On("password").Breaking("length"),
		})
	case strings.EqualFold(password, account) || commonPasswords[strings.ToLower(password)]:
		return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "auth.password_common").On("password").Breaking("common")})
	}
	return nil
}

// commonPasswords are the most frequent of published leaks with the least length.
var commonPasswords = map[string]bool{
	"12345678": true, "123456789": true, "1234567890": true, "11111111": true, "00000000": true, "88888888": true,
	"password": true, "password1": true, "password123": true, "passw0rd": true, "qwertyuiop": true, "qwerty123": true,
	"1q2w3e4r": true, "1qaz2wsx": true, "abcd1234": true, "abc12345": true, "iloveyou": true, "sunshine": true,
	"princess": true, "football": true, "baseball": true, "superman": true, "trustno1": true, "welcome1": true,
	"admin123": true, "admin1234": true, "administrator": true, "letmein1": true, "changeme": true, "a1234567": true,
	"66666666": true, "87654321": true, "987654321": true, "asdfghjkl": true, "zxcvbnm1": true, "woaini1314": true,
}
