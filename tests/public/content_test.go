package public

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/tests/world"
)

// fewestPayloads are tried at least; longest is what a headline holds, in characters.
const fewestPayloads, longest = 300, 200

// TestHostileContentRunsNothing publishes what would run as script, as the words of
// content: of the pages that show it nothing is left that a browser would run.
func TestHostileContentRunsNothing(t *testing.T) {
	t.Parallel()
	payloads := hostile(t)
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := stranger{t, world.Demo(t, dsn), "198.51.100.1"}
		admin := s.server.Login(t, "user", "admin")
		module := first(s, admin, "content_module", `{"field":"code","op":"eq","value":"news"}`)
		plain := s.news(admin, module, []string{"plain"})
		known := shape(t, s.sees(plain+"?lang=en").text)
		maps.Copy(known, shape(t, s.sees("/news?lang=en").text))
		shown := 0
		for some := range slices.Chunk(payloads, 3) {
			shown += len(some)
			s.address = fmt.Sprintf("198.51.%d.%d", 101+shown/200, 1+shown%200)
			item := s.news(admin, module, some)
			for _, language := range []string{"zh", "en", "es"} {
				for _, path := range []string{item, "/news"} {
					s.harmless(path+"?lang="+language, known)
				}
			}
		}
		if shown < fewestPayloads {
			t.Errorf("%d payloads were shown", shown)
		}
	})
}

// TestNewsIsOnTheHomePages: what is published stands on the home pages of owners and of the
// house, leads to its public page, and is gone when it is withdrawn.
func TestNewsIsOnTheHomePages(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := stranger{t, world.Demo(t, dsn), "198.51.100.1"}
		admin := s.server.Login(t, "user", "admin")
		module := first(s, admin, "content_module", `{"field":"code","op":"eq","value":"news"}`)
		item := s.news(admin, module, []string{"Dock 7 opens at nine"})
		for _, reader := range []*apptest.Session{admin, s.server.Login(t, "consignor", "acme")} {
			if got := s.newsAtHome(reader); len(got) == 0 || got[0].Heading != "Dock 7 opens at nine" || got[0].Address != item {
				t.Errorf("the home page says %+v", got)
			}
		}
		for _, old := range s.newsAtHome(admin) {
			s.act(admin, old.Address, "withdraw")
		}
		if got := s.newsAtHome(admin); got != nil {
			t.Errorf("after all is withdrawn the home page says %+v", got)
		}
	})
}

// newsAtHome are the items of the card of news; nil where there is no such card.
func (s stranger) newsAtHome(reader *apptest.Session) []home.Item {
	s.Helper()
	var answer struct{ Data home.Page }
	if err := json.Unmarshal([]byte(s.call(reader, "home/get", `{}`)), &answer); err != nil {
		s.Fatal(err)
	}
	for _, card := range answer.Data.Cards {
		if card.Key == "news" {
			return card.Items
		}
	}
	return nil
}

// act acts on the content of an address.
func (s stranger) act(admin *apptest.Session, address, name string) {
	s.Helper()
	id := strings.TrimPrefix(address, "/newsInfo/")
	saved := s.call(admin, "data/content/get", `{"id":`+id+`}`)
	s.call(admin, "data/content/act", fmt.Sprintf(`{"id":%s,"version":%d,"name":%q}`, id, number(saved, "version"), name))
}

// hostile are the texts that the journey of hostile texts tries.
func hostile(t *testing.T) (fit []string) {
	t.Helper()
	const program = `import('../e2e/payloads/bases.mjs').then(({ payloads }) => console.log(JSON.stringify(payloads)))`
	out, err := exec.CommandContext(t.Context(), "node", "-e", program).Output()
	var all []string
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range all {
		if utf8.RuneCountInString(text) <= longest {
			fit = append(fit, text)
		}
	}
	return fit
}

// news publishes texts, each as the words of one language, and gives the address.
func (s stranger) news(admin *apptest.Session, module int64, texts []string) string {
	s.Helper()
	var lines []map[string]any
	for i, text := range texts {
		language := []string{"en", "zh", "es"}[i]
		lines = append(lines, map[string]any{"text_language": language, "headline": text, "summary": text, "body": text})
	}
	body, err := json.Marshal(map[string]any{"subject": "hostile", "content_module_id": module, "texts": lines})
	if err != nil {
		s.Fatal(err)
	}
	saved := s.call(admin, "data/content/save", string(body))
	id := number(saved, "id")
	s.call(admin, "data/content/act", fmt.Sprintf(`{"id":%d,"version":%d,"name":"publish"}`, id, number(saved, "version")))
	return fmt.Sprintf("/newsInfo/%d", id)
}

