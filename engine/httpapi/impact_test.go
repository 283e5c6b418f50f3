package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// foreseen is what publishing a change set would do, as the browser reads it.
type foreseen struct {
	Problems []struct{ Message string }
	Breaks   []struct {
		What, Code, Kind, Key, Path, Counted string
		Count                                *int64
		Where                                []struct{ Kind, Key, Path, Title string }
	}
	Gains, Losses []shift
	Plan          []struct{ Step, Words string }
}

type shift struct {
	Name, What, Code, Table, Counted string
	Menu                             int
	People                           int64
	Person                           int64
	Count                            *int64
	Parts                            []struct{ Key string }
}

func (p people) foresee(t *testing.T, change int) (found foreseen) {
	t.Helper()
	p.dev(t, "/api/release/preview", fmt.Sprintf(`{"change":%d}`, change)).Into(t, &found)
	if len(found.Problems) > 0 {
		t.Fatalf("the set is not sound: %v", found.Problems)
	}
	return found
}

// told writes what breaks in one line each.
func (f foreseen) told() (lines []string) {
	for _, b := range f.Breaks {
		line := b.What + " | " + b.Counted
		for _, place := range b.Where {
			line += " | " + strings.TrimSpace(place.Kind+" "+place.Key+" "+place.Path)
		}
		lines = append(lines, line)
	}
	return lines
}

// toldShifts writes what shifts in one line each.
func toldShifts(shifts []shift) (lines []string) {
	for _, s := range shifts {
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf("%s (%d): %s | %s", s.Name, s.People, s.What, s.Counted), " | "))
	}
	return lines
}

func wantLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// change edits a shipped object under a change set.
func (p people) change(t *testing.T, change int, kind, key string, edit func(object map[string]any)) {
	t.Helper()
	of := p.object(t, change, kind, key)
	edit(of.Object)
	if answer, _, codes := p.draft(t, change, kind, of); !answer.Result || len(codes) > 0 {
		t.Fatalf("edit %s %s: %v %s", kind, key, codes, answer.Text)
	}
}

func (p people) publish(t *testing.T, change int) {
	t.Helper()
	if done := p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n"}`, change)); !done.Result {
		t.Fatal(done.Text)
	}
}

// added puts a member into a list of an object.
func added(list string, member map[string]any) func(object map[string]any) {
	return func(object map[string]any) {
		items, _ := object[list].([]any)
		object[list] = append(items, member)
	}
}

// without takes a member out of a list of an object.
func without(list string, key any) func(object map[string]any) {
	return func(object map[string]any) {
		items, _ := object[list].([]any)
		object[list] = slices.DeleteFunc(items, func(item any) bool {
			member, _ := item.(map[string]any)
			return fmt.Sprint(member["key"]) == fmt.Sprint(key)
		})
	}
}

func named(zh, en, es string) map[string]any { return map[string]any{"zh": zh, "en": en, "es": es} }

// TestAPreviewTellsWhoIsHurt publishes a field, a column of it and a menu entry, gives
// the field a value and a role a rule over it, and then foresees what taking all that
// away, with a harder guard, would do: to records, documents and people.
func TestAPreviewTellsWhoIsHurt(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		colour := map[string]any{"key": "x_colour", "type": "text", "title": named("色", "Colour", "Color")}
		own := map[string]any{
			"key": 9022, "parent": 2, "route": "/work/own", "title": named("己", "Own items", "Propios"), "screen": "list:item",
		}
		first := p.openChange(t)
		p.change(t, first, "table", "item", added("fields", colour))
		p.change(t, first, "list", "item", added("columns", map[string]any{"key": "x_colour"}))
		p.change(t, first, "menu", "main", added("items", own))
		before := p.foresee(t, first)
		wantLines(t, "what a new field breaks", before.told(), nil)
		wantLines(t, "what a new field takes away", toldShifts(before.Losses), nil)
		wantLines(t, "what a new field gives", toldShifts(before.Gains), []string{
			"Administrator (1): Menu entry “Own items”: Create, Change, Delete, History, Export",
			"Administrator (1): Item, columns: Colour | 2 records",
			"Customer (1): Item, columns: Colour | 1 record",
			"Reader (1): Item, columns: Colour | 2 records",
		})
		if plan := before.Plan; len(plan) != 1 || plan[0].Step != "safe item.x_colour" || plan[0].Words != "at once" {
			t.Errorf("the plan in words: %+v", plan)
		}
		p.publish(t, first)
		p.admin(t, "/api/data/item/save", fmt.Sprintf(`{"id":%d,"x_colour":"red"}`, p.idOf(t, "item", "code", "A1")))
		p.save(t, "role_rule", map[string]any{"role_id": p.idOf(t, "role", "code", "reader"), "table_key": "item", "rows": "row.x_colour == 'red'"})

		second := p.openChange(t)
		p.change(t, second, "list", "item", without("columns", "x_colour"))
		p.change(t, second, "table", "item", without("fields", "x_colour"))
		p.change(t, second, "menu", "main", without("items", 9022))
		p.change(t, second, "document", "order", func(object map[string]any) {
			actions, _ := object["actions"].([]any)
			audit, _ := actions[0].(map[string]any)
			audit["must"] = "count(lines) > 1"
		})
		after := p.foresee(t, second)
		wantLines(t, "what breaks", after.told(), []string{
			"Field “Colour” of Item goes, with what is in it | 1 record | list item columns/x_colour/key",
			"Order: “Audit” would be refused where it passes now | 1 record",
			"Menu entry “Own items” is lost | 1 person | role Administrator",
		})
		wantLines(t, "what is gained", toldShifts(after.Gains), nil)
		wantLines(t, "what is lost", toldShifts(after.Losses), []string{
			"Administrator (1): Menu entry “Own items”: Create, Change, Delete, History, Export",
			"Administrator (1): Item, columns: Colour | 2 records",
			"Customer (1): Item, columns: Colour | 1 record",
			"Reader (1): Records of Item | 1 record",
		})

		third := p.openChange(t)
		p.change(t, third, "table", "item", added("fields", map[string]any{"key": "x_must", "type": "text", "required": true, "title": named("须", "Must", "Debe")}))
		if plan := p.foresee(t, third).Plan; len(plan) != 1 || !strings.HasPrefix(plan[0].Step, "hazard item.") || !strings.Contains(plan[0].Words, "needs a fixed default") {
			t.Errorf("a hazard in words: %+v", plan)
		}
	})
}
