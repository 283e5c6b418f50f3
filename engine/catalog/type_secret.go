package catalog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Sealer encrypts texts with a key that lies outside the database. What was sealed
// for one place opens at no other.
type Sealer interface {
	Seal(place string, secret []byte) ([]byte, error)
	Open(place string, sealed []byte) ([]byte, error)
}

// secretType is a text that is written and never read back by people. It is sealed
// as soon as it is read from a request, so that rows, hooks, audit, bin and database
// hold the sealed form alone; what is shown of it is a hint.
type secretType struct {
	textType
	place  string
	sealer Sealer
}

func (secretType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilySealed}
}

// The sealed form is sealedMark, the sealed bytes, a colon and the end that is shown.
const (
	sealedMark = "sealed:"
	hintMark   = "••••"
	hintLength = 4
	longEnough = 3 * hintLength // a shorter secret shows no end
)

func (secretType) expression(*Field) expression.Type { return expression.JSON }

// parse seals a text. The sealed form itself is taken, too, where it opens: the bin
// gives it back.
func (t secretType) parse(f *Field, json any) (any, *fault.Fault) {
	v, bad := t.textType.parse(f, json)
	text, given := v.(string)
	if bad != nil || !given {
		return nil, bad
	}
	if t.sealer == nil {
		return nil, fault.New(fault.Unavailable, "field.no_key")
	}
	if strings.HasPrefix(text, hintMark) {
		return nil, wrong("hint_as_secret")
	}
	if strings.HasPrefix(text, sealedMark) {
		if _, err := t.open(text); err != nil {
			return nil, wrong("bad_text")
		}
		return text, nil
	}
	sealed, err := t.sealer.Seal(t.place, []byte(text))
	if err != nil {
		return nil, fault.New(fault.Unavailable, "field.no_key").Because(err)
	}
	return sealedMark + base64.StdEncoding.EncodeToString(sealed) + ":" + endOf(text), nil
}

// endOf is the end of a secret that may be shown.
func endOf(text string) string {
	if utf8.RuneCountInString(text) < longEnough {
		return ""
	}
	runes := []rune(text)
	return string(runes[len(runes)-hintLength:])
}

// appendJSON writes the hint.
func (secretType) appendJSON(_ *Field, dst []byte, db any) []byte {
	sealed, err := textOf(db)
	if err != nil {
		return append(dst, "null"...)
	}
	_, end, _ := strings.Cut(strings.TrimPrefix(sealed, sealedMark), ":")
	return AppendString(dst, hintMark+end)
}

// open gives the clear text of the sealed form.
func (t secretType) open(text string) (string, error) {
	body, _, whole := strings.Cut(strings.TrimPrefix(text, sealedMark), ":")
	sealed, err := base64.StdEncoding.DecodeString(body)
	if err != nil || !whole {
		return "", errors.New("not the sealed form")
	}
	secret, err := t.sealer.Open(t.place, sealed)
	return string(secret), err
}

// SealWith gives the fields and settings of type secret what they are sealed with. It is called
// once, before the release is in force.
func (r *Release) SealWith(sealer Sealer) {
	for _, table := range r.Tables {
		for _, f := range table.Fields {
			f.sealWith(table.Key+"."+f.Key, sealer)
		}
	}
	for _, s := range r.Settings {
		s.Field.sealWith("setting."+s.Key, sealer)
	}
}

// sealWith says what a secret is sealed with, and for which place.
func (f *Field) sealWith(place string, sealer Sealer) {
	if t, ok := f.kind.(secretType); ok {
		t.place, t.sealer = place, sealer
		f.kind = t
	}
}

// Reveal gives the clear text of a value of type secret, for code that speaks with
// another system. It must go to no person, log or table.
func (f *Field) Reveal(v any) (string, error) {
	t, ok := f.kind.(secretType)
	text, isText := v.(string)
	if !ok || !isText || t.sealer == nil {
		return "", fmt.Errorf("field %s holds no secret", f.Key)
	}
	return t.open(text)
}

// AppendKept writes a database value as JSON that Parse reads back to the same: for
// what is kept, not shown.
func (f *Field) AppendKept(dst []byte, db any) []byte {
	if f.Family() == meta.FamilySealed && db != nil {
		return appendText(dst, db)
	}
	return f.AppendJSON(dst, db)
}
