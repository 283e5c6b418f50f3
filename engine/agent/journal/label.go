package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/wareloom/wareloom/engine/fault"
)

// ID names the journal: one that is begun anew knows nothing of the labels before.
func (j *Journal) ID() string { return j.id }

// Next numbers a call; no number is given twice.
func (j *Journal) Next() (int64, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.write(line{Seq: j.seq + 1})
	return j.seq, err
}

// Take keeps a label with what is to be printed. One that was here before stays as it
// is; if it has ended, the server is told once more.
func (j *Journal) Take(e Entry, content []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if was, known := j.byLabel[e.Label]; known {
		again := *was
		again.Told = false
		return j.write(line{Entry: &again})
	}
	if err := writeFile(j.content(e.Label), content); err != nil {
		return err
	}
	return j.write(line{Entry: &e})
}

// Content is what is printed for a label.
func (j *Journal) Content(label string) ([]byte, error) { return os.ReadFile(j.content(label)) }

// Begin notes that bytes are about to go to the printer, and how many labels that had
// printed before.
func (j *Journal) Begin(label string, count int64) error {
	return j.change(label, func(e *Entry) { e.Begun, e.Count = true, count })
}

// Unsent notes that the printer proved that it printed nothing of a label.
func (j *Journal) Unsent(label string) error {
	return j.change(label, func(e *Entry) { e.Begun = false })
}

// End notes what became of a label.
func (j *Journal) End(label, state string, why fault.Told) error {
	return j.change(label, func(e *Entry) { e.State, e.Why = state, why })
}

// Told notes that the server knows the end of labels.
func (j *Journal) Told(labels []string) error {
	for _, label := range labels {
		if err := j.change(label, func(e *Entry) { e.Told = true }); err != nil {
			return err
		}
		if err := os.Remove(j.content(label)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("delete a label: %w", err)
		}
	}
	return nil
}

func (j *Journal) change(label string, do func(*Entry)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	was, known := j.byLabel[label]
	if !known {
		return fmt.Errorf("the journal has no label %s", label)
	}
	now := *was
	do(&now)
	return j.write(line{Entry: &now})
}

// Holding gives the labels of which the server does not know the end.
func (j *Journal) Holding() []string {
	labels := []string{}
	for _, e := range j.list(func(e *Entry) bool { return !e.Told }) {
		labels = append(labels, e.Label)
	}
	return labels
}

// Ended gives the labels whose end the server is to be told.
func (j *Journal) Ended() []Entry {
	return j.list(func(e *Entry) bool { return e.State != "" && !e.Told })
}

// Waiting gives the labels that have not ended.
func (j *Journal) Waiting() []Entry { return j.list(func(e *Entry) bool { return e.State == "" }) }

func (j *Journal) list(which func(*Entry) bool) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	var found []Entry
	for _, e := range j.entries {
		if which(e) {
			found = append(found, *e)
		}
	}
	return found
}
