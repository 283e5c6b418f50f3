package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// sumFile names the sum beside a backup, in the form that sha256sum reads and writes.
func sumFile(backup string) string { return backup + ".sha256" }

// writeSum keeps the sum of what is written as a part and will bear the backup's name:
// a database has none of its own.
func writeSum(part, backup string) error {
	sum, err := sumOf(part)
	if err != nil {
		return err
	}
	return os.WriteFile(sumFile(backup), []byte(sum+"  "+filepath.Base(backup)+"\n"), 0o600)
}

// checkSum refuses a backup that is not as it was written. One without a sum beside it
// is taken as it is. The Invalid fault store.backup_damaged.
func checkSum(backup string) error {
	text, err := os.ReadFile(sumFile(backup))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	sum, err := sumOf(backup)
	if err != nil {
		return err
	}
	if known, _, _ := strings.Cut(string(text), " "); known != sum {
		return fault.New(fault.Invalid, "store.backup_damaged").Because(fmt.Errorf("%s has the sum %s, not that of %s", backup, sum, sumFile(backup)))
	}
	return nil
}

func sumOf(file string) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
