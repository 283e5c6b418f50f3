package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/tests/world"
)

// news is what an editor wrote, on a card of a home page.
var news = regexp.MustCompile(`^/api/home/get map\[\]/data/cards/\d+/items$`)

// pseudo is a language of which every text is the English one in brackets.
const pseudo = "qps"

// TestAFurtherLanguageIsAFile publishes a language into a product at work and reads all
// of it: whatever Chinese and English say differently is said in the language's own words.
func TestAFurtherLanguageIsAFile(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &dock{T: t, server: world.Demo(t, dsn)}
		d.admin = d.server.Login(t, "user", "admin")
		d.publish(languageOf(t, packOf(t, func(string, int) bool { return true })))
		r := &readers{dock: d}
		r.readsBeforeSigningIn()
		r.readsScreens()
		r.readsAtWork()
		r.hasAll()
		r.isRefused()
		if r.words < 10_000 {
			t.Errorf("only %d words were read", r.words)
		}
		if _, found := r.inThree("/api/i18n/fr.json", nil, http.MethodGet); found {
			t.Error("a language that there is not has texts")
		}
	})
}

// TestWhatIsNotTranslatedIsEnglish starts with a pack of every second text, and a column
// that the site calls otherwise: what the pack does not know is English.
func TestWhatIsNotTranslatedIsEnglish(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		pack := packOf(t, func(english string, i int) bool { return i%2 == 0 && english != "Number" || english == "Order" })
		site := languageOf(t, pack)
		site["sale_order.list.overlay.json"] = &fstest.MapFile{Data: []byte(`{"kind": "overlay", "of": "list", "key": "sale_order",
			"ops": [{"op": "set", "at": "title", "value": {"zh": "客户订单", "en": "Orders of ours", "es": "Pedidos nuestros"}}]}`)}
		d := &dock{T: t, server: world.DemoWith(t, dsn, site)}
		d.admin = d.server.Login(t, "user", "admin")
		r := &readers{dock: d}
		english, own := r.bundle("en"), r.bundle(pseudo)
		translated := 0
		for key, words := range english {
			want := words
			if pack[words] != "" {
				want, translated = "["+words+"]", translated+1
			}
			if own[key] != want {
				t.Errorf("%s is %q, not %q", key, own[key], want)
			}
		}
		if translated == 0 || translated == len(english) {
			t.Errorf("%d of %d texts are translated", translated, len(english))
		}
		if list := r.ask(pseudo, "/api/meta/screen", m{"key": "list:sale_order"}, ""); !strings.Contains(list.Text, `"Orders of ours"`) {
			t.Errorf("the site's own title is not shown: %.300s", list.Text)
		}
	})
}

// packOf makes the pack of the pseudo language for the texts that are taken.
func packOf(t *testing.T, take func(english string, i int) bool) meta.Pack {
	t.Helper()
	p := demoProduct(t)
	model, err := p.Load()
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := shape.Read(p.Schemas)
	if err != nil {
		t.Fatal(err)
	}
	made := model.Renew(shapes, pseudo, nil).Pack
	for i, english := range slices.Sorted(maps.Keys(made)) {
		if _, original, two := strings.Cut(english, "|"); two && han.MatchString(original) {
			continue // what the English says alone is enough
		}
		if take(english, i) {
			made[english] = "[" + english + "]"
		}
	}
	return made
}

// languageOf is a site that has the pseudo language alone.
func languageOf(t *testing.T, pack meta.Pack) fstest.MapFS {
	t.Helper()
	text, err := json.Marshal(m{
		"kind": "language", "key": pseudo, "title": m{"zh": "伪", "en": "Pseudo", "es": "Seudo"}, "name": "[Pseudo]",
		"locale": "en-US", "order": 9, "falls_back": "en", "texts": pack, "list_separator": "; ",
	})
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{pseudo + ".language.json": {Data: text}}
}

// readers read the same answer in three languages.
type readers struct {
	*dock
	words, calls int
}

