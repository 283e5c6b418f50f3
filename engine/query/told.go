package query

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Told is a record as people read it, on paper or on a page for strangers.
type Told struct {
	ID     int64
	Label  string            // what names it: the first field of its label, else the id
	Words  map[string]string // by path
	Values map[string]any    // as List answers them
}

// Reader is who reads: in which language, by which clock.
type Reader struct {
	Language string
	Zone     *time.Location // nil: UTC
}

// TellIn reads the records of a request, page after page until there are most of them,
// with their fields in words: labels of references, titles of choices, moments by the
// reader's clock. The faults are those of List.
func (q *Query) TellIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, r Request, reader Reader, most int) ([]Told, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	var told []Told
	for {
		r.Size = min(MaxSize, most-len(told))
		page, err := q.ListIn(ctx, tx, rights, table, r)
		if err != nil {
			return nil, err
		}
		next, err := page.tell(t, r.Fields, reader, &told)
		page.Release()
		if err != nil {
			return nil, fmt.Errorf("read rows of %s: %w", table, err)
		}
		if next == "" || len(told) >= most {
			return told, nil
		}
		r.Cursor = next
	}
}

// tell adds the rows of a page to what was told, and gives where the next one begins.
func (p *Page) tell(t *catalog.Table, paths []string, reader Reader, told *[]Told) (next string, err error) {
	var answer struct {
		Rows       []map[string]any `json:"rows"`
		NextCursor string           `json:"nextCursor"`
	}
	decoder := json.NewDecoder(bytes.NewReader(p.Bytes()))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		return "", err
	}
	for _, row := range answer.Rows {
		number, _ := row["id"].(json.Number)
		id, err := number.Int64()
		if err != nil {
			return "", err
		}
		one := Told{ID: id, Label: strconv.FormatInt(id, 10), Words: map[string]string{}, Values: row}
		for _, path := range paths {
			steps, _ := t.Path(path)
			one.Words[path] = reader.word(row, path, t, steps)
		}
		if name := t.Meta.Label; len(name) > 0 && one.Words[name[0]] != "" {
			one.Label = one.Words[name[0]]
		}
		*told = append(*told, one)
	}
	return answer.NextCursor, nil
}

// word is a value as the reader reads it.
func (r Reader) word(row map[string]any, path string, t *catalog.Table, steps catalog.Path) string {
	f := steps.Last()
	if label, ok := row[path+"__label"].(string); ok {
		return label
	}
	switch v := row[path].(type) {
	case json.Number:
		return f.Figure(v.String())
	case bool:
		if v {
			return "✓"
		}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil && f.Family() == meta.FamilyMoment {
			return catalog.Moment(at, r.Zone)
		}
		if state := stateOf(t, steps, v); state != nil {
			return state.Title.In(r.Language)
		}
		if f.Dropdown != nil {
			return f.Dropdown.Word(v, r.Language)
		}
		return v
	}
	return ""
}

// stateOf is the state of a document that a field holds; nil when it holds none.
func stateOf(t *catalog.Table, steps catalog.Path, value string) *meta.State {
	if len(steps) > 1 {
		t = steps[len(steps)-2].To
	}
	if t == nil || t.Document == nil || steps.Last().Key != meta.StatusField {
		return nil
	}
	for i := range t.Document.Meta.States {
		if state := &t.Document.Meta.States[i]; state.Key == value {
			return state
		}
	}
	return nil
}
