package access_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestWhatWasWrittenDownIsStillSeen as long as nothing that it was made from is seen in
// another way.
func TestWhatWasWrittenDownIsStillSeen(t *testing.T) {
	t.Parallel()
	w := one(t)
	acme := w.Insert("customer", row{"code": "ACME", "name": "Acme"})
	item := w.Table("item")
	behind, _ := item.Path("brand_id.maker_id.code")
	office := func(g grant) *access.Rights { return w.Rights(accesstest.Office(1, w.Role("user", g))) }
	sight := func(r *access.Rights) string { return r.Sight("item.read", []*catalog.Table{item}, behind) }
	full := office(grant{Menus: []int{12, 13}})
	was := sight(full)
	if !strings.HasPrefix(was, "item.read item brand customer:") {
		t.Errorf("sight = %s", was)
	}
	client := w.Role("client", grant{Menus: []int{92, 94}})
	tests := []struct {
		about  string
		rights *access.Rights
		sees   bool
	}{
		{"who made it", full, true},
		{"another with the same rights", w.Rights(accesstest.Office(2, w.Role("user", grant{Menus: []int{12, 13}}))), true},
		{"who sees orders, too", office(grant{Menus: []int{12, 13, 14}}), true},
		{"who does not see the items", office(grant{Menus: []int{13}}), false},
		{"who sees some of them", office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'"}}}), false},
		{"who sees no price", office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": {Hide: []string{"price"}}}}), false},
		{"who knows of a price", office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": {Mask: []string{"price"}}}}), false},
		{"who sees some brands behind them", office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"brand": {Rows: "row.country == 'ES'"}}}), false},
		{"a client", w.Rights(accesstest.Client(7, acme, client)), false},
		{"nobody", w.Rights(auth.Actor{}), false},
	}
	for _, tt := range tests {
		if got := tt.rights.StillSees(was); got != tt.sees {
			t.Errorf("%s: %v", tt.about, got)
		}
	}
	price := office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'"}}})
	if other := office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": {Rows: "row.code == 'B'"}}}); other.StillSees(sight(price)) {
		t.Error("a rule of another value shows the same")
	}
	if own := w.Rights(accesstest.Client(7, acme, client)); own.StillSees(sight(w.Rights(accesstest.Client(8, 99, client)))) {
		t.Error("another owner's client saw the same")
	}
	for text, want := range map[string]bool{"": true, "item.read item gone:" + was[strings.Index(was, ":")+1:]: false, "item.read:x": false, "x": false, was + "0": false} {
		if got := full.StillSees(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestASchemeIsEqualWhereTheRowsAre whoever has the roles.
func TestASchemeIsEqualWhereTheRowsAre(t *testing.T) {
	t.Parallel()
	w := one(t)
	role := w.Role("user", grant{Menus: []int{12, 14}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'"}}})
	other := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code == 'B'"}}})
	broken := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.gone == 1"}}})
	client := w.Role("client", grant{Menus: []int{92, 93}})
	item, line := w.Table("item"), w.Table("order_line")
	scheme := func(table *catalog.Table, actor auth.Actor) string { return w.Rights(actor).Scheme(table) }
	mine := scheme(item, accesstest.Office(1, role))
	if mine != scheme(item, accesstest.Office(2, role)) || mine != w.Rights(accesstest.Office(1, role)).As(accesstest.Office(3, role)).Scheme(item) {
		t.Error("another with the same roles sees other rows")
	}
	seen := map[string]string{mine: "one role"}
	for about, got := range map[string]string{
		"another role": scheme(item, accesstest.Office(1, other)), "both": scheme(item, accesstest.Office(1, role, other)), "a broken rule": scheme(item, accesstest.Office(1, broken)),
		"a client": scheme(item, accesstest.Client(7, 5, client)), "lines": scheme(line, accesstest.Office(1, role)), "lines of clients": scheme(line, accesstest.Client(7, 5, client)),
		"the system": scheme(item, auth.System("x")),
	} {
		if twin, known := seen[got]; known {
			t.Errorf("%s is as %s: %s", about, twin, got)
		}
		seen[got] = about
	}
	if got := scheme(line, accesstest.Office(1, role)); !strings.Contains(got, "order ") {
		t.Errorf("the head of a line decides, too: %s", got)
	}
	if scheme(item, auth.System("x")) != "all" {
		t.Error("the system does not see all")
	}
}

// TestRowsOfOneWithoutThoseOfAnother counts null as not held by the other.
func TestRowsOfOneWithoutThoseOfAnother(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		acme, _ := goods(w)
		w.Insert("item", row{"customer_id": acme, "code": "N"})
		item := w.Table("item")
		rows := func(condition string) access.Predicate {
			return w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: condition}}}))).RowsAs(item, access.Read, access.Alias)
		}
		all := w.Rights(auth.System("x")).RowsAs(item, access.Read, access.Alias)
		acmes, plain := rows("row.customer_id.code == 'ACME'"), rows("row.kind == 'plain'")
		for _, tt := range []struct {
			about string
			p     access.Predicate
			want  int
		}{
			{"all", all, 7},
			{"one", acmes, 4},
			{"one without the other", acmes.Without(plain), 1},
			{"the other without one", plain.Without(acmes), 3},
			{"without all", acmes.Without(all), 0},
			{"all without one", all.Without(acmes), 3},
			{"without none", acmes.Without(access.Predicate{}), 4},
			{"none without one", access.Predicate{}.Without(acmes), 0},
			{"one of both", access.AnyOf(acmes, plain), 7},
			{"one of none", access.AnyOf(), 0},
			{"both", acmes.And(plain), 3},
		} {
			var n int
			err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.Get(ctx, &n, `select count(*) from item as t0 where `+tt.p.SQL(), tt.p.Args()...)
			})
			if n != tt.want || err != nil {
				t.Errorf("%s: %d (%v), want %d", tt.about, n, err, tt.want)
			}
		}
	})
}

