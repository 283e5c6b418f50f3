package matrix

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/store"
)

// TestStreamsFollowThePlace bounds what somebody sees to where he works, and changes
// that in every way there is: his stream stays, and on its next event he reads the rows of the new place
// alone.
func TestStreamsFollowThePlace(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := open(t, dsn)
		h.sessions["admin"] = h.Login(t, "user", "admin")
		p := h.placed(t)
		server := httptest.NewServer(h.Handler())
		defer server.Close()
		defer h.Live.Close()
		p.stream = h.listen(t, server, "probe")
		for _, step := range []struct {
			name, path, body string
			sees             []string // codes of areas
		}{
			{"he goes to the first", "", `{"id":` + id(p.first) + `}`, []string{"P1"}},
			{"he goes to the second", "", `{"id":` + id(p.second) + `}`, []string{"P2"}},
			{"others are limited", "user_place/save", `{"user_id":` + id(p.other) + `,"warehouse_id":` + id(p.first) + `}`, []string{"P2"}},
			{"he is limited to the first", "user_place/save", `{"user_id":` + id(p.user) + `,"warehouse_id":` + id(p.first) + `}`, nil},
			{"he goes where he may", "", `{"id":` + id(p.first) + `}`, []string{"P1"}},
			{"the limit is lifted", "user_place/delete", `{"ids":[%d]}`, []string{"P1"}},
			{"he goes back", "", `{"id":` + id(p.second) + `}`, []string{"P2"}},
			{"the limit comes back from the bin", "user_place/restore", `{"ids":[%d]}`, nil},
			{"the rule goes", "role_rule/delete", `{"ids":[` + id(p.rule) + `]}`, []string{"P1", "P2"}},
		} {
			if strings.Contains(step.body, "%d") {
				step.body = fmt.Sprintf(step.body, p.limit(t, h))
			}
			as, path := "admin", "/api/data/"+step.path
			if step.path == "" {
				as, path = "probe", "/api/auth/place"
			}
			h.must(t, as, path, step.body)
			p.wants(t, h, step.name, step.sees)
		}
	})
}

// TestKeysDoNotLiftLimits has a key of an administrator try what bounds persons: their
// lines are as closed to it as they are, and the old signature changes none of them.
func TestKeysDoNotLiftLimits(t *testing.T) {
	t.Parallel()
	h := open(t, enginetest.SQLite(t))
	h.sessions["admin"] = h.Login(t, "user", "admin")
	p := h.placed(t)
	answer := h.Do(t, apptest.Call{Path: "/api/key/create", As: h.sessions["admin"], Body: fmt.Sprintf(`{"user_id":%d,"name":"k","expires_at":%q}`, p.admin, time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339))})
	var key struct{ ID, Secret string }
	answer.Into(t, &key)
	server := httptest.NewTLSServer(h.Handler())
	defer server.Close()
	for path, want := range map[string]int{"warehouse/query": 200, "user_place/query": 403, "user_place/save": 403, "user_place/delete": 403, "user_role/query": 403} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/data/"+path, strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("apiKey", key.ID+"."+key.Secret)
		request.Header.Set("Content-Type", "application/json")
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != want {
			t.Errorf("%s: HTTP %d (%v), want %d", path, response.StatusCode, err, want)
		}
	}
	old := h.Login(t, "user", "admin")
	if saved := h.Do(t, apptest.Call{Path: "/api/data/user_place/save", Sign: 1, As: old, Body: fmt.Sprintf(`{"user_id":%d,"warehouse_id":%d}`, p.user, p.first)}); saved.Status != 406 {
		t.Errorf("by version 1: %s, want 406", saved.Text)
	}
}

// TestNobodyLimitsWhoMayMore has somebody who changes users, and may nothing else, limit
// an administrator to a warehouse, and somebody who may no more than he.
func TestNobodyLimitsWhoMayMore(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := open(t, dsn)
		h.sessions["admin"] = h.Login(t, "user", "admin")
		p := h.placed(t)
		for _, verb := range []string{"create", "update"} {
			menu, button := h.changes(t, "user."+verb)
			h.write(t, func(ctx context.Context, tx *store.Tx) error {
				return errors.Join(insertGrant(ctx, tx, "user", p.user, menu, button), h.Access.Changed(ctx, tx))
			})
		}
		limit := func(user int64) apptest.Answer {
			return h.Do(t, apptest.Call{Path: "/api/data/user_place/save", As: h.sessions["probe"], Body: fmt.Sprintf(`{"user_id":%d,"warehouse_id":%d}`, user, p.first)})
		}
		if answer := limit(p.admin); answer.StatusCode != 423 {
			t.Errorf("the administrator: %s, want 423", answer.Text)
		}
		weak := h.must(t, "admin", "/api/data/user/save", `{"account":"weak","true_name":"W","user_type":"user"}`)
		if answer := limit(weak); !answer.Result {
			t.Errorf("somebody without a right: %s", answer.Text)
		}
	})
}

