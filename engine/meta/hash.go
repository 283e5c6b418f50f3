package meta

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Hash names the content of the model: equal models have equal hashes, wherever
// their files lie.
func (m *Model) Hash() string {
	// Maps are written in the order of their keys, and no kind holds what JSON
	// cannot say, so there is no error.
	text, _ := json.Marshal(m)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