// harmless: a page consists of the elements that it has with plain words, and of those of a
// text with a little markup; none has an attribute that acts, or leads where a script is.
func (s stranger) harmless(path string, known map[string]bool) {
	s.Helper()
	page := s.sees(path).text
	for part := range shape(s.T, page) {
		name, attribute, _ := strings.Cut(part, " ")
		rich := slices.Contains([]string{"b", "strong", "i", "em", "u", "ul", "ol", "li", "h3", "br", "p", "a"}, name) && (attribute == "" || attribute == "href")
		if !known[part] && !rich {
			s.Errorf("%s has %q", path, part)
		}
	}
	for node := range tree(s.T, page).Descendants() {
		for _, attribute := range node.Attr {
			target := strings.ToLower(strings.TrimSpace(attribute.Val))
			if strings.HasPrefix(attribute.Key, "on") || attribute.Key == "href" && (strings.HasPrefix(target, "javascript:") || strings.HasPrefix(target, "data:")) {
				s.Errorf("%s: %s has %s=%q", path, node.Data, attribute.Key, attribute.Val)
			}
		}
	}
}

// shape are the elements of a page with their attributes, each once.
func shape(t *testing.T, page string) map[string]bool {
	t.Helper()
	parts := map[string]bool{}
	for node := range tree(t, page).Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		parts[node.Data] = true
		for _, attribute := range node.Attr {
			parts[node.Data+" "+attribute.Key] = true
		}
	}
	return parts
}

func tree(t *testing.T, page string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestAPreviewIsWhatThePublicWillSee: a draft is seen by who has its link, in every
// language, and by nobody once the link is withdrawn or over.
func TestAPreviewIsWhatThePublicWillSee(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := stranger{t, world.Demo(t, dsn), "203.0.113.7"}
		admin := s.server.Login(t, "user", "admin")
		module := first(s, admin, "content_module", `{"field":"code","op":"eq","value":"news"}`)
		texts := `[{"text_language":"en","headline":"Dock 7 opens","body":"<p>At nine</p>"},{"text_language":"zh","headline":"七号月台"},{"text_language":"es","headline":"Muelle 7"}]`
		saved := s.call(admin, "data/content/save", fmt.Sprintf(`{"subject":"Dock","content_module_id":%d,"texts":%s}`, module, texts))
		id := number(saved, "id")
		act := func(name, params string) {
			version := number(s.call(admin, "data/content/get", fmt.Sprintf(`{"id":%d}`, id)), "version")
			s.call(admin, "data/content/act", fmt.Sprintf(`{"id":%d,"version":%d,"name":%q,"params":%s}`, id, version, name, params))
		}
		link := func() string {
			var answer struct {
				Data struct {
					Address string `json:"preview_address"`
				}
			}
			if err := json.Unmarshal([]byte(s.call(admin, "data/content/get", fmt.Sprintf(`{"id":%d}`, id))), &answer); err != nil {
				t.Fatal(err)
			}
			return answer.Data.Address
		}
		act("preview", `{"days":2}`)
		at := link()
		got := s.sees(at+"?lang=en", "<h1>Dock 7 opens</h1>", "<p>At nine</p>", `content="noindex"`)
		if got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("a preview may be kept: %v", got.header)
		}
		s.sees(at+"?lang=zh", "七号月台")
		s.sees(at+"?lang=es", "Muelle 7")
		s.finds(fmt.Sprintf("/newsInfo/%d", id), http.StatusNotFound)
		now := s.server.Clock.Now()
		s.server.Clock.Put(now.AddDate(0, 0, 4))
		s.finds(at, http.StatusNotFound)
		s.server.Clock.Put(now)
		act("end_preview", `{}`)
		s.finds(at, http.StatusNotFound)
		act("preview", `{"days":2}`)
		if again := link(); again == at {
			t.Error("a preview has the link of the one before")
		}
	})
}
