package query_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAKeyMayHoldAnotherKey beside values that are bound before and behind it.
func TestAKeyMayHoldAnotherKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		const key = `{"field":"item_id","op":%q,"value":%s}`
		acmeA, acmeB, globexA := `{"code":"A","customer_id":{"code":"ACME"}}`, `{"customer_id":{"code":"ACME"},"code":"B"}`, `{"code":"A","customer_id":{"code":"GLOB"}}`
		for filter, want := range map[string]int{
			fmt.Sprintf(key, "eq", acmeA):                                    1,
			fmt.Sprintf(key, "ne", acmeA):                                    3,
			fmt.Sprintf(key, "in", `[`+acmeA+`,`+globexA+`,`+acmeB+`]`):      3,
			fmt.Sprintf(key, "nin", `[`+acmeA+`,`+globexA+`]`):               2,
			fmt.Sprintf(key, "eq", `{"code":"A","customer_id":{"code":""}}`): 0,
			`{"and":[{"field":"qty","op":"gt","value":1},` + fmt.Sprintf(key, "eq", acmeB) + `,{"field":"line_no","op":"eq","value":10}]}`: 1,
			`{"and":[{"field":"qty","op":"gt","value":1},` + fmt.Sprintf(key, "eq", acmeB) + `,{"field":"line_no","op":"eq","value":20}]}`: 0,
		} {
			page, err := b.list(b.system, "order_line", `{"total":true,"filter":`+filter+`}`)
			if err != nil || page["total"] != float64(want) {
				t.Errorf("%s: %v (%v), want %d", filter, page["total"], err, want)
			}
		}
	})
}

// TestAFieldThatMayNotBeReadIsAbsent from a row for code, where it may not.
func TestAFieldThatMayNotBeReadIsAbsent(t *testing.T) {
	t.Parallel()
	b := one(t)
	masked := b.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Mask: []string{"price"}, Hide: []string{"weight"}}}})
	priceOfA := b.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'", Hide: []string{"weight"}}}})
	rights := b.Rights(accesstest.Office(1, masked, priceOfA))
	err := b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		rows, err := b.q.Rows(ctx, tx, rights, "item", query.Where{Filter: query.Is("customer_id", query.Eq, b.acme), Sort: []string{"code"}, Fields: []string{"code", "price", "weight", "worth"}})
		for i, r := range rows {
			_, price := r["price"]
			_, weight := r["weight"]
			_, worth := r["worth"]
			if price != (i == 0) || weight || worth {
				t.Errorf("row %d has %v", i, r)
			}
		}
		if len(rows) != 4 {
			t.Errorf("%d rows", len(rows))
		}
		if few, err := b.q.Rows(ctx, tx, rights, "item", query.Where{Limit: 3}); len(few) != 3 || err != nil {
			t.Errorf("at most three are %d (%v)", len(few), err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatPeopleAddedToAList comes behind what it has, in their order and their words.
func TestWhatPeopleAddedToAList(t *testing.T) {
	t.Parallel()
	b := one(t)
	for i, value := range []string{"blue", "green"} {
		b.run(`insert into dropdown_value (dropdown, value, zh, en, es, position) values ('colour', ?, ?, ?, '', ?)`, value, value+" zh", value+" en", 5-i)
	}
	b.run(`insert into dropdown_value (dropdown, value, zh, en, es, position) values ('kind', 'odd', '', '', '', 1)`)
	for actor, want := range map[string]string{
		"en": `{"colour":[{"value":"red","label":"Red"},{"value":"green","label":"green en"},{"value":"blue","label":"blue en"}],"kind":[{"value":"plain","label":"Plain"},{"value":"fragile","label":"Fragile"}]}`,
		"zh": `{"colour":[{"value":"red","label":"红"},{"value":"green","label":"green zh"},{"value":"blue","label":"blue zh"}],"kind":[{"value":"plain","label":"普通"},{"value":"fragile","label":"易碎"}]}`,
	} {
		page, err := b.q.Dropdown(t.Context(), b.Rights(auth.Actor{UserID: 1, UserType: "user", Language: actor}), []string{"colour", "kind"}, nil)
		if err != nil || string(page.Bytes()) != want {
			t.Errorf("in %s: %s (%v), want %s", actor, page.Bytes(), err, want)
		}
	}
	if page, err := b.q.Dropdown(t.Context(), b.system, []string{"kind"}, nil); err != nil || page == nil {
		t.Errorf("the system is somebody: %v", err)
	}
	if _, err := b.q.Dropdown(t.Context(), b.system, make([]string, 51), nil); err == nil {
		t.Error("fifty-one lists are answered at once")
	}
	if _, err := b.q.Dropdown(t.Context(), b.system, make([]string, 50), nil); err != nil {
		t.Errorf("fifty: %v", err)
	}
}
