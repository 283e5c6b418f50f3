package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// auditTest is a test of the site: an order without lines is refused, one with a line
// is audited.
func auditTest(must string) shown {
	step := func(key, act string, more ...any) map[string]any {
		made := map[string]any{"key": key, "of": "order", "act": act}
		for i := 0; i+1 < len(more); i += 2 {
			made[fmt.Sprint(more[i])] = more[i+1]
		}
		return made
	}
	line := map[string]any{"item_id": map[string]any{"given": "item"}, "qty": 3}
	return shown{Object: map[string]any{
		"kind": "test", "key": "x_audit", "title": named("审", "Audit of orders", "Revisión"), "required": true,
		"given": []any{
			map[string]any{"key": "owner", "table": "customer", "row": map[string]any{"code": "T", "name": "T"}},
			map[string]any{"key": "item", "table": "item", "row": map[string]any{"customer_id": map[string]any{"given": "owner"}, "code": "T"}},
			map[string]any{"key": "order", "table": "order", "row": map[string]any{"doc_no": "T-1", "customer_id": map[string]any{"given": "owner"}}},
		},
		"when": []any{
			step("empty", "audit", "refused", "guard"),
			map[string]any{"key": "line", "of": "order", "set": map[string]any{"lines": []any{line}}},
			step("audit", "audit"),
		},
		"then": []any{
			map[string]any{"key": "audited", "of": "order", "must": must},
			map[string]any{"key": "one", "table": "order_line", "match": map[string]any{"order_id": map[string]any{"given": "order"}}, "count": 1},
		},
	}}
}

// tested is what came of the tests of a set, one line each.
func (p people) tested(t *testing.T, change int) (lines []string) {
	t.Helper()
	var found struct {
		Tests []struct {
			Title, Step, Message string
			Passed, Required     bool
		}
	}
	p.dev(t, "/api/release/preview", fmt.Sprintf(`{"change":%d}`, change)).Into(t, &found)
	for _, one := range found.Tests {
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%s %v %s %s", one.Title, one.Passed, one.Step, one.Message), " "))
	}
	return lines
}

// TestATestHoldsAPublishBack makes a test in a change set: it is run at each preview,
// nothing is published under which it fails, in the set that makes it and in later ones,
// and what it writes is nowhere.
func TestATestHoldsAPublishBack(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		change := p.openChange(t)
		wrong := auditTest("row.status == 'draft'")
		answer, hash, codes := p.draft(t, change, "test", wrong)
		if len(codes) > 0 {
			t.Fatal(answer.Text)
		}
		wantLines(t, "a test that is wrong", p.tested(t, change), []string{"Audit of orders false then/audited This does not hold: row.status == 'draft'"})
		publish := func(change int) string {
			return p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n"}`, change)).Text
		}
		if text := publish(change); !strings.Contains(text, `"statusCode":409`) || !strings.Contains(text, "Audit of orders") {
			t.Errorf("published under a failing test: %s", text)
		}
		right := auditTest("row.status == 'audited' and sum(lines, .qty) == 3")
		right.Hash = hash
		p.draft(t, change, "test", right)
		wantLines(t, "the test mended", p.tested(t, change), []string{"Audit of orders true"})
		p.publish(t, change)

		second := p.openChange(t)
		p.change(t, second, "document", "order", func(object map[string]any) {
			actions, _ := object["actions"].([]any)
			audit, _ := actions[0].(map[string]any)
			audit["must"] = "count(lines) > 1"
		})
		wantLines(t, "a harder guard", p.tested(t, second), []string{"Audit of orders false when/audit The order has no lines"})
		if text := publish(second); !strings.Contains(text, `"statusCode":409`) {
			t.Errorf("published under a test that fails by it: %s", text)
		}
		if rows := p.dev(t, "/api/data/order/query", `{"search":"T-1","total":true}`); !strings.Contains(rows.Text, `"total":0`) {
			t.Errorf("the test left an order: %s", rows.Text)
		}
		if answer, _, codes := p.draft(t, p.openChange(t), "test", shown{Object: map[string]any{
			"kind": "test", "key": "x_wrong", "title": named("错", "Wrong", "Mal"),
			"given": []any{map[string]any{"key": "a", "table": "order", "row": map[string]any{"no_such": 1}}},
			"when":  []any{map[string]any{"key": "b", "of": "nobody", "act": "audit"}, map[string]any{"key": "c", "of": "a", "act": "fly"}},
			"then":  []any{map[string]any{"key": "d"}, map[string]any{"key": "e", "table": "none", "count": 1}},
		}}); !slices.Equal(codes, []string{"meta.unknown_field", "meta.unknown", "meta.unknown", "meta.test_asks_nothing", "meta.unknown"}) {
			t.Errorf("names that are wrong: %v %s", codes, answer.Text)
		}
	})
}
