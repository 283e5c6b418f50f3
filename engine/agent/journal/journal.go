package journal

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/wareloom/wareloom/engine/fault"
)

// Untold is the count of a printer that does not tell how many labels it printed.
const Untold = -1

// Entry is a label that the agent has.
type Entry struct {
	Label   string `json:"label"`   // key that the server gave this attempt
	Printer string `json:"printer"` // address
	Type    string `json:"type"`    // media type
	Pages   int    `json:"pages"`   // labels that come out

	Begun bool       `json:"begun"` // bytes may have gone to the printer
	Count int64      `json:"count"` // labels that the printer had printed before
	State string     `json:"state"` // how it ended; "" is not yet
	Why   fault.Told `json:"why"`
	Told  bool       `json:"told"` // the server knows the end
}

// line is one line of the file: what happened to one label, or to the journal.
type line struct {
	ID    string `json:"id,omitempty"`
	Seq   int64  `json:"seq,omitempty"`
	Entry *Entry `json:"entry,omitempty"` // as it is from now on
}

// mostKnown is how many labels whose end the server knows are remembered, for the case
// that it is put back to an earlier state and asks for them again.
const mostKnown = 10_000

// mostLines is after how many lines the file is written anew.
const mostLines = 20_000

// Journal is the file, and what it says. It is safe for use by many goroutines.
type Journal struct {
	folder string

	mu      sync.Mutex
	file    *os.File
	lines   int
	id      string
	seq     int64
	entries []*Entry // in the order in which they came
	byLabel map[string]*Entry
}

// Open reads the journal of a folder, or begins one. A line that was cut off by the end
// of the process did not happen.
func Open(folder string) (*Journal, error) {
	j := &Journal{folder: folder, byLabel: map[string]*Entry{}}
	if err := os.MkdirAll(j.contents(), 0o700); err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	if err := j.read(); err != nil {
		return nil, err
	}
	if j.id == "" {
		j.id = rand.Text()
	}
	return j, j.rewrite()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

func (j *Journal) path() string     { return filepath.Join(j.folder, "journal") }
func (j *Journal) contents() string { return filepath.Join(j.folder, "labels") }

func (j *Journal) content(label string) string { return filepath.Join(j.contents(), label) }

func (j *Journal) read() error {
	text, err := os.ReadFile(j.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read journal: %w", err)
	}
	whole, _, _ := cutLast(text)
	lines := bufio.NewScanner(bytes.NewReader(whole))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return fmt.Errorf("the journal %s is damaged; delete the agent's folder and pair it anew: %w", j.path(), err)
		}
		j.apply(l)
	}
	return lines.Err()
}

// cutLast takes off what stands behind the last line's end.
func cutLast(text []byte) (whole, rest []byte, found bool) {
	at := bytes.LastIndexByte(text, '\n')
	return text[:at+1], text[at+1:], at >= 0
}

// apply takes a line in.
func (j *Journal) apply(l line) {
	if l.ID != "" {
		j.id = l.ID
	}
	j.seq = max(j.seq, l.Seq)
	if l.Entry == nil {
		return
	}
	if was, known := j.byLabel[l.Entry.Label]; known {
		*was = *l.Entry
		return
	}
	entry := *l.Entry
	j.entries = append(j.entries, &entry)
	j.byLabel[entry.Label] = &entry
}

// rewrite writes the file anew with what is still of use.
func (j *Journal) rewrite() error {
	j.forget()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	all := []line{{ID: j.id, Seq: j.seq}}
	for _, e := range j.entries {
		all = append(all, line{Entry: e})
	}
	for _, l := range all {
		if err := encoder.Encode(l); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	if err := writeFile(j.path(), text.Bytes()); err != nil {
		return err
	}
	if j.file != nil {
		if err := j.file.Close(); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	var err error
	j.file, err = os.OpenFile(j.path(), os.O_WRONLY|os.O_APPEND, 0o600)
	j.lines = len(all)
	return err
}

// forget drops the oldest labels whose end the server knows.
func (j *Journal) forget() {
	drop := -mostKnown
	for _, e := range j.entries {
		if e.Told {
			drop++
		}
	}
	var kept []*Entry
	for _, e := range j.entries {
		if e.Told && drop > 0 {
			drop--
			delete(j.byLabel, e.Label)
			continue
		}
		kept = append(kept, e)
	}
	j.entries = kept
}

// write puts lines on the disk, then takes them in.
func (j *Journal) write(all ...line) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for _, l := range all {
		if err := encoder.Encode(l); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	if _, err := j.file.Write(text.Bytes()); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	for _, l := range all {
		j.apply(l)
	}
	if j.lines += len(all); j.lines > mostLines {
		return j.rewrite()
	}
	return nil
}

// writeFile writes a file that is whole or not there.
func writeFile(path string, content []byte) error {
	file, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = io.Copy(file, bytes.NewReader(content))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder puts the names of a folder on the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
