package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

// compare wants the same rows from both servers: all that the one written by hand
// says, the engine says, too.
func (p *pair) compare(ctx context.Context, s size) error {
	for _, o := range operations(s) {
		if !o.reads {
			continue
		}
		for n := range 5 {
			var ours, theirs any
			if err := p.engine.Call(ctx, o.name, o.path, o.body(n+1), &ours); err != nil {
				return err
			}
			if err := p.hand.Call(ctx, o.name, o.path, o.body(n+1), &theirs); err != nil {
				return err
			}
			if where := differs(ours, theirs, o.name); where != "" {
				return fmt.Errorf("the servers differ: %s", where)
			}
		}
	}
	return nil
}

// differs names the first place where more is not all of less.
func differs(more, less any, at string) string {
	switch less := less.(type) {
	case map[string]any:
		more, _ := more.(map[string]any)
		for key, value := range less {
			if where := differs(more[key], value, at+"."+key); where != "" {
				return where
			}
		}
		return ""
	case []any:
		more, _ := more.([]any)
		if len(more) != len(less) {
			return fmt.Sprintf("%s has %d rows, not %d", at, len(more), len(less))
		}
		for i := range less {
			if where := differs(more[i], less[i], fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
		return ""
	}
	if reflect.DeepEqual(more, less) {
		return ""
	}
	said, _ := json.Marshal([]any{more, less})
	return at + ": " + string(said)
}
