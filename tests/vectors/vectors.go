package vectors

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"github.com/wareloom/wareloom/engine/expression"
)

//go:embed core.jsonl
var core []byte

// Line is one line of a vector file.
type Line struct {
	World  *World         `json:"world,omitempty"`
	Values map[string]any `json:"values,omitempty"`
	Loaded Records        `json:"loaded,omitempty"`
	Expr   *string        `json:"expr,omitempty"`
	Want   any            `json:"want"`
	Error  string         `json:"error,omitempty"`
	SQL    *bool          `json:"sql,omitempty"`

	Tree *expression.Node `json:"tree,omitempty"` // only in files for the browser
}

// Records are the records of other tables, by table and id.
type Records map[string]map[string]map[string]any

// Case is one expression over typed values, and what it has to give.
type Case struct {
	Line   *Line // as it is written
	World  *World
	Values map[string]any
	Loaded Records
}

// Expr gives the source of the expression.
func (c Case) Expr() string { return *c.Line.Expr }

// Core reads the cases that are written by hand.
func Core() ([]Case, error) {
	lines, err := coreLines()
	if err != nil {
		return nil, err
	}
	return casesOf(lines)
}

func coreLines() ([]*Line, error) {
	var lines []*Line
	scanner := bufio.NewScanner(bytes.NewReader(core))
	for number := 1; scanner.Scan(); number++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		line, err := parse(scanner.Bytes())
		if err != nil {
			return nil, fmt.Errorf("read line %d: %w", number, err)
		}
		lines = append(lines, line)
	}
	return lines, scanner.Err()
}

func parse(text []byte) (*Line, error) {
	var line Line
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&line)
	return &line, err
}

// casesOf gives the cases among the lines, each in the context of the lines
// before it.
func casesOf(lines []*Line) ([]Case, error) {
	var cases []Case
	var context Case
	for i, line := range lines {
		next, err := context.with(line)
		if err != nil {
			return nil, fmt.Errorf("read values of line %d: %w", i+1, err)
		}
		if line.Expr == nil {
			context = next
		} else {
			cases = append(cases, next)
		}
	}
	return cases, nil
}

// with gives the case that a line makes in the context of the lines before it.
func (c Case) with(line *Line) (Case, error) {
	next := Case{Line: line, World: c.World, Values: maps.Clone(c.Values), Loaded: c.Loaded}
	if line.World != nil {
		next.World, next.Values, next.Loaded = line.World, nil, nil
	}
	if next.Values == nil {
		next.Values = map[string]any{}
	}
	for name, raw := range line.Values {
		v, err := next.World.value(next.World.Vars[name], raw)
		if err != nil {
			return next, fmt.Errorf("%s: %w", name, err)
		}
		next.Values[name] = v
	}
	if line.Loaded == nil {
		return next, nil
	}
	var err error
	next.Loaded, err = next.World.records(line.Loaded)
	return next, err
}

// Scope gives what the case is evaluated over.
func (c Case) Scope() expression.Scope {
	return expression.Scope{Vars: c.Values, Resolve: c.Loaded.resolve}
}

func (r Records) resolve(_ context.Context, table string, id int64) (map[string]any, error) {
	return r[table][strconv.FormatInt(id, 10)], nil
}