// changes is a button of the back office that carries a right.
func (h *house) changes(t *testing.T, right string) (menu int, button string) {
	t.Helper()
	for _, item := range h.release.MenuOrder {
		for _, button := range h.release.Buttons(item.ID) {
			if item.Users() == "user" && slices.Contains(h.release.ButtonRights(item.ID, button), right) {
				return item.ID, button
			}
		}
	}
	t.Fatalf("no button carries %s", right)
	return 0, ""
}

// placed is somebody who sees the areas of the place where he works.
type placed struct {
	admin, user, other, rule, first, second int64
	told                                    int // events so far
	stream                                  *bufio.Scanner
}

func (h *house) placed(t *testing.T) *placed {
	t.Helper()
	p := &placed{}
	var role int64
	h.write(t, func(ctx context.Context, tx *store.Tx) error {
		for text, into := range map[string]*int64{
			`select id from "user" where account = 'probe'`:     &p.user,
			`select id from "user" where account = 'admin'`:     &p.admin,
			`select id from "user" where account = 'picker'`:    &p.other,
			`select id from "role" where code = 'probe-user'`:   &role,
			`select id from warehouse where code = 'SH1'`:       &p.first,
			`select min(id) from warehouse where code <> 'SH1'`: &p.second,
		} {
			if err := tx.Get(ctx, into, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	h.must(t, "admin", "/api/data/role_menu/save", fmt.Sprintf(`{"role_id":%d,"menu_id":%d}`, role, h.reads(t, "storage_area")))
	p.rule = h.must(t, "admin", "/api/data/role_rule/save", fmt.Sprintf(`{"role_id":%d,"table_key":"storage_area","rows":"row.warehouse_id == user.place_id"}`, role))
	for code, at := range map[string]int64{"P1": p.first, "P2": p.second} {
		h.must(t, "admin", "/api/data/storage_area/save", fmt.Sprintf(`{"warehouse_id":%d,"code":%q,"name":"Placed"}`, at, code))
	}
	return p
}

// reads is a menu of the back office by which one reads a table.
func (h *house) reads(t *testing.T, table string) int {
	t.Helper()
	for _, item := range h.release.MenuOrder {
		if item.Users() == "user" && slices.Contains(h.release.MenuRights(item.ID), table+".read") {
			return item.ID
		}
	}
	t.Fatalf("no menu reads %s", table)
	return 0
}

// must makes a call that is to succeed and gives the id of what it saved.
func (h *house) must(t *testing.T, as, path, body string) int64 {
	t.Helper()
	answer := h.Do(t, apptest.Call{Path: path, Body: body, As: h.sessions[as]})
	if !answer.Result {
		t.Fatalf("%s %s as %s: %s", path, body, as, answer.Text)
	}
	var saved struct{ ID int64 }
	if strings.HasSuffix(path, "/save") {
		answer.Into(t, &saved)
	}
	return saved.ID
}

// limit is the row that limits him, also while it is in the bin.
func (p *placed) limit(t *testing.T, h *house) (row int64) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *store.Tx) error {
		err := tx.Get(ctx, &row, "select id from user_place where user_id = ?", p.user)
		if errors.Is(err, sql.ErrNoRows) {
			err = tx.Get(ctx, &row, "select record_id from record_bin where table_key = 'user_place'")
		}
		return err
	})
	return row
}

// listen opens the stream of an account.
func (h *house) listen(t *testing.T, server *httptest.Server, account string) *bufio.Scanner {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("accessToken", h.sessions[account].AccessToken)
	request.Header.Set("guid", apptest.Guid)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return bufio.NewScanner(response.Body)
}

// wants has an event told and looks what he reads then.
func (p *placed) wants(t *testing.T, h *house, step string, sees []string) {
	t.Helper()
	p.told++
	mark := fmt.Sprint("event ", p.told)
	h.Live.Publish(live.Event{Name: live.Notice, Key: mark, UserID: p.user, Data: mark})
	for !strings.Contains(p.stream.Text(), mark) {
		if !p.stream.Scan() {
			t.Fatalf("%s: the stream ended: %v", step, p.stream.Err())
		}
	}
	answer := h.Do(t, apptest.Call{Path: "/api/data/storage_area/query", Body: `{"filter":{"field":"name","op":"eq","value":"Placed"},"fields":["code"],"sort":["code"]}`, As: h.sessions["probe"]})
	var page struct{ Rows []struct{ Code string } }
	answer.Into(t, &page)
	var codes []string
	for _, row := range page.Rows {
		codes = append(codes, row.Code)
	}
	if !slices.Equal(codes, sees) {
		t.Errorf("%s: he reads %v, want %v", step, codes, sees)
	}
}
