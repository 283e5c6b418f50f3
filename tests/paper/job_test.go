package paper

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// TestPrintsAreLogged prints products: who may, why again, and what is told of it.
func TestPrintsAreLogged(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		admin, acme := server.Login(t, "user", "admin"), server.Login(t, "consignor", "acme")
		ids := products(t, server, admin)
		one, other := ids[0], ids[1]
		both := fmt.Sprintf("[%d,%d,%d]", one, other, one)
		for _, step := range []struct {
			name, path, body string
			as               *apptest.Session
			status           int
			want             []string
			wantNot          []string
		}{
			{"nothing is printed yet", "log", `{"type":"product","ids":` + both + `}`, admin, 200, []string{`"data":[]`}, nil},
			{"the first print needs no reason", "jobs", fmt.Sprintf(`{"type":"product","ids":[%d],"copies":3}`, one), admin, 200, []string{fmt.Sprintf(`{"record":%d,"state":"sent"}`, one)}, nil},
			{"a second print is refused", "jobs", `{"type":"product","ids":` + both + `}`, admin, 422, []string{`"path":"reason"`, `"code":"reprint"`, "已打印过，最近一次由 Ada Admin 于 "}, nil},
			{"blanks are no reason", "jobs", `{"type":"product","ids":` + both + `,"reason":"  "}`, admin, 422, []string{`"code":"reprint"`}, nil},
			{"what was refused is not logged", "log", `{"type":"product","ids":` + both + `}`, admin, 200, []string{`"times":1`, `"copies":3`, `"reason":""`}, []string{fmt.Sprint(other)}},
			{"a reason prints it again, twice named once", "jobs", `{"type":"product","ids":` + both + `,"reason":" torn "}`, admin, 200, []string{fmt.Sprintf(`{"record":%d,"state":"sent"}`, other)}, nil},
			{"a first print keeps no reason", "log", `{"type":"product","ids":` + both + `}`, admin, 200, []string{`"times":2`, `"reason":"torn"`, `"times":1`, `"reason":""`}, nil},
			{"another template was not printed", "log", `{"template":"product_label_small","ids":` + both + `}`, admin, 200, []string{`"data":[]`}, nil},
			{"without the right", "jobs", fmt.Sprintf(`{"type":"product","ids":[%d],"reason":"torn"}`, one), acme, 423, nil, nil},
			{"without the right to look", "log", fmt.Sprintf(`{"type":"product","ids":[%d]}`, one), acme, 423, nil, nil},
			{"no template", "jobs", `{"type":"ghost","ids":[1]}`, admin, 404, nil, nil},
			{"no such record", "jobs", `{"type":"product","ids":[999999999]}`, admin, 404, []string{"找不到商品 999999999"}, nil},
			{"no records", "jobs", `{"type":"product","ids":[]}`, admin, 422, []string{`"path":"ids"`}, nil},
			{"too many copies", "jobs", `{"type":"product","ids":` + both + `,"copies":100}`, admin, 422, []string{`"path":"copies"`}, nil},
			{"too many copies drawn", "render", `{"type":"product","ids":` + both + `,"copies":-1}`, admin, 422, []string{`"path":"copies"`}, nil},
			{"too long a reason", "jobs", `{"type":"product","ids":` + both + `,"reason":"` + strings.Repeat("é", 201) + `"}`, admin, 422, []string{`"path":"reason"`}, nil},
			{"a printer that there is not", "jobs", `{"type":"product","ids":` + both + `,"printer":"p1"}`, admin, 422, []string{`"path":"printer"`}, nil},
			{"a workstation that there is not", "jobs", `{"type":"product","ids":` + both + `,"workstation":"w1"}`, admin, 422, []string{`"path":"workstation"`}, nil},
		} {
			answer := server.Do(t, apptest.Call{Method: http.MethodPost, Path: "/api/print/" + step.path, Body: step.body, As: step.as})
			if answer.StatusCode != step.status {
				t.Errorf("%s: status %d, want %d: %.300s", step.name, answer.StatusCode, step.status, answer.Text)
			}
			for _, want := range step.want {
				if !strings.Contains(answer.Text, want) {
					t.Errorf("%s: no %s in %.500s", step.name, want, answer.Text)
				}
			}
			for _, not := range step.wantNot {
				if strings.Contains(answer.Text, not) {
					t.Errorf("%s: %s in %.500s", step.name, not, answer.Text)
				}
			}
		}
	})
}

