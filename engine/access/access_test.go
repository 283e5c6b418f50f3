package access_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

type (
	grant = accesstest.Grant
	rule  = accesstest.Rule
	row   = accesstest.Row
)

// each runs a test in the world on both databases.
func each(t *testing.T, run func(t *testing.T, w *accesstest.World)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, accesstest.New(t, db)) })
}

// goods makes two customers with three items each, a brand, and an order each.
func goods(w *accesstest.World) (acme, globex int64) {
	acme = w.Insert("customer", row{"code": "ACME", "name": "Acme"})
	globex = w.Insert("customer", row{"code": "GLOB", "name": "Globex"})
	brand := w.Insert("brand", row{"name": "Sun"})
	for _, owner := range []int64{acme, globex} {
		order := w.Insert("order", row{"customer_id": owner, "code": "O", "status": "open"})
		for _, code := range []string{"A", "B", "C"} {
			item := w.Insert("item", row{"customer_id": owner, "code": code, "brand_id": brand, "kind": "plain"})
			w.Insert("order_line", row{"order_id": order, "item_id": item})
		}
	}
	return acme, globex
}

// count counts the rows that an operation reaches.
func count(t *testing.T, w *accesstest.World, rights *access.Rights, table string, op access.Op) int {
	t.Helper()
	text, args := rights.Rows(w.Table(table), op)
	var n int
	err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, "SELECT count(*) FROM "+store.Quote(table)+" AS "+access.Alias+" WHERE "+text, args...)
	})
	if err != nil {
		t.Fatalf("count %s with %s: %v", table, text, err)
	}
	return n
}

func TestNothingIsGrantedByItself(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		acme, _ := goods(w)
		empty := w.Role("user", grant{})
		for _, actor := range []auth.Actor{{}, accesstest.Office(1), accesstest.Office(1, empty), accesstest.Client(2, acme)} {
			rights := w.Rights(actor)
			if rights.Can("item.read") || count(t, w, rights, "item", access.Read) != 0 || len(rights.MenuIDs()) != 0 {
				t.Errorf("%+v is granted something", actor)
			}
			if err := rights.Require("item.read"); fault.CodeOf(err) != fault.Denied {
				t.Errorf("Require = %v, want a Denied fault", err)
			}
		}
		if n := count(t, w, w.Rights(auth.System("test")), "item", access.Read); n != 6 {
			t.Errorf("the system sees %d items, want 6", n)
		}
	})
}

func TestMenusAndButtonsGrantExactlyTheirRights(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		reader := w.Role("user", grant{Menus: []int{12}})
		writer := w.Role("user", grant{Buttons: map[int][]string{12: {"update"}}})
		stranger := w.Role("client", grant{Menus: []int{92}})

		rights := w.Rights(accesstest.Office(1, reader))
		if got, want := rights.MenuIDs(), []int{1, 11, 12}; !slices.Equal(got, want) {
			t.Errorf("menus = %v, want %v", got, want)
		}
		for right, want := range map[string]bool{"item.read": true, "item.lookup": true, "brand.lookup": true, "brand.read": false, "item.update": false, "order.read": false} {
			if rights.Can(right) != want {
				t.Errorf("Can(%s) = %t", right, !want)
			}
		}
		if rights := w.Rights(accesstest.Office(1, reader, writer)); !rights.Can("item.update") || rights.Can("item.delete") {
			t.Error("a button grants other rights than its own")
		}
		if rights := w.Rights(accesstest.Office(1, stranger)); len(rights.MenuIDs()) != 0 || rights.Can("item.read") {
			t.Error("a role of another user type grants something")
		}
	})
}

