package meta

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// Problem is one mistake in the metadata. Its words are the texts Key and
// Key.remedy of the product.
type Problem struct {
	File     string       `json:"file"`
	Overlays []string     `json:"overlays,omitempty"` // files of what was laid over the object
	Line     int          `json:"line"`               // from 1; 0 when the product as a whole, or a changed object, is meant
	Column   int          `json:"column"`             // from 1
	Path     string       `json:"path"`               // of the member, as fields/3/default
	Key      string       `json:"key"`
	Params   fault.Params `json:"params,omitempty"`
	Message  string       `json:"message"`
	Remedy   string       `json:"remedy"`
}

// Problem tells of a mistake at a member of the object; the path is a JSON
// pointer without the first slash, the pairs are names and values for the words.
func (o *Object) Problem(path, key string, pairs ...any) Problem {
	params := fault.New(fault.Invalid, key, pairs...).Params
	if len(o.overlays) > 0 { // no file has the text that the overlays made
		return Problem{File: o.File, Overlays: o.overlays, Path: path, Key: key, Params: params}
	}
	line, column := o.source.position(path)
	return Problem{File: o.File, Line: line, Column: column, Path: path, Key: key, Params: params}
}

// String writes the problem as compilers do: file:line:column: path: message;
// remedy. An object that overlays changed is named with their files. Without words it
// shows the key and the facts.
func (p Problem) String() string {
	text := fmt.Sprintf("%s:%d:%d: ", p.File, p.Line, p.Column)
	if len(p.Overlays) > 0 {
		text = fmt.Sprintf("%s with %s: ", p.File, strings.Join(p.Overlays, ", "))
	}
	if p.Path != "" {
		text += p.Path + ": "
	}
	if p.Message == "" {
		return text + p.facts()
	}
	return strings.TrimSuffix(text+p.Message+" "+p.Remedy, " ")
}

func (p Problem) facts() string {
	text := p.Key
	for _, name := range slices.Sorted(maps.Keys(p.Params)) {
		text += fmt.Sprintf(" %s=%v", name, p.Params[name])
	}
	return text
}

// Problems are all mistakes that were found together.
type Problems []Problem

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// Err gives the problems as an error, in the order of files and lines and in the
// words of a language; nil when there are none.
func (p Problems) Err(texts *Model, language string) error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b Problem) int {
		if by := strings.Compare(a.File, b.File); by != 0 {
			return by
		}
		return a.Line - b.Line
	})
	for i := range p {
		p[i].Message = p[i].words(texts, p[i].Key, language)
		p[i].Remedy = p[i].words(texts, p[i].Key+".remedy", language)
	}
	return p
}

// words fills the facts into a text of the product; "" when it has none.
func (p Problem) words(texts *Model, key, language string) string {
	text, _ := texts.Term(key)
	return Fill(text.In(language), func(name string) (string, bool) {
		value, given := p.Params[name]
		return fmt.Sprint(value), given
	})
}
