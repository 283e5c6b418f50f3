package main

import (
	"database/sql"
	"encoding/json"
	"strconv"
	"time"
)

// thousandths is a decimal of three places, as it is stored.
type thousandths int64

// UnmarshalJSON reads a number.
func (t *thousandths) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 64)
	*t = thousandths(value * 1000)
	return err
}

// append writes exact digits without zeros at the end.
func (t thousandths) append(dst []byte) []byte {
	if t < 0 {
		dst, t = append(dst, '-'), -t
	}
	dst = strconv.AppendInt(dst, int64(t/1000), 10)
	rest := t % 1000
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.', byte('0'+rest/100))
	if rest%100 != 0 {
		dst = append(dst, byte('0'+rest/10%10))
	}
	if rest%10 != 0 {
		dst = append(dst, byte('0'+rest%10))
	}
	return dst
}

// object appends the members of an object.
type object []byte

func begin(dst []byte) object { return append(dst, '{') }

func (o *object) name(name string) {
	if last := (*o)[len(*o)-1]; last != '{' {
		*o = append(*o, ',')
	}
	*o = append(append(append(*o, '"'), name...), `":`...)
}

func (o *object) number(name string, value int64) {
	o.name(name)
	*o = strconv.AppendInt(*o, value, 10)
}

func (o *object) orNull(name string, value sql.NullInt64) {
	if value.Valid {
		o.number(name, value.Int64)
		return
	}
	o.asIs(name, "null")
}

func (o *object) decimal(name string, value thousandths) {
	o.name(name)
	*o = value.append(*o)
}

func (o *object) decimalOrNull(name string, value sql.NullInt64) {
	if value.Valid {
		o.decimal(name, thousandths(value.Int64))
		return
	}
	o.asIs(name, "null")
}

// asIs appends what is JSON already.
func (o *object) asIs(name, text string) {
	o.name(name)
	*o = append(*o, text...)
}

// nulls are members that a new record has nothing for.
func (o *object) nulls(names ...string) {
	for _, name := range names {
		o.asIs(name, "null")
	}
}

func (o *object) text(name, value string) {
	o.name(name)
	*o = appendText(*o, value)
}

func (o *object) textOrNull(name string, value sql.NullString) {
	if value.Valid {
		o.text(name, value.String)
		return
	}
	o.asIs(name, "null")
}

func (o *object) truth(name string, value bool) {
	o.name(name)
	*o = strconv.AppendBool(*o, value)
}

// instant appends a time that is stored in milliseconds.
func (o *object) instant(name string, value int64) {
	o.name(name)
	*o = time.UnixMilli(value).UTC().AppendFormat(*o, `"2006-01-02T15:04:05.999Z"`)
}

func (o *object) end() []byte { return append(*o, '}') }

// appendText writes a string; plain ones, which most are, as they come.
func appendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(text)
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}