func products(t *testing.T, server *apptest.Server, as *apptest.Session) (ids []int64) {
	t.Helper()
	var page struct {
		Rows []struct{ ID int64 } `json:"rows"`
	}
	server.Ask(t, as, "/api/data/product/query", map[string]any{"size": 500}, &page)
	for _, row := range page.Rows {
		ids = append(ids, row.ID)
	}
	return ids
}

// ownerWhoPrints is a person of ACME who may print products.
const ownerWhoPrints = `[
	{"table": "role", "save": {"code": "own_labels", "name": "Labels", "user_type": "consignor"}, "grant": [{"menu": 902105, "buttons": ["print"]}]},
	{"table": "user", "save": {"account": "labels", "true_name": "Lee of Acme", "user_type": "consignor", "consignor_id": {"code": "ACME"}, "roles": [{"role_id": {"code": "own_labels"}}]}, "login": true}
]`

// TestOwnersKnowTheirOwnPrints has a person of an owner of goods look at prints of his and
// of another's products.
func TestOwnersKnowTheirOwnPrints(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		if err := server.Seed(t.Context(), fstest.MapFS{"010.json": {Data: []byte(ownerWhoPrints)}}, apptest.Password); err != nil {
			t.Fatal(err)
		}
		admin, owner := server.Login(t, "user", "admin"), server.Login(t, "consignor", "labels")
		own := products(t, server, owner)
		other := slices.DeleteFunc(products(t, server, admin), func(id int64) bool { return slices.Contains(own, id) })
		if len(own) == 0 || len(other) == 0 {
			t.Fatalf("%d products of his, %d of others", len(own), len(other))
		}
		both := fmt.Sprintf(`{"type":"product","ids":[%d,%d]}`, own[0], other[0])
		print := func(path, body string, as *apptest.Session, want int) apptest.Answer {
			answer := server.Do(t, apptest.Call{Path: "/api/print/" + path, Body: body, As: as})
			if answer.StatusCode != want {
				t.Errorf("%s %s: status %d, want %d: %.300s", path, body, answer.StatusCode, want, answer.Text)
			}
			return answer
		}
		print("jobs", both, admin, 200)
		print("jobs", both, owner, 404)
		var seen []struct{ Record int64 }
		print("log", both, owner, 200).Into(t, &seen)
		if len(seen) != 1 || seen[0].Record != own[0] {
			t.Errorf("the owner sees %v, want %d alone", seen, own[0])
		}
		print("log", both, admin, 200).Into(t, &seen)
		if len(seen) != 2 {
			t.Errorf("the administrator sees %v, want two", seen)
		}
	})
}

// TestOneFirstPrint has many persons print the same records at once: one is the first, and
// the others are asked why.
func TestOneFirstPrint(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		admin := server.Login(t, "user", "admin")
		ids := products(t, server, admin)[:5]
		const persons = 8
		answers := make([]int, persons)
		var all sync.WaitGroup
		for i := range persons {
			all.Go(func() {
				asked := fmt.Sprintf(`{"type":"product","ids":[%d,%d]}`, ids[i%2], ids[1-i%2])
				answers[i] = server.Do(t, apptest.Call{Method: http.MethodPost, Path: "/api/print/jobs", Body: asked, As: admin}).StatusCode
			})
		}
		all.Wait()
		count := map[int]int{}
		for _, status := range answers {
			count[status]++
		}
		if count[200] != 1 || count[422] != persons-1 {
			t.Errorf("answers %v, want one 200 and %d 422", count, persons-1)
		}
	})
}
