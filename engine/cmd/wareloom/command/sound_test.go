package command

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestABinaryIsFoundSoundOnce(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "cache")
	if isSound(folder) || isSound("") || rememberSound("") == nil {
		t.Error("a binary is known where nothing is remembered")
	}
	for range 2 {
		if err := rememberSound(folder); err != nil || !isSound(folder) {
			t.Errorf("a binary that has started is not known: %v", err)
		}
	}
	if known := soundIn(folder); len(known) != 1 {
		t.Errorf("one binary is remembered as %v", known)
	}
}

func TestOldBinariesAreForgotten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := ""
	for n := range mostSound {
		text += fmt.Sprintf("%d\n", n)
	}
	if err := os.WriteFile(filepath.Join(folder, soundFile), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := rememberSound(folder); err != nil {
		t.Fatal(err)
	}
	if known := soundIn(folder); len(known) != mostSound || known[1] != "0" || !isSound(folder) {
		t.Errorf("of %d binaries these are remembered: %v", mostSound+1, known)
	}
}
