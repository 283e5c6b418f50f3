package matrix

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// asked is a question about persons, and what its answer may not hold for somebody
// who does not administer them.
var asked = []struct{ path, body string }{
	{"user/query", `{"size":500}`},
	{"user/query", `{"size":500,"choose":true,"total":true}`},
	{"user/query", `{"size":500,"fields":["account","mobile","email","user_type","consignor_id","true_name"]}`},
	{"user/query", `{"size":500,"search":"probe"}`},
	{"user/query", `{"size":500,"filter":{"field":"account","op":"starts","value":"probe-"}}`},
	{"user/query", `{"size":500,"filter":{"field":"true_name","op":"eq","value":"Globex Person"}}`},
	{"user/query", `{"size":500,"sort":["account"],"sums":["id"]}`},
	{"user_role/query", `{"size":500}`},
	{"user_place/query", `{"size":500}`},
	{"user/get", `{"id":%d}`},
	{"user/aggregate", `{"group":["account"],"measures":[{"fn":"count","as":"n"}]}`},
	{"user/history", `{"id":%d}`},
	{"user/export", `{"format":"csv"}`},
	{"product/query", `{"size":500,"fields":["created_by","created_by.account","created_by.mobile"]}`},
	{"product/query", `{"size":500,"filter":{"field":"created_by.account","op":"eq","value":"probe-globex"}}`},
	{"product/aggregate", `{"group":["created_by"],"measures":[{"fn":"count","as":"n"}]}`},
	{"product/aggregate", `{"group":["created_by.account"],"measures":[{"fn":"count","as":"n"}]}`},
	{"product/history", `{"id":%d}`},
}

// TestClerksDoNotReadAccountsOfOthers asks about persons as somebody of the back office
// who does not administer them, and as somebody of an owner.
func TestClerksDoNotReadAccountsOfOthers(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := open(t, dsn)
		h.name(t, "probe", "Clerk")
		h.name(t, "probe-globex", "Globex Person")
		person, product := h.personWrote(t)
		for _, account := range []string{"probe", "probe-acme"} {
			h.give(t, h.sessions[account].UserType, "", h.lookUp(t, h.sessions[account].UserType)...)
			for _, q := range asked {
				body := strings.Replace(q.body, "%d", id(map[string]int64{"user": person, "product": product}[strings.Split(q.path, "/")[0]]), 1)
				answer := h.Do(t, apptest.Call{Path: "/api/data/" + q.path, Body: body, As: h.sessions[account]})
				h.noAccounts(t, account+" asks "+q.path+" "+body, answer)
				if strings.HasPrefix(q.path, "user/") {
					h.knows(t, account, q.path+" "+body, answer, person)
				}
			}
		}
		h.give(t, "user", "", h.lookUp(t, "user")...)
		named := h.Do(t, apptest.Call{Path: "/api/data/product/query", Body: `{"filter":{"field":"id","op":"eq","value":` + id(product) + `}}`, As: h.sessions["probe"]})
		if !strings.Contains(named.Text, `"created_by__label":"Globex Person"`) {
			t.Errorf("a record does not name who made it: %s", named.Text)
		}
		h.blind(t, person)
	})
}

// noAccounts wants no account in an answer.
func (h *house) noAccounts(t *testing.T, what string, answer apptest.Answer) {
	t.Helper()
	if answer.Status >= 500 {
		t.Errorf("%s: %s", what, answer.Text)
	}
	for _, account := range []string{"probe-acme", "probe-globex", "admin", "picker", "globex"} {
		if answer.Result && strings.Contains(string(answer.Data), `"`+account) {
			t.Errorf("%s reads the account %s: %s", what, account, answer.Text)
		}
	}
}

// knows wants nobody in a list of persons whom the account has no business with.
func (h *house) knows(t *testing.T, account, what string, answer apptest.Answer, stranger int64) {
	t.Helper()
	var page struct {
		Rows []struct {
			ID int64 `json:"id"`
		}
		Total int64
	}
	if !answer.Result || json.Unmarshal(answer.Data, &page) != nil {
		return
	}
	known := h.colleagues(t, account)
	for _, row := range page.Rows {
		if row.ID == stranger || row.ID != 0 && !slices.Contains(known, row.ID) {
			t.Errorf("%s finds person %d: %s: %s", account, row.ID, what, answer.Text)
		}
	}
	if page.Total > int64(len(known)) {
		t.Errorf("%s counts %d persons of %d: %s", account, page.Total, len(known), what)
	}
}

// colleagues are the persons of an account's own house: of the back office, or of its
// owner.
func (h *house) colleagues(t *testing.T, account string) (ids []int64) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, `select o.id from "user" o join "user" u on o.user_type = u.user_type
			and coalesce(o.consignor_id, 0) = coalesce(u.consignor_id, 0) where u.account = ?`, account)
	})
	return ids
}

// personWrote gives a person of an owner, and a product that the person made.
func (h *house) personWrote(t *testing.T) (person, product int64) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.Get(ctx, &person, `select id from "user" where account = 'probe-globex'`); err != nil {
			return err
		}
		if err := tx.Get(ctx, &product, `select min(id) from product`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update product set created_by = ? where id = ?", person, product)
		return err
	})
	return person, product
}

// lookUp finds menus that show products, and look up who made records, but do not
// administer persons.
func (h *house) lookUp(t *testing.T, userType string) (menus []int) {
	t.Helper()
	for _, right := range []string{"product.read", "user.lookup"} {
		at := slices.IndexFunc(h.release.MenuOrder, func(item *meta.MenuItem) bool {
			rights := h.release.MenuRights(item.ID)
			return item.Users() == userType && slices.Contains(rights, right) && !slices.Contains(rights, "user.read")
		})
		if at < 0 {
			t.Fatalf("no menu of a %s has %s", userType, right)
		}
		menus = append(menus, h.release.MenuOrder[at].ID)
	}
	return menus
}

// name says what a person is called.
func (h *house) name(t *testing.T, account, name string) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `update "user" set true_name = ?, true_name__fold = lower(?) where account = ?`, name, name, account)
		return err
	})
}

// blind shows that the same questions find the account where somebody administers
// persons.
func (h *house) blind(t *testing.T, person int64) {
	t.Helper()
	answer := h.Do(t, apptest.Call{Path: "/api/data/user/query", Body: `{"size":500,"fields":["account"]}`, As: h.Login(t, "user", "admin")})
	if !strings.Contains(string(answer.Data), `"probe-globex"`) || !strings.Contains(string(answer.Data), id(person)) {
		t.Errorf("the administrator does not read accounts, so that the test proves nothing: %s", answer.Text)
	}
}

func id(n int64) string { return strconv.FormatInt(n, 10) }
