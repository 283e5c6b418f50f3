package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// compare wants the same answers from both servers, so that they do the same work: to what
// reads the same values, to what writes the same members.
func (p *pair) compare(ctx context.Context, s size) error {
	for _, o := range operations(s) {
		for n := range 5 {
			var ours, theirs any
			if err := p.engine.Call(ctx, o.name, o.path, o.body(n+1), &ours); err != nil {
				return err
			}
			if err := p.hand.Call(ctx, o.name, o.path, o.body(n+1), &theirs); err != nil {
				return err
			}
			if where := differs(ours, theirs, o.reads, o.name); where != "" {
				return fmt.Errorf("the servers differ: %s", where)
			}
		}
	}
	return nil
}

// ofItsOwn are members whose values are each server's own.
var ofItsOwn = map[string]bool{"nextCursor": true}

// differs names the first place where two answers are not alike: in their members, and in
// their values where these count.
func differs(ours, theirs any, values bool, at string) string {
	switch ours := ours.(type) {
	case map[string]any:
		theirs, _ := theirs.(map[string]any)
		if mine, other := slices.Sorted(maps.Keys(ours)), slices.Sorted(maps.Keys(theirs)); !slices.Equal(mine, other) {
			return fmt.Sprintf("%s has %v, not %v", at, mine, other)
		}
		for key, value := range ours {
			if where := differs(value, theirs[key], values && !ofItsOwn[key], at+"."+key); where != "" {
				return where
			}
		}
		return ""
	case []any:
		theirs, _ := theirs.([]any)
		if len(ours) != len(theirs) {
			return fmt.Sprintf("%s has %d rows, not %d", at, len(ours), len(theirs))
		}
		for i := range ours {
			if where := differs(ours[i], theirs[i], values, fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
		return ""
	}
	if reflect.DeepEqual(ours, theirs) || !values && reflect.TypeOf(ours) == reflect.TypeOf(theirs) {
		return ""
	}
	said, _ := json.Marshal([]any{ours, theirs})
	return at + ": " + string(said)
}
