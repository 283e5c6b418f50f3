package catalog_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// shop is a model with an owner: a customer sees his own orders.
func shop() *meta.Model {
	m := meta.NewModel()
	object := func(key string) meta.Object { return meta.Object{Key: key} }
	m.Modules["base"] = &meta.Module{
		Object:        object("base"),
		UserTypes:     []meta.UserType{{Key: "user"}, {Key: "customer", Owner: &meta.Owner{Table: "customer", Field: "customer_id"}}},
		SettingLevels: []meta.SettingLevel{{Key: "system"}, {Key: "branch", Field: "branch_id"}},
	}
	m.Tables["user"] = &meta.Table{Object: object("user"), Label: []string{"name"}, Fields: []meta.Field{{Key: "name", Type: meta.TypeText}, {Key: "password", Type: meta.TypeText, Secret: true}}}
	m.Tables["customer"] = &meta.Table{Object: object("customer"), Label: []string{"name"}, Fields: []meta.Field{{Key: "name", Type: meta.TypeText, Search: true}}}
	m.Tables["item"] = &meta.Table{Object: object("item"), Label: []string{"code"}, Fields: []meta.Field{{Key: "code", Type: meta.TypeText}, {Key: "customer_id", Type: meta.TypeReference, To: "customer"}}}
	m.Tables["order"] = &meta.Table{
		Object: object("order"), Label: []string{"no", "customer_id.name"},
		Fields: []meta.Field{
			{Key: "no", Type: meta.TypeCode, CodeRule: "order_no"},
			{Key: "status", Type: meta.TypeEnum, Readonly: true},
			{Key: "customer_id", Type: meta.TypeReference, To: "customer", Default: "user.customer_id"},
			{Key: "total", Type: meta.TypeDecimal, Scale: 2, Computed: "sum(lines, .qty)", Stored: true},
			{Key: "loud", Type: meta.TypeText, Computed: "upper(row.no)"},
		},
	}
	m.Tables["order_line"] = &meta.Table{
		Object: object("order_line"), Label: []string{"qty"}, Head: &meta.Head{Table: "order", Field: "order_id"},
		Fields: []meta.Field{
			{Key: "order_id", Type: meta.TypeReference, To: "order", Required: true},
			{Key: "item_id", Type: meta.TypeReference, To: "item", Where: "row.customer_id == record.customer_id"},
			{Key: "qty", Type: meta.TypeDecimal, Scale: 2, Rules: []meta.Rule{{Must: "value > 0 and head.status == 'new'"}}},
		},
		Checks: []meta.Constraint{{Key: "qty", Must: "row.qty >= 0"}},
	}
	m.CodeRules["order_no"] = &meta.CodeRule{Object: object("order_no"), Parts: []meta.CodePart{{Seq: &meta.CodeSeq{Width: 4, Scope: []meta.Expression{"row.customer_id"}}}}}
	m.Documents["order"] = &meta.Document{
		Object: object("order"), Lines: []meta.LineSet{{Key: "lines", Table: "order_line", Field: "order_id"}},
		States: []meta.State{{Key: "new", Edit: json.RawMessage("true")}, {Key: "done", Edit: json.RawMessage(`["lines"]`)}},
		Actions: []meta.Action{
			{
				Key: "finish", From: []string{"new"}, To: "done", Must: "len(lines) > 0 and params.item.code != nil", Message: &meta.Text{},
				Params: []meta.Field{{Key: "item", Type: meta.TypeReference, To: "item"}},
				Do: []meta.Effect{
					{Effect: "set", With: map[string]meta.Expression{"customer_id": "user.customer_id"}},
					{Effect: "set", For: "filter(lines, .qty > 1)", When: "line.qty < 9", With: map[string]meta.Expression{"qty": "line.qty + 1"}},
				},
			},
			{Key: "book", System: true},
		},
	}
	m.Lists["order"] = &meta.List{
		Object: object("order"), Table: "order", Open: "form", Columns: []meta.Column{{Shown: meta.Shown{Key: "no"}}, {Shown: meta.Shown{Key: "customer_id.name"}}},
		Where: "row.customer_id == user.customer_id", Sort: []string{"-created_at"}, Filters: []meta.Filter{{Shown: meta.Shown{Key: "customer_id"}, Default: "user.customer_id"}},
	}
	m.Lists["picker"] = &meta.List{Object: object("picker"), Table: "item", Open: "none", Columns: []meta.Column{{Shown: meta.Shown{Key: "code"}}}}
	m.Forms["order"] = &meta.Form{
		Object: object("order"), Table: "order",
		Groups: []meta.FormGroup{{Key: "main", Fields: []meta.FormField{{Shown: meta.Shown{Key: "no"}, Visible: "row.status == 'done'"}}}},
	}
	m.Dropdowns["item"] = &meta.Dropdown{Object: object("item"), Source: &meta.DropdownSource{
		Table: "item", Where: "row.customer_id == params.customer", Params: []meta.Field{{Key: "customer", Type: meta.TypeReference, To: "customer"}},
	}}
	m.Settings["most"] = &meta.Setting{Object: object("most"), Field: meta.Field{Key: "most", Type: meta.TypeInteger}, Levels: []string{"system"}, Default: json.Number("5")}
	m.Menus["main"] = &meta.Menu{Object: object("main"), Items: []meta.MenuItem{
		{ID: 1, Route: "/orders", Screen: "document:order", Rights: []string{"item.read"}, Buttons: []meta.MenuButton{{Key: "finish", Rights: []string{"item.update"}}}},
		{ID: 2, Route: "/items", Screen: "list:picker"},
	}}
	return m
}