func (r *readers) ask(language, path string, body m, method string) apptest.Answer {
	r.Helper()
	r.calls++
	call := apptest.Call{Method: method, Path: path, As: r.admin, Key: fmt.Sprint(r.Name(), r.calls), Headers: map[string]string{"Accept-Language": language}}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			r.Fatal(err)
		}
		call.Body = string(text)
	}
	return r.server.Do(r, call)
}

// inThree asks in Chinese, English and the pseudo language, and compares the answers.
func (r *readers) inThree(path string, body m, method string) (answer any, found bool) {
	r.Helper()
	var said [3]any
	for i, language := range []string{"zh", "en", pseudo} {
		file := strings.Replace(path, "LANGUAGE", language, 1)
		a := r.ask(language, file, body, method)
		if err := json.Unmarshal([]byte(a.Text), &said[i]); err != nil {
			r.Errorf("%s: %v: %.200s", file, err, a.Text)
			return nil, false
		}
		found = a.Result || a.Status == http.StatusOK && a.StatusCode == 0
	}
	r.compare(path+" "+fmt.Sprint(body), said[0], said[1], said[2])
	return said[1], found
}

var (
	han     = regexp.MustCompile(`\p{Han}`)
	tags    = regexp.MustCompile(`<[^>]*>`)
	wrapped = regexp.MustCompile(`\[[^\[\]]*\]`)
	letter  = regexp.MustCompile(`\p{L}`)
)

// compare goes through the same value in three languages: what differs between the first
// two are words.
func (r *readers) compare(path string, zh, en, own any) {
	r.Helper()
	switch en := en.(type) {
	case map[string]any:
		chinese, _ := zh.(map[string]any)
		ours, _ := own.(map[string]any)
		for key := range en {
			if key == "also" || news.MatchString(path+"/"+key) { // spellings in all languages; what people wrote
				continue
			}
			r.compare(path+"/"+key, chinese[key], en[key], ours[key])
		}
	case []any:
		chinese, _ := zh.([]any)
		ours, _ := own.([]any)
		if len(chinese) != len(en) || len(ours) != len(en) {
			r.Errorf("%s has %d, %d and %d items", path, len(chinese), len(en), len(ours))
			return
		}
		for i := range en {
			r.compare(fmt.Sprint(path, "/", i), chinese[i], en[i], ours[i])
		}
	case string:
		if chinese, ours := fmt.Sprint(zh), fmt.Sprint(own); chinese != en && !isInstant(en) {
			r.words++
			if bare := stripped(ours); letter.MatchString(bare) || ours == "" {
				r.Errorf("%s: %q goes past the pack: %q in English, %q in Chinese", path, ours, en, chinese)
			}
		}
	}
}

