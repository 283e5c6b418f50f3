package station

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

func said(text string) meta.Text {
	return meta.Text{"zh": text + " zh", "en": text, "es": text + " es"}
}

// kitchen is a task over the dishes of a kitchen, as a person who reads Spanish has it.
func kitchen(t *testing.T) *acting {
	t.Helper()
	object := func(key string) meta.Object { return meta.Object{Key: key, Title: said(key)} }
	field := func(key, of string) meta.Field { return meta.Field{Key: key, Type: of, Title: said(key)} }
	action := func(key string) meta.Action { return meta.Action{Key: key, Title: said(key)} }
	status, size, guest := field("status", meta.TypeEnum), field("size", meta.TypeEnum), field("guest_id", meta.TypeReference)
	size.Dropdown, guest.To = "size", "guest"
	m := meta.NewModel()
	m.Tables["guest"] = &meta.Table{Object: object("guest"), Label: []string{"name"}, Fields: []meta.Field{field("name", meta.TypeText)}}
	m.Tables["dish"] = &meta.Table{Object: object("dish"), Label: []string{"note"}, Fields: []meta.Field{
		status, size, guest, field("plates", meta.TypeInteger), field("note", meta.TypeText),
	}}
	m.Dropdowns["size"] = &meta.Dropdown{Object: object("size"), Items: []meta.DropdownItem{{Key: "l", Title: said("large")}}}
	m.Documents["dish"] = &meta.Document{
		Object: object("dish"), States: []meta.State{{Key: "raw", Title: said("uncooked")}}, Actions: []meta.Action{action("cook"), action("serve"), action("burn")},
	}
	release, err := catalog.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	definition := &meta.Station{Acts: &meta.Acts{
		Table: "dish", Shows: []string{"status", "size", "guest_id", "plates", "note"}, Actions: []meta.ActOffered{{Key: "serve"}, {Key: "cook", Undo: "serve"}, {Key: "burn"}},
	}}
	session := &Session{Station: definition, release: release, Actor: auth.Actor{Language: "es"}}
	return &acting{Turn: Turn{Session: session}, parts: &Acting{}}
}

func TestFactsAreInThePersonsWords(t *testing.T) {
	t.Parallel()
	now := seen{fields: map[string]any{
		"status": "raw", "size": "l", "guest_id": json.Number("7"), "guest_id__label": "Ann", "plates": json.Number("12.50"), "note": nil,
	}}
	var got []string
	for _, target := range kitchen(t).facts(now) {
		got = append(got, target.Words.In("es")+"="+target.Value)
	}
	if want := []string{"status es=uncooked es", "size es=large es", "guest_id es=Ann", "plates es=12.50"}; !slices.Equal(got, want) {
		t.Errorf("shown is %v, want %v", got, want)
	}
}

func TestWhatAGuardRefusesIsOffered(t *testing.T) {
	t.Parallel()
	now := seen{Can: []string{"update", "cook"}, Cannot: map[string]string{"serve": "guard", "burn": "state"}}
	var got []string
	for _, choice := range kitchen(t).offered(now) {
		got = append(got, choice.Code+" "+choice.Label)
	}
	if want := []string{"serve serve es", "cook cook es"}; !slices.Equal(got, want) {
		t.Errorf("offered are %v, want %v", got, want)
	}
}

func TestWhatHasNoOppositeStays(t *testing.T) {
	t.Parallel()
	if err := kitchen(t).takeBack(t.Context(), acted{ID: 1}); !fault.IsKey(err, "station.act_stays") {
		t.Errorf("taken back: %v", err)
	}
}

func TestTheFlowOfActionsIsSound(t *testing.T) {
	t.Parallel()
	flow, ok := new(Acting).Flow().(Described)
	if !ok {
		t.Fatal("the flow does not describe itself")
	}
	if mistakes := flow.Plan().Mistakes(); len(mistakes) > 0 {
		t.Errorf("mistakes: %v", mistakes)
	}
	if _, err := json.Marshal(kitchen(t)); err != nil {
		t.Errorf("the session cannot keep the task: %v", err)
	}
}