func compile(t *testing.T, m *meta.Model) *catalog.Release {
	t.Helper()
	release, err := catalog.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func TestCompileTiesTablesTogether(t *testing.T) {
	t.Parallel()
	r := compile(t, shop())
	order, line := r.Tables["order"], r.Tables["order_line"]
	var names []string
	for _, f := range order.Fields {
		names = append(names, f.Key)
	}
	if want := "id version no status customer_id total loud created_at created_by updated_at updated_by"; strings.Join(names, " ") != want {
		t.Errorf("fields %v, want %s", names, want)
	}
	if path, ok := line.Path("order_id.customer_id.name"); !ok || path.Last() != r.Tables["customer"].Search[0] || path.String() != "order_id.customer_id.name" {
		t.Errorf("path %v %t", path, ok)
	}
	if _, ok := line.Path("qty.name"); ok {
		t.Error("a path leads through a figure")
	}
	if line.Root() != order || line.Right(meta.Read) != "order.read" || line.Head != order || order.Sets[0].Table != line {
		t.Error("lines and head do not know each other")
	}
	owner, customer := order.Owners["customer"], r.Tables["customer"].Owners["customer"]
	if owner.Key != "customer_id" || customer.Key != "id" || len(line.Owners) != 0 {
		t.Error("owners are wrong")
	}
	if created, _ := order.Field("created_by"); created.To != r.Tables["user"] {
		t.Error("created_by refers to nobody")
	}
	if _, err := r.Table("nothing"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestCompileMakesDocuments(t *testing.T) {
	t.Parallel()
	r := compile(t, shop())
	order, _ := r.Document("order")
	if status, _ := order.Head.Field("status"); !slices.Equal(status.Values, []string{"new", "done"}) {
		t.Errorf("states %v", status.Values)
	}
	done, _ := order.State("done")
	if fresh, _ := order.State("new"); !fresh.MayEdit("no") || done.MayEdit("no") || !done.MayEdit("lines") {
		t.Error("what may be edited is wrong")
	}
	finish, _ := order.Action("finish")
	if finish.Right != "order.finish" || !finish.From("new") || finish.From("done") || finish.Params[0].To != r.Tables["item"] {
		t.Errorf("action %+v", finish)
	}
	if r.Browser(finish.Must) == nil || r.Browser(nil) != nil {
		t.Error("the guard has no tree for the browser")
	}
	if book, _ := order.Action("book"); book.Right != "" || !book.From("done") {
		t.Errorf("action of the system %+v", book)
	}
}

func TestRightsOfMenusAndButtons(t *testing.T) {
	t.Parallel()
	r := compile(t, shop())
	tests := []struct {
		got  []string
		want string
	}{
		{r.MenuRights(1), "customer.lookup item.lookup item.read order.lookup order.read user.lookup"},
		{r.MenuRights(2), "item.read"},
		{r.Buttons(1), "create update delete history export finish"},
		{r.Buttons(2), "export"},
		{r.ButtonRights(1, "create"), "customer.lookup item.lookup order.create order.lookup user.lookup"},
		{r.ButtonRights(1, "finish"), "item.lookup item.update order.finish"},
		{r.ButtonRights(1, "book"), ""},
		{r.ButtonRights(9, "create"), ""},
	}
	for _, tt := range tests {
		if got := strings.Join(tt.got, " "); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if !r.HasRight("order.finish") || r.HasRight("order.book") || r.HasRight("order_line.read") {
		t.Error("the list of rights is wrong")
	}
}

// TestAFormGrantsToChooseWhatItShows: a list that names a form needs no look-ups but
// those of its columns and of the form.
func TestAFormGrantsToChooseWhatItShows(t *testing.T) {
	t.Parallel()
	m := shop()
	m.Lists["order"].Form = "order"
	r := compile(t, m)
	if got := strings.Join(r.MenuRights(1), " "); got != "customer.lookup item.read order.read" {
		t.Errorf("the menu grants %s", got)
	}
	if got := strings.Join(r.ButtonRights(1, "create"), " "); got != "customer.lookup order.create" {
		t.Errorf("the button grants %s", got)
	}
}

func TestCompileTellsWrongExpressions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		spoil func(m *meta.Model)
		want  string
	}{
		{"default of another type", func(m *meta.Model) { m.Tables["order"].Fields[2].Default = "'a'" }, "fields/2/default: expression.wrong_type"},
		{"default outside the list", func(m *meta.Model) {
			m.Tables["order"].Fields[1].Default = "'old'"
		}, "fields/1/default: expression.unknown_value"},
		{"lines on reading", func(m *meta.Model) { m.Tables["order"].Fields[3].Stored = false }, "fields/3/computed: meta.computed_not_stored"},
		{"rule", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Rules[0].Must = "value" }, "fields/2/rules/0/must: expression.wrong_type"},
		{"choice", func(m *meta.Model) { m.Tables["order_line"].Fields[1].Where = "upper(row.code) == 'A'" }, "fields/1/where: expression.not_in_sql"},
		{"check over a reference", func(m *meta.Model) { m.Tables["order_line"].Checks[0].Must = "row.order_id.total > 0" }, "checks/0/must: meta.not_own_column name=row.order_id.total"},
		{"guard", func(m *meta.Model) { m.Documents["order"].Actions[0].Must = "row.nr == 1" }, "actions/0/must: expression.unknown_field"},
		{"secret", func(m *meta.Model) { m.Documents["order"].Actions[0].Must = "row.created_by.password == 'a'" }, "actions/0/must: expression.unknown_field"},
		{"set of the status", func(m *meta.Model) {
			m.Documents["order"].Actions[0].Do[0].With = map[string]meta.Expression{"status": "'done'"}
		}, "actions/0/do/0/with/status: meta.cannot_set"},
		{"set of another type", func(m *meta.Model) {
			m.Documents["order"].Actions[0].Do[0].With = map[string]meta.Expression{"customer_id": "'a'"}
		}, "actions/0/do/0/with/customer_id: expression.wrong_type"},
		{"for over no list", func(m *meta.Model) { m.Documents["order"].Actions[0].Do[0].For = "row.no" }, "actions/0/do/0/for: meta.not_a_list"},
		{"list", func(m *meta.Model) { m.Lists["order"].Where = "lines" }, "where: expression.unknown_name"},
		{"form", func(m *meta.Model) { m.Forms["order"].Groups[0].Fields[0].Visible = "row.status == 'old'" }, "groups/0/fields/0/visible: expression.unknown_value"},
		{"setting", func(m *meta.Model) { m.Settings["most"].Default = json.Number("5.5") }, "default: meta.bad_default code=not_integer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := shop()
			tt.spoil(m)
			_, err := catalog.Compile(m, nil)
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestUserIsKnownToExpressions holds the facts of the actor to user types and
// levels of settings.
func TestUserIsKnownToExpressions(t *testing.T) {
	t.Parallel()
	r := compile(t, shop())
	for _, source := range []string{"user.id == row.created_by", "user.customer_id == row.customer_id", "user.branch_id == 1", "user.user_type == 'customer'"} {
		if _, err := expression.Compile(source, r.RowEnv(r.Tables["order"]), expression.Bool); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}
