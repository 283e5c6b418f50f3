package station

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func (o *oven) fill() {
	for id, name := range map[int64]string{ann: "Ann", bob: "Bob", lea: "Lea"} {
		o.Insert("user", accesstest.Row{"id": id, "account": name, "true_name": name, "user_type": "user"})
	}
	owner := o.Insert("customer", accesstest.Row{"code": "ACME", "name": "Acme"})
	o.pie = o.Insert("item", accesstest.Row{"customer_id": owner, "code": "PIE"})
	o.cake = o.Insert("item", accesstest.Row{"customer_id": owner, "code": "CAKE"})
	o.Insert("order", accesstest.Row{"id": int64(77), "customer_id": owner, "code": "O-77", "status": "open", "note": "today"})
	o.Role("user", accesstest.Grant{Menus: []int{21, 22, 14, 24, 25, 26}})
	o.Role("user", accesstest.Grant{Menus: []int{21}, Buttons: map[int][]string{21: {"override"}}})
}

// person is what one may do: Lea has the role of the lead beside that of all.
func (o *oven) person(user int64) *access.Rights {
	o.Helper()
	var roles []int64
	err := o.World.DB.Read(o.Context(), func(ctx context.Context, tx *store.Tx) error {
		roles = nil
		return tx.Select(ctx, &roles, "select id from role order by id")
	})
	if err != nil {
		o.Fatal(err)
	}
	if user != lea {
		roles = roles[:1]
	}
	return o.World.Rights(accesstest.Office(user, roles...))
}

func (o *oven) caller(user int64) Caller { return Caller{Rights: o.person(user)} }

// starts begins a task of a person at the oven.
func (o *oven) starts(user int64, input string) *Answer {
	o.Helper()
	answer, err := o.Start(o.Context(), o.caller(user), "oven", Opening{Input: input})
	if err != nil {
		o.Fatalf("start: %v", err)
	}
	return answer
}

func in(seq int64, kind, value string) Input {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return Input{Seq: seq, Kind: kind, Value: text}
}

// gives gives inputs, and spells the answer: how many were applied, what each result says,
// and where the task stands.
func (o *oven) gives(user, session int64, inputs ...Input) string {
	o.Helper()
	answer, err := o.Input(o.Context(), o.caller(user), session, inputs)
	if err != nil {
		f, ok := fault.As(err)
		if !ok {
			return "error: " + err.Error()
		}
		return "fault: " + f.Key
	}
	return spelled(answer)
}

func spelled(answer *Answer) string {
	var results []string
	for _, r := range answer.Results {
		results = append(results, fmt.Sprintf("%d %t %s %s", r.Seq, r.OK, r.Sound, r.Code))
	}
	return fmt.Sprintf("%d of [%s] at %s", answer.Applied, strings.Join(results, ", "), answer.Screen.Step)
}

func (o *oven) wants(got, want string) {
	o.Helper()
	if got != want {
		o.Errorf("\n got %s\nwant %s", got, want)
	}
}

// remark is what the flow wrote at an item.
func (o *oven) remark(item int64) string {
	o.Helper()
	return o.one("select coalesce(remark, '') from item where id = ?", item)
}

// one reads one text out of the database.
func (o *oven) one(ask string, args ...any) (text string) {
	o.Helper()
	err := o.World.DB.Read(o.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &text, ask, args...) })
	if err != nil {
		o.Fatal(err)
	}
	return text
}

// labels spells a list.
func labels[T any](list []T, label func(T) string) string {
	var all []string
	for _, one := range list {
		all = append(all, label(one))
	}
	return strings.Join(all, "; ")
}
