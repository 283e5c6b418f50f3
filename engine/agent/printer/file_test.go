package printer_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/agent/printer"
)

func at(t *testing.T, address string) printer.Printer {
	t.Helper()
	p, err := printer.New(printer.Line{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func well(int64) error { return nil }

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestAFolderGetsWholeFiles holds that each label is a file of its own name and kind, and
// that nothing half is left.
func TestAFolderGetsWholeFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := at(t, "spool://"+folder)
	for media, ending := range map[string]string{"application/pdf": ".pdf", "image/png": ".png", "application/zpl": ".zpl", "application/octet-stream": ".prn", "": ".prn"} {
		label := printer.Label{Key: "7.1", Type: media, Content: []byte(media)}
		if got := p.Print(t.Context(), label, well); got.State != printer.Sent {
			t.Errorf("%q: %+v", media, got)
		}
		if content, err := os.ReadFile(filepath.Join(folder, "7.1"+ending)); err != nil || string(content) != media && media != "" {
			t.Errorf("%q is %q (%v)", media, content, err)
		}
	}
	if half, err := filepath.Glob(filepath.Join(folder, "*.part")); err != nil || len(half) > 0 {
		t.Errorf("left are %v (%v)", half, err)
	}
	if got := p.Condition(); got != printer.Untold {
		t.Errorf("it is %s", got)
	}
}

// TestTheFolderTellsWhatWasGivenOver asks about a label that was begun by a process which
// died.
func TestTheFolderTellsWhatWasGivenOver(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file, state string
	}{"half a file": {"7.1.zpl.part", printer.Unsent}, "the file": {"7.1.zpl", printer.Sent}, "no file": {"", printer.Unknown}, "that of another one": {"8.1.zpl", printer.Unknown}} {
		folder := t.TempDir()
		if tt.file != "" {
			write(t, filepath.Join(folder, tt.file), "x")
		}
		if got := at(t, "spool://"+folder).Prove(t.Context(), printer.Label{Key: "7.1", Type: "application/zpl"}, printer.NoCount); got.State != tt.state {
			t.Errorf("%s: %+v, want %s", name, got, tt.state)
		}
	}
}

func TestAFolderThatIsGoneTakesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "file"), "x")
	for _, path := range []string{filepath.Join(folder, "none"), filepath.Join(folder, "file")} {
		p, begun := at(t, "spool://"+path), false
		got := p.Print(t.Context(), printer.Label{Key: "7.1"}, func(int64) error { begun = true; return nil })
		if got.State != printer.Unsent || begun || p.Condition() != printer.Silent {
			t.Errorf("%s: %+v, begun %t, %s", path, got, begun, p.Condition())
		}
	}
}

// TestALabelThatCouldNotBeNotedIsNotGivenOver has the agent's own disk refuse the note.
func TestALabelThatCouldNotBeNotedIsNotGivenOver(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "lp0"), "")
	for _, address := range []string{"spool://" + folder, "usb://" + filepath.Join(folder, "lp0")} {
		label := printer.Label{Key: "7.1", Type: "application/zpl", Content: []byte("x")}
		if got := at(t, address).Print(t.Context(), label, func(int64) error { return errors.New("full") }); got.State != printer.Unsent {
			t.Errorf("%s: %+v", address, got)
		}
	}
	if content, err := os.ReadFile(filepath.Join(folder, "lp0")); err != nil || len(content) > 0 {
		t.Errorf("the device has %q (%v)", content, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "7.1.zpl")); err == nil {
		t.Error("the label was given over")
	}
}

func TestADeviceTakesBytesAndTellsNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lp0")
	write(t, path, "")
	p := at(t, "usb://"+path)
	if got := p.Print(t.Context(), printer.Label{Content: []byte("^XA^XZ")}, well); got.State != printer.Sent {
		t.Errorf("%+v", got)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "^XA^XZ" || p.Condition() != printer.Untold {
		t.Errorf("it has %q (%v) and is %s", content, err, p.Condition())
	}
	if got := p.Prove(t.Context(), printer.Label{}, printer.NoCount); got.State != printer.Unknown || got.Why.Key != "print.cut_off" {
		t.Errorf("begun and not ended: %+v", got)
	}
	gone := at(t, "usb://"+path+"1")
	if got := gone.Print(t.Context(), printer.Label{}, well); got.State != printer.Unsent || gone.Condition() != printer.Silent {
		t.Errorf("unplugged: %+v, %s", got, gone.Condition())
	}
}

// TestADeviceThatBreaksOffLeavesTheLabelUnknown writes to a device that takes no byte.
func TestADeviceThatBreaksOffLeavesTheLabelUnknown(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	if got := at(t, "usb:///dev/full").Print(t.Context(), printer.Label{Content: []byte("x")}, well); got.State != printer.Unknown || got.Why.Key != "print.cut_off" {
		t.Errorf("%+v", got)
	}
}

// TestAQueueOfCUPS plays lp and lpstat by scripts, since no machine of the tests has a
// printer.
func TestAQueueOfCUPS(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	p, label := at(t, "cups://Office"), printer.Label{Key: "7.1", Type: "application/pdf", Content: []byte("paper")}
	if got := p.Print(t.Context(), label, well); got.State != printer.Unsent || p.Condition() != printer.Silent {
		t.Errorf("without CUPS: %+v, %s", got, p.Condition())
	}
	if found := printer.Find(t.Context()); len(found) > 0 && strings.HasPrefix(found[0].Address, "cups:") {
		t.Errorf("without CUPS the machine has %v", found)
	}
	took := filepath.Join(folder, "took")
	write(t, filepath.Join(folder, "lp"), fmt.Sprintf("#!/bin/sh\necho \"$@\" >%s\nwhile read -r line || [ -n \"$line\" ]; do echo \"$line\" >>%s; done\n", took, took))
	for media, options := range map[string]string{"application/pdf": "-d Office -t 7.1", "image/png": "-d Office -t 7.1", "application/zpl": "-d Office -t 7.1 -o raw"} {
		label.Type = media
		if got := p.Print(t.Context(), label, well); got.State != printer.Sent {
			t.Errorf("%s: %+v", media, got)
		}
		if content, err := os.ReadFile(took); err != nil || string(content) != options+"\npaper\n" {
			t.Errorf("%s: lp took %q (%v), want %q", media, content, err, options)
		}
	}
	write(t, filepath.Join(folder, "lp"), "#!/bin/sh\necho 'lp: no such queue' >&2\nexit 1\n")
	if got := p.Print(t.Context(), label, well); got.State != printer.Failed || got.Why.Key != "print.cups" || got.Why.Params["why"] != "lp: no such queue" {
		t.Errorf("refused by CUPS: %+v", got)
	}
	for says, want := range map[string]string{"printer Office is idle. enabled": printer.Untold, "printer Office disabled since Monday": printer.Paused} {
		write(t, filepath.Join(folder, "lpstat"), "#!/bin/sh\necho '"+says+"'\n")
		if got := p.Condition(); got != want {
			t.Errorf("%q is %s, want %s", says, got, want)
		}
	}
	write(t, filepath.Join(folder, "lpstat"), "#!/bin/sh\necho Office\necho Ramp\n")
	found := printer.Find(t.Context())
	if n := len(found); n < 2 || found[n-2] != (printer.Line{Address: "cups://Office", Name: "Office", Language: "pdf"}) || found[n-1].Address != "cups://Ramp" {
		t.Errorf("the machine has %v", found)
	}
}