// TestLinesBelongToTheOwnerOfTheirHead when they are written.
func TestLinesBelongToTheOwnerOfTheirHead(t *testing.T) {
	t.Parallel()
	w := one(t)
	acme, globex := goods(w)
	rights := w.Rights(accesstest.Client(7, acme, w.Role("client", grant{Menus: []int{93}, Buttons: map[int][]string{93: {"create", "update"}}})))
	order := map[int64]int64{}
	for _, owner := range []int64{acme, globex} {
		order[owner] = w.Insert("order", row{"customer_id": owner, "code": "X", "status": "open"})
	}
	for about, tt := range map[string]struct {
		row  row
		good bool
	}{
		"his own order": {row{"order_id": order[acme]}, true}, "another's": {row{"order_id": order[globex]}, false}, "no order": {row{"order_id": nil}, false}, "an order that is gone": {row{"order_id": int64(4242)}, false},
	} {
		err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return rights.CheckWrite(ctx, tx, w.Table("order_line"), tt.row, "qty")
		})
		if (err == nil) != tt.good {
			t.Errorf("%s: %v", about, err)
		}
	}
}

// looks is the world with a table of which those who may only look up see some, and one whose
// rows are of who made them.
const looks = `{"tables": [
	{"key": "card", "label": ["no", "name"], "known": {"rows": "row.open == true", "label": ["no"]}, "fields": [
		{"key": "no", "type": "text"}, {"key": "name", "type": "text"}, {"key": "open", "type": "boolean"}
	]},
	{"key": "draft", "label": ["name"], "of_maker": true, "fields": [{"key": "name", "type": "text"}]}
], "menus": [{"key": "looks", "items": [
	{"key": 41, "parent": 1, "route": "/looks", "rights": ["card.lookup"]}, {"key": 42, "parent": 1, "route": "/reads", "rights": ["card.read", "draft.read"]},
	{"key": 96, "parent": 91, "route": "/own/drafts", "user_type": "client", "rights": ["draft.read", "draft.update"]}
]}]}`

func TestWhoMayOnlyLookUpSeesWhatIsKnown(t *testing.T) {
	t.Parallel()
	w := accesstest.With(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}), accesstest.Joined(t, looks))
	for _, open := range []any{true, false, nil} {
		w.Insert("card", row{"no": "1", "name": "n", "open": open})
	}
	card := w.Table("card")
	few := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{41}})))
	all := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{42}})))
	both := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{41}}), w.Role("user", grant{Menus: []int{42}})))
	for _, tt := range []struct {
		about  string
		rights *access.Rights
		op     access.Op
		want   int
	}{
		{"looks up", few, access.Read, 1}, {"names what others refer to", few, access.Named, 3}, {"reads", all, access.Read, 3}, {"looks up and reads", both, access.Read, 3},
	} {
		if got := count(t, w, tt.rights, "card", tt.op); got != tt.want {
			t.Errorf("who %s: %d rows, want %d", tt.about, got, tt.want)
		}
	}
	for key, want := range map[string]bool{"id": true, "no": true, "name": false, "open": false} {
		f, _ := card.Field(key)
		if got := !few.FieldRead(card, f).Never(); got != want {
			t.Errorf("%s is shown to who looks up: %v", key, got)
		}
		if !all.FieldRead(card, f).All() {
			t.Errorf("%s is not shown to who reads", key)
		}
	}
}

func TestRowsOfTheirMaker(t *testing.T) {
	t.Parallel()
	w := accesstest.With(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}), accesstest.Joined(t, looks))
	acme, globex := goods(w)
	for i, user := range []row{{"user_type": "client", "customer_id": acme}, {"user_type": "client", "customer_id": globex}, {"user_type": "user", "customer_id": acme}} {
		user["account"], user["true_name"] = "a", "A"
		maker := w.Insert("user", user)
		for range i + 1 {
			w.Insert("draft", row{"name": "d", "created_by": maker})
		}
	}
	role := w.Role("client", grant{Menus: []int{96}})
	for owner, want := range map[int64]int{acme: 1, globex: 2, 0: 0} {
		rights := w.Rights(accesstest.Client(7, owner, role))
		if got := count(t, w, rights, "draft", access.Read); got != want {
			t.Errorf("a client of %d sees %d, want %d", owner, got, want)
		}
		if got := count(t, w, rights, "draft", access.Update); got != 0 {
			t.Errorf("a client of %d changes %d", owner, got)
		}
	}
	if got := count(t, w, w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{42}}))), "draft", access.Read); got != 6 {
		t.Errorf("the back office sees %d", got)
	}
}
