package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// textType is text, long_text, code, barcode and file: a string in every form.
type textType struct {
	longest int  // characters, where metadata says nothing
	oneLine bool // white space around it is cut off
	of      meta.Traits
}

// What a text may say of itself, and where it is looked for.
var textMembers = append(meta.TextMembers(), "search")

// The types that are texts and no more.
var (
	plainText = textType{longest: 255, oneLine: true, of: meta.Traits{
		Family: meta.FamilyWords, Members: append([]string{"format"}, textMembers...), Filter: "like", Any: true, Scanned: true, Plain: true, Adopts: true,
	}}
	longText = textType{longest: 20_000, of: meta.Traits{Family: meta.FamilyWords, Members: textMembers, Filter: "like", Any: true, Plain: true, Adopts: true}}
	codeText = textType{longest: meta.LongestCode, oneLine: true, of: meta.Traits{
		Family: meta.FamilyWords, Members: append([]string{"format", "code_rule"}, textMembers...), Filter: "starts", Example: "A-1001", Code: true, Scanned: true, Plain: true, Adopts: true,
	}}
	barcodeText = textType{longest: 128, oneLine: true, of: meta.Traits{
		Family: meta.FamilyWords, Members: append([]string{"format"}, textMembers...), Filter: "starts", Example: "6901234567892", Code: true, Scanned: true, Plain: true, Adopts: true,
	}}
	fileType  = textType{longest: 255, oneLine: true, of: meta.Traits{Family: meta.FamilyFile, Members: []string{"accept", "guarded"}, Filter: "eq"}}
	imageType = textType{longest: 255, oneLine: true, of: meta.Traits{
		Family: meta.FamilyFile, Members: []string{"accept", "guarded"}, Filter: "eq", Media: "image/",
	}}
)

func (t textType) traits() meta.Traits { return t.of }

func (textType) schema(f *Field) Schema {
	schema := Schema{"type": "string"}
	f.Meta.Schema(schema)
	if f.Meta.Format == meta.FormatNumber {
		schema["pattern"] = NumberPattern
	}
	return schema
}

func (textType) expression(*Field) expression.Type { return expression.Text }

func (textType) decode(_ *Field, db any) (any, error) { return decodeText(db) }

func (textType) encode(_ *Field, v any) (any, error) { return encodeText(v) }

func (t textType) parse(f *Field, json any) (any, *fault.Fault) {
	text, bad := parseText(json, t.oneLine)
	if bad != nil || text == "" {
		return nil, bad
	}
	if bad := f.Meta.Breach(f.Meta.Title, text, t.longest); bad != nil {
		return nil, bad
	}
	if f.Meta.Format == meta.FormatNumber && !IsNumber(text) {
		return nil, wrong("bad_number", "field", f.Meta.Title)
	}
	return text, nil
}

func (textType) appendJSON(_ *Field, dst []byte, db any) []byte { return appendText(dst, db) }

// parseText takes a text that both databases can keep.
func parseText(json any, oneLine bool) (string, *fault.Fault) {
	text, ok := json.(string)
	if !ok {
		return "", wrong("not_text")
	}
	if oneLine {
		text = strings.TrimSpace(text)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unkept) {
		return "", wrong("bad_text")
	}
	return text, nil
}

// unkept reports control characters, which no key types and NUL no database keeps.
func unkept(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' && r != 0x1d
}

// decodeText and others that keep a value as it is give it in the interface that it came in:
// another would cost an allocation for each value of each row.
func decodeText(db any) (any, error) {
	if _, ok := db.(string); ok {
		return db, nil
	}
	return textOf(db)
}

func textOf(db any) (string, error) {
	switch v := db.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	}
	return "", strange(db)
}

func encodeText(v any) (any, error) {
	if _, ok := v.(string); ok {
		return v, nil
	}
	return nil, strange(v)
}

func appendText(dst []byte, db any) []byte {
	switch v := db.(type) {
	case string:
		return AppendString(dst, v)
	case []byte:
		return appendQuoted(dst, v)
	}
	return append(dst, "null"...)
}

// AppendString writes a text as a JSON string.
func AppendString(dst []byte, text string) []byte { return appendQuoted(dst, text) }

const hexDigits = "0123456789abcdef"

// appendQuoted copies stretches that need no escape at once. U+2028 and U+2029
// are legal in JSON and in today's JavaScript.
func appendQuoted[T string | []byte](dst []byte, text T) []byte {
	dst = append(dst, '"')
	start := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[start:i]...)
		start = i + 1
		dst = appendEscape(dst, c)
	}
	dst = append(dst, text[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
