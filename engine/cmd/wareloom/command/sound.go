package command

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// soundFile names, in the folder of what can be made again, the binaries that have started: what they
// ship was held to its schemas then, which is half of what a start costs, and cannot change.
const soundFile = "sound"

// mostSound is how many binaries are remembered, the last ones first.
const mostSound = 16

// isSound is true where this very binary has started before.
func isSound(folder string) bool {
	self, err := identity()
	return err == nil && slices.Contains(soundIn(folder), self)
}

// rememberSound remembers that this binary has started.
func rememberSound(folder string) error {
	self, err := identity()
	if err != nil || folder == "" {
		return errors.Join(err, errors.ErrUnsupported)
	}
	known := soundIn(folder)
	if slices.Contains(known, self) {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	known = append([]string{self}, known[:min(len(known), mostSound-1)]...)
	made := filepath.Join(folder, fmt.Sprintf("%s.%d", soundFile, os.Getpid()))
	if err := os.WriteFile(made, []byte(strings.Join(known, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(made, filepath.Join(folder, soundFile))
}

// soundIn are the binaries that a folder tells of.
func soundIn(folder string) []string {
	if folder == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(folder, soundFile))
	if err != nil {
		return nil // it costs half a second
	}
	return strings.Fields(string(text))
}

// identity is another one for each binary that was built.
func identity() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s %d %d", file, info.Size(), info.ModTime().UnixNano()))), nil
}
