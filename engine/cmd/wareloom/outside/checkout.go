package outside

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// productModule is the Go module of the product; languageVersion is the Go that it is
// written in.
const (
	productModule   = "github.com/wareloom/wareloom"
	languageVersion = "1.26.0"
)

// Checkout makes the path of a checkout absolute, and refuses what is none. "" stays.
func Checkout(folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil || !strings.HasPrefix(string(text), "module "+productModule+"\n") {
		return "", fmt.Errorf("--source %s is no checkout of Wareloom: name the folder that holds its go.mod", folder)
	}
	return filepath.Abs(folder)
}

// needs are the checksums of what a checkout needs, as the file go.sum, and the lines by
// which go.mod of a plugin needs the same: with them its test runs without asking for
// anything. Without a checkout there are none.
func (s Skeleton) needs() (files map[string][]byte, lines string, err error) {
	files = map[string][]byte{}
	if s.Source == "" {
		return files, "", nil
	}
	if files["go.sum"], err = os.ReadFile(filepath.Join(s.Source, "go.sum")); err != nil {
		return nil, "", err
	}
	text, err := os.ReadFile(filepath.Join(s.Source, "go.mod"))
	return files, indirect(string(text)), err
}

// indirect gives the needs of a go.mod as those of who needs the module.
func indirect(text string) string {
	var lines strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "require (" || line == ")":
			inside = line != ")"
			lines.WriteString("\n" + line)
		case inside:
			module, _, _ := strings.Cut(line, " //")
			lines.WriteString("\n\t" + module + " // indirect")
		}
	}
	return lines.String()
}
