package meta_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// spoken are the files of a product in Chinese and English, which are required, and in
// what else is given.
func spoken(more map[string]string) map[string]string {
	files := map[string]string{
		"zh.language.json": `{"kind": "language", "key": "zh", "title": {"zh": "中文", "en": "Chinese"}, "name": "中文", "locale": "zh-CN", "order": 1, "required": true, "list_separator": "、"}`,
		"en.language.json": `{"kind": "language", "key": "en", "title": {"zh": "英语", "en": "English"}, "name": "English", "locale": "en-US", "order": 2, "required": true}`,
	}
	maps.Copy(files, more)
	return files
}

func french(texts string) string {
	return `{"kind": "language", "key": "fr", "title": {"zh": "法语", "en": "French"}, "name": "Français", "locale": "fr-FR", "order": 4, "falls_back": "en", "texts": ` + texts + `}`
}

// TestAPackGivesTextsTheirWords lays a language over texts that do not speak it: by the
// English words, by both where those stand for two things, and what it lacks by another
// language. What the files say stays as it is written.
func TestAPackGivesTextsTheirWords(t *testing.T) {
	t.Parallel()
	model, problems := load(t, spoken(map[string]string{
		"order.table.json": orderTable,
		"part.table.json": strings.NewReplacer(`"order"`, `"part"`, `"zh": "订单"`, `"zh": "次序"`,
			`"es": "N.º"`, `"es": "N.º", "fr": "N°"`).Replace(orderTable),
		"fr.language.json": french(`{"Order": "Commande", "Order|次序": "Rang", "No": "", "French": "Français"}`),
	}))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	order, part := model.Tables["order"], model.Tables["part"]
	for what, texts := range map[string][2]string{
		"by the English":           {order.Title.In("fr"), "Commande"},
		"by both":                  {part.Title.In("fr"), "Rang"},
		"not translated":           {order.Fields[0].Title.In("fr"), "No"},
		"its own":                  {part.Fields[0].Title.In("fr"), "N°"},
		"a language's own name":    {model.Languages["fr"].Title.In("fr"), "Français"},
		"a language that is not":   {order.Title.In("pt"), "订单"},
		"another that is not said": {order.Title.In("es"), "Pedido"},
	} {
		if texts[0] != texts[1] {
			t.Errorf("%s: %q, not %q", what, texts[0], texts[1])
		}
	}
	if strings.Contains(string(order.Text()), "Commande") || strings.Contains(string(order.Whole()), "Commande") {
		t.Error("the words of the pack stand in what is written")
	}
	languages := model.InLanguages()
	if got := languages.Keys(); !slices.Equal(got, []string{"zh", "en", "fr"}) {
		t.Errorf("the languages are %v", got)
	}
	if got := languages.Grammar("zh").ListSeparator + languages.Grammar("fr").ListSeparator; got != "、, " {
		t.Errorf("lists are separated by %q", got)
	}
	if got := languages.Choose("pt", "fr") + languages.Choose("pt"); got != "frzh" {
		t.Errorf("chosen: %s", got)
	}
}

// TestARequiredLanguageIsMissed tells the text that lacks it, and its name.
func TestARequiredLanguageIsMissed(t *testing.T) {
	t.Parallel()
	_, problems := load(t, spoken(map[string]string{"order.table.json": strings.Replace(orderTable, `, "en": "No"`, "", 1)}))
	const want = "base/order.table.json:7:35: fields/0/title: meta.language_missing key=en language=English"
	if len(problems) != 1 || problems[0].String() != want {
		t.Errorf("got %v, want %s", problems, want)
	}
}

// TestAPackIsHeldToTheTexts refuses words that lose an argument, and a fallback that may
// lack words itself.
func TestAPackIsHeldToTheTexts(t *testing.T) {
	t.Parallel()
	for texts, want := range map[string]string{
		`{"{n} rows": "lignes"}`:                      "meta.arguments_differ name={n} rows",
		`{"{n} {n, row|rows}": "{n, ligne|lignes}"}`:  "",
		`{"{n} rows|{n} 行": "{n} lignes", "Odd": ""}`: "",
	} {
		model, _ := load(t, spoken(map[string]string{"fr.language.json": french(texts)}))
		if found := meta.Check(model, catalog.FieldTypes()); len(found) != min(1, len(want)) || want != "" && !strings.HasSuffix(found[0].String(), want) {
			t.Errorf("%s: got %v, want %q", texts, found, want)
		}
	}
	model, _ := load(t, spoken(map[string]string{"fr.language.json": strings.Replace(french("{}"), `"falls_back": "en"`, `"falls_back": "fr"`, 1)}))
	if found := meta.Check(model, catalog.FieldTypes()); len(found) != 1 || found[0].Key != "meta.fallback" {
		t.Errorf("got %v", found)
	}
}

// TestADropdownOfLanguages has the languages of the product as its values.
func TestADropdownOfLanguages(t *testing.T) {
	t.Parallel()
	model, problems := load(t, spoken(map[string]string{
		"fr.language.json":     french("{}"),
		"speech.dropdown.json": `{"kind": "dropdown", "key": "speech", "title": {"zh": "语言", "en": "Language"}, "of": "language"}`,
	}))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if d := model.Dropdowns["speech"]; len(d.Items) != 3 || d.Items[2].Key != "fr" || d.Word("fr", "zh") != "Français" {
		t.Errorf("its values are %v", d.Items)
	}
}

// TestADropdownOfPrintTemplates has the templates as its values, in every language, and those
// of today: what a reader read before is left as it was.
func TestADropdownOfPrintTemplates(t *testing.T) {
	t.Parallel()
	files := spoken(map[string]string{
		"order.table.json":    orderTable,
		"fr.language.json":    french(`{"Label": "Étiquette"}`),
		"paper.dropdown.json": `{"kind": "dropdown", "key": "paper", "title": {"zh": "纸", "en": "Paper"}, "of": "print"}`,
		"label.print.json":    `{"kind": "print", "key": "label", "title": {"zh": "标签", "en": "Label"}, "table": "order", "paper": {"width": 60, "height": 40}, "bands": [{"key": "body", "kind": "body", "height": 20, "elements": [{"key": "no", "x": 1, "y": 1, "width": 30, "height": 5, "type": "text", "field": "no"}]}]}`,
	})
	reader := meta.NewReader(os.DirFS(schemaFolder))
	model, problems := read(t, reader, files)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if d := model.Dropdowns["paper"]; len(d.Items) != 1 || d.Word("label", "fr") != "Étiquette" {
		t.Errorf("its values are %v", d.Items)
	}
	delete(files, "label.print.json")
	later, problems := read(t, reader, files)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if before, d := model.Dropdowns["paper"], later.Dropdowns["paper"]; len(before.Items) != 1 || len(d.Items) != 0 || d.Word("label", "zh") != "label" {
		t.Errorf("its values are %v, and were %v", d.Items, before.Items)
	}
}