func TestOwnedUsersStayWithinTheirOwner(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		acme, _ := goods(w)
		role := w.Role("client", grant{Menus: []int{92, 93, 94}, Buttons: map[int][]string{93: {"create", "update"}}})
		w.Insert("secret_plan", row{"name": "x"})
		rights := w.Rights(accesstest.Client(7, acme, role))
		for table, want := range map[string]int{"item": 3, "customer": 1, "order": 1, "order_line": 3, "brand": 1, "secret_plan": 0, "user": 0, "role": 0} {
			if got := count(t, w, rights, table, access.Read); got != want {
				t.Errorf("reads %d rows of %s, want %d", got, table, want)
			}
		}
		if got := count(t, w, rights, "order_line", access.Update); got != 3 {
			t.Errorf("reaches %d lines, want 3", got)
		}
		for name, actor := range map[string]auth.Actor{"without owner": accesstest.Client(7, 0, role), "of a stranger": accesstest.Client(7, 999, role)} {
			if got := count(t, w, w.Rights(actor), "item", access.Read); got != 0 {
				t.Errorf("a user %s reads %d items", name, got)
			}
		}
	})
}

func TestRowRulesOfRolesAreJoinedByOr(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		acme, _ := goods(w)
		onlyA := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'"}}})
		acmes := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.customer_id.code == 'ACME'"}}})
		own := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.customer_id == user.department_id"}}})
		noRight := w.Role("user", grant{Menus: []int{13}})
		broken := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.gone == 1"}}})
		all := w.Role("user", grant{Menus: []int{12}})
		tests := []struct {
			name  string
			roles []int64
			want  int
		}{
			{"one rule", []int64{onlyA}, 2},
			{"a rule over a reference", []int64{acmes}, 3},
			{"two rules", []int64{onlyA, acmes}, 4},
			{"a missing user value", []int64{own}, 0},
			{"a role without the right adds nothing", []int64{onlyA, noRight}, 2},
			{"a broken rule shows nothing", []int64{broken}, 0},
			{"a role without rule shows all", []int64{onlyA, all}, 6},
		}
		for _, tt := range tests {
			if got := count(t, w, w.Rights(accesstest.Office(1, tt.roles...)), "item", access.Read); got != tt.want {
				t.Errorf("%s: %d rows, want %d", tt.name, got, tt.want)
			}
		}
		orders := w.Role("user", grant{Menus: []int{14}, Rules: map[string]rule{"order": {Rows: "row.customer_id.code == 'ACME'"}}})
		if got := count(t, w, w.Rights(accesstest.Office(1, orders)), "order_line", access.Read); got != 3 {
			t.Errorf("%d lines, want the 3 of the visible order of %d", got, acme)
		}
	})
}

func TestRowAndFieldStayPaired(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		noPrice := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Mask: []string{"price"}, Hide: []string{"weight"}}}})
		priceOfA := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'", Hide: []string{"weight"}}}})
		lookup := w.Role("user", grant{Menus: []int{15}})
		item := w.Table("item")
		field := func(rights *access.Rights, key string) access.Grant {
			f, _ := item.Field(key)
			return rights.FieldRead(item, f)
		}
		one := w.Rights(accesstest.Office(1, noPrice))
		if g := field(one, "price"); !g.Never() || !g.Masked {
			t.Errorf("price = %+v, want never and masked", g)
		}
		if g := field(one, "weight"); !g.Never() || g.Masked {
			t.Errorf("weight = %+v, want never and not even named", g)
		}
		both := w.Rights(accesstest.Office(1, noPrice, priceOfA))
		if g := field(both, "price"); g.Never() || g.All() || !g.Masked {
			t.Errorf("price = %+v, want a condition", g)
		}
		if g := field(both, "code"); !g.All() {
			t.Errorf("code = %+v, want always", g)
		}
		if g := field(both, "pin"); !g.Never() {
			t.Errorf("a secret = %+v, want never", g)
		}
		few := w.Rights(accesstest.Office(1, lookup))
		if !field(few, "id").All() || !field(few, "code").All() || !field(few, "price").Never() {
			t.Error("a look-up shows other fields than id and label")
		}
	})
}

