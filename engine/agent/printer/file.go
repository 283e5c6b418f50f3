package printer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// device is a printer behind a file of the system, as a USB printer is on Linux. It takes
// bytes and tells nothing.
type device struct{ path string }

func (d *device) Condition() string {
	if _, err := os.Stat(d.path); err != nil {
		return Silent
	}
	return Untold
}

// Print implements Printer.
func (d *device) Print(_ context.Context, label Label, begin func(count int64) error) Outcome {
	file, err := os.OpenFile(d.path, os.O_WRONLY, 0)
	if err != nil {
		return Outcome{State: Unsent}
	}
	if err := begin(NoCount); err != nil {
		return Outcome{State: Unsent}
	}
	_, err = file.Write(label.Content)
	if err := errors.Join(err, file.Close()); err != nil {
		return unknown("print.cut_off")
	}
	return Outcome{State: Sent}
}

// Prove implements Printer.
func (*device) Prove(context.Context, Label, int64) Outcome { return unknown("print.cut_off") }

// folder is a folder from which another program prints: each label is a file of its own
// name there, whole or not at all.
type folder struct{ path string }

func (f *folder) Condition() string {
	if info, err := os.Stat(f.path); err != nil || !info.IsDir() {
		return Silent
	}
	return Untold
}

func (f *folder) file(label Label) string { return filepath.Join(f.path, label.Key+ending(label.Type)) }

// Print implements Printer.
func (f *folder) Print(_ context.Context, label Label, begin func(count int64) error) Outcome {
	unfinished := f.file(label) + ".part"
	if err := os.WriteFile(unfinished, label.Content, 0o600); err != nil {
		return Outcome{State: Unsent}
	}
	if err := begin(NoCount); err != nil {
		return Outcome{State: Unsent}
	}
	if err := os.Rename(unfinished, f.file(label)); err != nil {
		return Outcome{State: Unsent}
	}
	return Outcome{State: Sent}
}

// Prove implements Printer: a label that is still half a file was not given over.
func (f *folder) Prove(_ context.Context, label Label, _ int64) Outcome {
	if _, err := os.Stat(f.file(label) + ".part"); err == nil {
		return Outcome{State: Unsent}
	}
	if _, err := os.Stat(f.file(label)); errors.Is(err, fs.ErrNotExist) {
		return unknown("print.cut_off") // given over and printed, or never there
	}
	return Outcome{State: Sent}
}

// ending is that of the files of a media type.
func ending(mediaType string) string {
	switch mediaType {
	case "application/pdf":
		return ".pdf"
	case "image/png":
		return ".png"
	case "application/zpl":
		return ".zpl"
	}
	return ".prn"
}

// queue is a printer of CUPS. CUPS says that a job is done while the printer works, so
// all that is known is that it took it.
type queue struct{ name string }

// lpTime bounds a call of CUPS.
const lpTime = 20 * time.Second

func (q *queue) Condition() string {
	ctx, cancel := context.WithTimeout(context.Background(), lpTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "lpstat", "-p", q.name).Output()
	switch {
	case err != nil:
		return Silent
	case bytes.Contains(out, []byte("disabled")):
		return Paused
	}
	return Untold
}

// Print implements Printer.
func (q *queue) Print(ctx context.Context, label Label, begin func(count int64) error) Outcome {
	if _, err := exec.LookPath("lp"); err != nil {
		return Outcome{State: Unsent}
	}
	if err := begin(NoCount); err != nil {
		return Outcome{State: Unsent}
	}
	ctx, cancel := context.WithTimeout(ctx, lpTime)
	defer cancel()
	args := []string{"-d", q.name, "-t", label.Key}
	if label.Type != "application/pdf" && !strings.HasPrefix(label.Type, "image/") {
		args = append(args, "-o", "raw")
	}
	command := exec.CommandContext(ctx, "lp", args...)
	command.Stdin = bytes.NewReader(label.Content)
	if out, err := command.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return unknown("print.cut_off")
		}
		return Outcome{State: Failed, Why: unknown("print.cups", "why", strings.TrimSpace(fmt.Sprintf("%.200s", out))).Why}
	}
	return Outcome{State: Sent}
}

// Prove implements Printer.
func (*queue) Prove(context.Context, Label, int64) Outcome { return unknown("print.cut_off") }

// Find lists the printers that the machine itself knows: USB printers on Linux, and the
// queues of CUPS where it is installed.
func Find(ctx context.Context) []Line {
	var found []Line
	devices, err := filepath.Glob("/dev/usb/lp*")
	if err == nil {
		for _, path := range devices {
			found = append(found, Line{Address: "usb://" + path, Name: filepath.Base(path), Language: "zpl"})
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lpTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "lpstat", "-e").Output()
	if err != nil {
		return found // there is no CUPS
	}
	for _, name := range strings.Fields(string(out)) {
		found = append(found, Line{Address: "cups://" + name, Name: name, Language: "pdf"})
	}
	return found
}
