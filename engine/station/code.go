package station

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/scan"
)

// CodeKind finds what a scanned code of one kind means. Plugins register kinds;
// a flow names those that a step takes.
type CodeKind struct {
	Key string
	// Find gives every record that the code may mean within the scope.
	Find func(ctx context.Context, data record.Data, code Code, scope Scope) ([]Candidate, error)
	// List gives the codes that some records are found by; nil when the kind does
	// not tell.
	List func(ctx context.Context, data record.Data, ids []int64) ([]Known, error)
}

// Known is a code that a record is found by.
type Known struct {
	Code string
	ID   int64           // the record
	Pack decimal.Decimal // pieces that the code stands for
}

// Code is a scanned code.
type Code = scan.Code

// Scope narrows what a code may mean by what is at hand: field to value.
type Scope map[string]any

// Candidate is one meaning of a code.
type Candidate struct {
	Kind   string         // key of the code kind
	ID     int64          // the record
	Label  string         // what a person reads to tell it from others
	Detail string         // second line
	Values map[string]any // what the kind found beside the record, as a pack's quantity
}

// Codes resolves scanned codes for every station.
type Codes struct {
	kinds map[string]CodeKind
}

// NewCodes makes a resolver that knows no kind yet.
func NewCodes() *Codes { return &Codes{kinds: map[string]CodeKind{}} }

// Add adds a kind; a kind known already is the error.
func (c *Codes) Add(kind CodeKind) error {
	if _, taken := c.kinds[kind.Key]; taken {
		return fmt.Errorf("code kind %q is registered twice", kind.Key)
	}
	c.kinds[kind.Key] = kind
	return nil
}

// codeUnknown is the key of the fault of a code that nothing has of what is asked for.
const codeUnknown = "station.code_unknown"

// Resolve finds what a code means among the kinds, in their order, narrowed by
// the scope. More than one candidate is for the person to choose from.
//
// Invalid station.code_unknown: nothing has this code here.
func (c *Codes) Resolve(ctx context.Context, data record.Data, text string, scope Scope, kinds ...string) ([]Candidate, error) {
	code := scan.Read(text)
	if code.Text == "" {
		return nil, fault.New(fault.Invalid, "station.code_empty")
	}
	var found []Candidate
	for _, key := range kinds {
		kind, ok := c.kinds[key]
		if !ok {
			continue
		}
		more, err := kind.Find(ctx, data, code, scope)
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].Kind = key
		}
		found = append(found, more...)
	}
	if len(found) == 0 {
		return nil, fault.New(fault.Invalid, codeUnknown, "code", code.Text)
	}
	return found, nil
}

// Of gives the codes of kinds that records are found by, for what a client may
// expect.
func (c *Codes) Of(ctx context.Context, data record.Data, ids []int64, kinds ...string) ([]Known, error) {
	var all []Known
	for _, key := range kinds {
		kind, ok := c.kinds[key]
		if !ok || kind.List == nil || len(ids) == 0 {
			continue
		}
		more, err := kind.List(ctx, data, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}