func TestCheckWrite(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		acme, globex := goods(w)
		buttons := map[int][]string{12: {"create", "update"}}
		a := w.Role("user", grant{Menus: []int{12}, Buttons: buttons, Rules: map[string]rule{"item": {Rows: "row.code == 'A'", Readonly: []string{"price"}}}})
		b := w.Role("user", grant{Menus: []int{12}, Buttons: buttons, Rules: map[string]rule{"item": {Check: "row.customer_id.code == 'ACME'"}}})
		client := w.Role("client", grant{Menus: []int{92, 93}, Buttons: map[int][]string{92: {"create"}, 93: {"create"}}})
		tests := []struct {
			name    string
			actor   auth.Actor
			row     row
			changed string
			want    string
		}{
			{"within the rule", accesstest.Office(1, a), row{"code": "A"}, "name", ""},
			{"moved out of the rule", accesstest.Office(1, a), row{"code": "B"}, "code", "right.row"},
			{"a read-only field", accesstest.Office(1, a), row{"code": "A"}, "price", "right.field"},
			{"read-only here, writable there", accesstest.Office(1, a, b), row{"code": "A", "customer_id": globex}, "price", "right.field"},
			{"the other role's rows", accesstest.Office(1, a, b), row{"code": "A", "customer_id": acme}, "price", ""},
			{"the check follows a reference", accesstest.Office(1, b), row{"customer_id": globex}, "name", "right.row"},
			{"own row", accesstest.Client(7, acme, client), row{"customer_id": acme}, "name", ""},
			{"a row for somebody else", accesstest.Client(7, acme, client), row{"customer_id": globex}, "name", "right.row"},
			{"a row for nobody", accesstest.Client(7, acme, client), row{}, "name", "right.row"},
			{"nobody", auth.Actor{}, row{"code": "A"}, "name", "right.row"},
		}
		for _, tt := range tests {
			rights := w.Rights(tt.actor)
			err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return rights.CheckWrite(ctx, tx, w.Table("item"), tt.row, tt.changed)
			})
			if tt.want == "" && err != nil || tt.want != "" && !fault.IsKey(err, tt.want) {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
			}
		}
	})
}

// TestChangeableIsWhatMayBeWrittenAsItStands: the check of a role narrows what it
// changes, not what it reads.
func TestChangeableIsWhatMayBeWrittenAsItStands(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		goods(w)
		buttons := map[int][]string{12: {"update"}}
		all := w.Role("user", grant{Menus: []int{12}, Buttons: buttons})
		checked := w.Role("user", grant{Menus: []int{12}, Buttons: buttons, Rules: map[string]rule{"item": {Check: "row.code == 'A'"}}})
		ruled := w.Role("user", grant{Menus: []int{12}, Buttons: buttons, Rules: map[string]rule{"item": {Rows: "row.code == 'B'"}}})
		reader := w.Role("user", grant{Menus: []int{12}})
		for _, tt := range []struct {
			name  string
			roles []int64
			want  string
		}{
			{"without a rule", []int64{all}, "TRUE"},
			{"with a check", []int64{checked}, `((t0."code" = ?))`},
			{"one who reads only", []int64{reader}, "FALSE"},
			{"a check beside a role without one", []int64{checked, all}, "TRUE"},
		} {
			if got := w.Rights(accesstest.Office(1, tt.roles...)).Changeable(w.Table("item"), access.Alias).SQL(); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
		}
		if got := w.Rights(accesstest.Office(1, ruled)).Changeable(w.Table("item"), access.Alias); got.All() || got.Never() {
			t.Errorf("with rows: %s", got.SQL())
		}
		if !w.Rights(auth.System("test")).Changeable(w.Table("item"), access.Alias).All() {
			t.Error("the system may not change all")
		}
	})
}

// TestTheSystemActsUnderItsReason: rights that are kept for one reason are not those of
// another, since the history tells the reason.
func TestTheSystemActsUnderItsReason(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		for _, reason := range []string{"seed", "night", "seed"} {
			if got := w.Rights(auth.System(reason)).Actor().System; got != reason {
				t.Errorf("who acts for %q acts for %q", reason, got)
			}
		}
	})
}

func TestAChangeOfRightsIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		goods(w)
		role := w.Role("user", grant{Menus: []int{12}})
		actor := accesstest.Office(1, role)
		first := w.Rights(actor)
		if again := w.Rights(actor); again != first {
			t.Error("rights are compiled again although nothing changed")
		}
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.Exec(ctx, "delete from role_menu"); err != nil {
				return err
			}
			return w.Access.Changed(ctx, tx)
		})
		if err != nil {
			t.Fatal(err)
		}
		if w.Rights(actor).Can("item.read") {
			t.Error("a right that was taken away is still granted")
		}
	})
}
