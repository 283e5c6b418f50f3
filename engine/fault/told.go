package fault

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Told is what a field of the format told keeps: the key of a text and its
// arguments, worded when somebody reads it, in his language. An argument may be a
// Told, too.
type Told struct {
	Key    string `json:"key"`
	Params Params `json:"params,omitempty"`
}

// Tell makes a Told of a key and the names and values of its arguments.
func Tell(key string, pairs ...any) Told { return Told{key, New(Invalid, key, pairs...).Params} }

// Keep writes what a field keeps of several, one after the other.
func Keep(told ...Told) (string, error) {
	text, err := json.Marshal(told)
	if err != nil {
		return "", fmt.Errorf("keep what is told: %w", err)
	}
	return string(text), nil
}

// Kept reads what a field keeps; false where that is words, as a person or an older
// version wrote them.
func Kept(text string) ([]Told, bool) {
	if !strings.HasPrefix(text, `[{"key":`) {
		return nil, false
	}
	var told []Told
	if err := json.Unmarshal([]byte(text), &told); err != nil {
		return nil, false
	}
	return told, true
}