// isInstant tells of an instant: three answers that follow each other differ in theirs.
func isInstant(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

// stripped is a text without markup and all that stands in brackets.
func stripped(text string) string {
	text = tags.ReplaceAllString(text, "")
	for before := ""; before != text; {
		before, text = text, wrapped.ReplaceAllString(text, "")
	}
	return text
}

func (r *readers) bundle(language string) (texts map[string]string) {
	r.Helper()
	if err := json.Unmarshal([]byte(r.ask(language, "/api/i18n/"+language+".json", nil, http.MethodGet).Text), &texts); err != nil {
		r.Fatal(err)
	}
	return texts
}

// readsBeforeSigningIn has the language offered, and its texts.
func (r *readers) readsBeforeSigningIn() {
	r.Helper()
	info, _ := r.inThree("/api/sys/basicInfo/getInfo", m{}, "")
	if text := fmt.Sprint(info); !strings.Contains(text, "languages:[zh en es qps]") || !strings.Contains(text, "name:[Pseudo]") {
		r.Errorf("the login page is told of %s", text)
	}
	r.inThree("/api/i18n/LANGUAGE.json", nil, http.MethodGet)
	r.inThree("/api/openapi.json", nil, http.MethodGet)
}

// reads an answer that is no refusal.
func (r *readers) reads(path string, body m) {
	r.Helper()
	if said, found := r.inThree(path, body, ""); !found {
		r.Errorf("%s %v is answered with %.200v", path, body, said)
	}
}

// readsScreens goes through the menu with every screen, and all dropdowns.
func (r *readers) readsScreens() {
	r.Helper()
	release := r.server.Catalog.Current()
	r.reads("/api/meta/app", m{})
	for _, item := range release.MenuOrder {
		if item.Screen != "" && item.Users() == meta.BackOffice {
			r.reads("/api/meta/screen", m{"menuId": item.ID})
		}
	}
	for code := range meta.Sorted(release.Dropdowns) {
		r.reads("/api/common/loadDropDown", m{"where": code})
	}
}

// readsAtWork reads home, every station's first screen, every report and paper.
func (r *readers) readsAtWork() {
	r.Helper()
	release := r.server.Catalog.Current()
	r.reads("/api/home/get", m{})
	for key := range meta.Sorted(release.Stations) {
		r.reads("/api/station/"+key+"/start", m{"params": m{}})
		r.inThree("/api/station/"+key+"/start", m{"params": m{}, "input": "no such code"}, "")
	}
	for key := range meta.Sorted(release.Reports) {
		r.reads("/api/report/"+key+"/query", m{})
	}
	r.reads("/api/print/templates", m{})
	for _, kind := range []string{"offers", "used"} {
		r.reads("/api/meta/"+kind, m{"kind": "table", "key": "sale_order"})
	}
}

// hasAll goes through all that the product says, papers and words of plugins included.
func (r *readers) hasAll() {
	r.Helper()
	text, err := json.Marshal(r.server.Catalog.Current().Model)
	var model any
	if err == nil {
		err = json.Unmarshal(text, &model)
	}
	if err != nil {
		r.Fatal(err)
	}
	r.texts("", model)
}

func (r *readers) texts(path string, value any) {
	r.Helper()
	switch value := value.(type) {
	case map[string]any:
		if value["zh"] != nil && value["en"] != nil && !strings.HasPrefix(path, "/Languages") {
			r.compare(path, value["zh"], value["en"], value[pseudo])
			return
		}
		for key, inner := range value {
			r.texts(path+"/"+key, inner)
		}
	case []any:
		for i, inner := range value {
			r.texts(fmt.Sprint(path, "/", i), inner)
		}
	}
}

// isRefused is told why in the language's own words, of faults of every kind.
func (r *readers) isRefused() {
	r.Helper()
	for path, body := range map[string]m{
		"/api/data/ghost/query":       {},
		"/api/data/sale_order/query":  {"filter": m{"field": "ghost", "op": "eq", "value": 1}},
		"/api/data/sale_order/save":   {},
		"/api/data/product/save":      {"sku": strings.Repeat("x", 300), "weight": "heavy"},
		"/api/data/sale_order/get":    {"id": 999999999},
		"/api/data/sale_order/act":    {"name": "audit", "id": 999999999},
		"/api/data/sale_order/delete": {"id": 999999999},
		"/api/data/user/save":         {"account": "admin"},
		"/api/station/ghost/start":    {},
		"/api/report/ghost/query":     {},
		"/api/meta/screen":            {"menuId": -1},
		"/api/auth/login":             {"account": "admin", "password": "wrong"},
		"/api/auth/changePassword":    {"oldPassword": "wrong", "password": "1"},
		"/api/settings/save":          {"key": "ghost"},
		"/api/print/render":           {"ids": []int{}, "template": "ghost"},
		"/api/job/999999/get":         {},
		"/api/release/rollback":       {"release": 999},
		"/api/nothing/there":          {},
	} {
		r.inThree(path, body, "")
	}
	if _, err := r.server.Releases.Draft(r.Context(), brokenSite()); err == nil || !strings.Contains(err.Error(), "Español") {
		r.Errorf("a text without Spanish is told as %v", err)
	}
}

// brokenSite has a text that lacks a required language.
func brokenSite() fs.FS {
	return fstest.MapFS{"own.dropdown.json": {Data: []byte(`{"kind": "dropdown", "key": "own", "title": {"zh": "己", "en": "Own"}, "items": []}`)}}
}
