package command

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/store"
)

// said is what an operator reads of an error: one sentence with the remedy, where its
// cause is one that he can remove.
func said(err error) string {
	var file *fs.PathError
	var wire *net.OpError
	f, isFault := fault.As(err)
	switch sentence := store.Said(err); {
	case sentence != "":
		return sentence
	case errors.As(err, &wire) && wire.Op == "listen":
		return saidOfListen(wire)
	case errors.As(err, &file):
		return saidOfFile(file)
	case isFault:
		return worded(f)
	}
	return strings.TrimPrefix(err.Error(), "open database: ")
}

func saidOfListen(e *net.OpError) string {
	switch {
	case errors.Is(e, syscall.EADDRINUSE):
		return fmt.Sprintf("%s is in use: stop what listens there, or say another --addr", e.Addr)
	case errors.Is(e, syscall.EADDRNOTAVAIL):
		return fmt.Sprintf("this machine has no address %s: say another --addr", e.Addr)
	case errors.Is(e, syscall.EACCES):
		return fmt.Sprintf("this user may not listen on %s: take a port above 1023 for --addr, or let him", e.Addr)
	}
	return "--addr cannot be listened on: write host:port, as 127.0.0.1:8080"
}

func saidOfFile(e *fs.PathError) string {
	switch {
	case errors.Is(e, fs.ErrNotExist):
		return fmt.Sprintf("%s is not there: look for its right name, or make it", e.Path)
	case errors.Is(e, fs.ErrPermission), errors.Is(e, syscall.EROFS):
		return fmt.Sprintf("%s may not be used: let the user of this process read and write it", e.Path)
	case errors.Is(e, syscall.ENOSPC):
		return fmt.Sprintf("there is no room for %s: make room on the disk", e.Path)
	case errors.Is(e, syscall.EISDIR):
		return fmt.Sprintf("%s is a folder: name a file", e.Path)
	case errors.Is(e, syscall.ENOTDIR):
		return fmt.Sprintf("%s cannot be: a part of it is a file and no folder", e.Path)
	}
	return fmt.Sprintf("%s cannot be used (%v): look at the file and its disk", e.Path, e.Err)
}

// worded words a fault as people of the product read it.
func worded(f *fault.Fault) string {
	release, err := (&config{}).compile()
	if err != nil {
		return f.Error()
	}
	return httpapi.NewTexts(catalog.New(release)).Fault(f, "en")
}

// usageOf is how a command is written.
func usageOf(name string) string {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	return all[i].usage
}

// saidOfFlag words what the parser of flags finds.
func saidOfFlag(err error) string {
	text := err.Error()
	if name, unknown := strings.CutPrefix(text, "flag provided but not defined: -"); unknown {
		return "there is no flag --" + name
	}
	if name, empty := strings.CutPrefix(text, "flag needs an argument: -"); empty {
		return "--" + name + " needs a value"
	}
	return strings.NewReplacer(": parse error", " is wrong", "flag -", "--").Replace(text)
}

// wrongConfig words a file of settings that cannot be read.
func wrongConfig(path string, err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s is no YAML: write one setting a line, as addr: 127.0.0.1:8080", path)
}

// reasonOf is the innermost cause of an error.
func reasonOf(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
