package record

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// phrase is what rows of the audit have in common that tell of one kind of change: a few
// hundred of them stand for all that a product ever writes. The rows keep values only.
type phrase struct {
	table  string
	action string
	reason string
	source string
	fields string // names in the order of the values, with a space between and a sign before each
}

// Signs of the fields of a phrase: which values a row lists of one.
const (
	signPair   = "~" // the one before and the one after
	signTo     = "+"
	signFrom   = "-"
	signHidden = "*" // none, as of a secret
	signPlain  = "=" // one that is no change
)

// id is made of what the phrase says, so that nobody has to ask for it: the first 47 bits of
// its SHA-256, which take six bytes of a row on SQLite. Of 10,000 phrases two are alike
// with a probability below one in a million.
func (p phrase) id() int64 {
	sum := sha256.Sum256([]byte(strings.Join([]string{p.table, p.action, p.reason, p.source, p.fields}, "\x00")))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 17)
}

// phrases are those that are known to be in the database, by their ids.
type phrases struct{ kept sync.Map }

// keep has phrases written that may not be in the database yet, before the rows of them.
func (k *phrases) keep(ctx context.Context, tx *store.Tx, used map[int64]phrase) error {
	for _, id := range slices.Sorted(maps.Keys(used)) { // in one order, so that two units do not wait for each other crosswise
		if _, known := k.kept.Load(id); known {
			continue
		}
		p := used[id]
		const text = "insert into record_phrase (id, table_key, action, reason, source, fields) values (?, ?, ?, ?, ?, ?) on conflict (id) do nothing"
		if err := tx.AtEnd(ctx, text, id, p.table, p.action, p.reason, p.source, p.fields); err != nil {
			return fmt.Errorf("write the phrase of a change: %w", err)
		}
		tx.AfterCommit(func() { k.kept.Store(id, true) })
	}
	return nil
}

// said is what the audit says of an entry: the fields of its phrase, and the values that they
// list as JSON.
func (e *entry) said(table *catalog.Table) (fields string, values [][]byte, err error) {
	n := len(e.to)
	s := saying{names: make([]byte, 0, 16*n), text: make([]byte, 0, 16*n), values: make([][]byte, 0, n)}
	if e.about != "" {
		s.name(signPlain, aboutKey)
		s.values = append(s.values, catalog.AppendString(nil, e.about))
	}
	sign := e.sign()
	for _, f := range table.Sorted {
		from, to := e.from[f.Key], e.to[f.Key]
		switch {
		case same(from, to):
		case f.Meta.Secret || f.Family() == meta.FamilySealed:
			s.name(signHidden, f.Key)
		default:
			s.name(sign, f.Key)
			if err := s.list(sign, f, from, to); err != nil {
				return "", nil, err
			}
		}
	}
	return string(s.names), s.values, nil
}

// saying is what said puts together; the values stand in one text.
type saying struct {
	names, text []byte
	values      [][]byte
}

func (s *saying) name(sign, key string) {
	if len(s.names) > 0 {
		s.names = append(s.names, ' ')
	}
	s.names = append(append(s.names, sign...), key...)
}

// list lists the values of a field that its sign asks for.
func (s *saying) list(sign string, f *catalog.Field, from, to any) (err error) {
	if sign != signTo {
		err = s.value(f, from)
	}
	if err == nil && sign != signFrom {
		err = s.value(f, to)
	}
	return err
}

func (s *saying) value(f *catalog.Field, v any) (err error) {
	start := len(s.text)
	if s.text, err = appendValue(s.text, f, v); err == nil {
		s.values = append(s.values, s.text[start:len(s.text):len(s.text)])
	}
	return err
}

// sign is which values are listed: of a new record and of one that is gone only those that
// it had.
func (e *entry) sign() string {
	nothing := func(row Row) bool {
		for _, v := range row {
			if v != nil {
				return false
			}
		}
		return true
	}
	switch {
	case nothing(e.from):
		return signTo
	case nothing(e.to):
		return signFrom
	}
	return signPair
}

// appendValue writes the value of a row as JSON.
func appendValue(dst []byte, f *catalog.Field, v any) ([]byte, error) {
	db, err := f.Encode(v)
	if err != nil {
		return nil, err
	}
	return f.AppendJSON(dst, db), nil
}

// hidden stands for the value of a secret.
const hidden = `"***"`

// unfold gives the changes of a row as {"field":[from,to]}. One that is damaged is given as
// it is kept, so that whoever reads it fails, and its seal does not fit.
func unfold(fields, values string) string {
	var f folded
	if err := json.Unmarshal([]byte(values), &f.list); err != nil {
		return values
	}
	var changes []string
	for _, name := range strings.Fields(fields) {
		changes = append(changes, f.change(name[:1], name[1:]))
	}
	if f.short || len(f.list) > 0 {
		return values
	}
	return "{" + strings.Join(changes, ",") + "}"
}

// folded are the values of a row that were not taken yet.
type folded struct {
	list  []json.RawMessage
	short bool // one was missing
}

func (f *folded) take() string {
	if len(f.list) == 0 {
		f.short = true
		return "null"
	}
	first := f.list[0]
	f.list = f.list[1:]
	return string(first)
}

// change is the change of a field with its name.
func (f *folded) change(sign, key string) string {
	from, to := "null", "null"
	switch sign {
	case signPlain:
		return `"` + key + `":` + f.take()
	case signHidden:
		from, to = hidden, hidden
	case signTo:
		to = f.take()
	case signFrom:
		from = f.take()
	default:
		from, to = f.take(), f.take()
	}
	return `"` + key + `":[` + from + "," + to + "]"
}
