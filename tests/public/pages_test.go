package public

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// stranger asks without a session, from an address of his own.
type stranger struct {
	*testing.T
	server  *apptest.Server
	address string
}

type page struct {
	status int
	header http.Header
	text   string
}

func (s stranger) ask(method, path, body string, header ...string) page {
	s.Helper()
	r := httptest.NewRequestWithContext(s.Context(), method, path, strings.NewReader(body))
	r.RemoteAddr = s.address + ":1"
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	s.server.Handler().ServeHTTP(recorder, r)
	return page{recorder.Code, recorder.Header(), recorder.Body.String()}
}

func (s stranger) sees(path string, words ...string) page {
	s.Helper()
	got := s.ask(http.MethodGet, path, "")
	if got.status != http.StatusOK {
		s.Fatalf("%s: status %d: %.300s", path, got.status, got.text)
	}
	for _, word := range words {
		if !strings.Contains(got.text, word) {
			s.Errorf("%s lacks %q", path, word)
		}
	}
	return got
}

func (s stranger) finds(path string, status int) string {
	s.Helper()
	got := s.ask(http.MethodGet, path, "")
	if got.status != status {
		s.Errorf("%s: status %d, want %d", path, got.status, status)
	}
	return got.text
}

var languages = map[string]string{"zh": "业务介绍", "en": "What we do", "es": "Qué hacemos"}

func TestPages(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		from := func(t *testing.T, address string) stranger { return stranger{t, server, address} }
		admin := server.Login(t, "user", "admin")
		t.Run("need neither session nor script", func(t *testing.T) { plain(from(t, "192.0.2.1")) })
		t.Run("show what is published, while it is", func(t *testing.T) { published(from(t, "192.0.2.2"), admin) })
		t.Run("show a parcel and nobody's name", func(t *testing.T) { parcel(from(t, "192.0.2.3"), admin) })
		t.Run("take a message", func(t *testing.T) { message(from(t, "192.0.2.4"), admin) })
		t.Run("let nobody count", func(t *testing.T) { hasty(from(t, "192.0.2.5")) })
	})
}

// plain: each page is whole as it comes, small, and lets nothing run.
func plain(s stranger) {
	for _, path := range []string{"/index", "/business", "/news", "/store-search", "/way-search", "/contact-us"} {
		for language, word := range languages {
			got := s.sees(path+"?lang="+language, `<html lang="`+language+`">`, word, `name="description"`)
			if len(got.text) > 60<<10 || strings.Contains(got.text, "<script") {
				s.Errorf("%s: %d bytes, or a script", path, len(got.text))
			}
			if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
				s.Errorf("%s: policy %q", path, policy)
			}
		}
	}
	if kept := s.ask(http.MethodGet, "/business", "", "Cookie", "language=es", "Accept-Language", "en").text; !strings.Contains(kept, languages["es"]) {
		s.Errorf("the language that the app keeps is not heeded: %.200s", kept)
	}
	if own := s.ask(http.MethodGet, "/business", "", "Accept-Language", "es-MX,es;q=0.9").text; !strings.Contains(own, languages["es"]) {
		s.Errorf("the browser's language is not heeded: %.200s", own)
	}
	s.sees("/store-search?q=MX1&lang=en", "Almacén México 1")
	if found := s.sees("/store-search?q=MX1&lang=en").text; strings.Contains(found, "Shanghai") {
		s.Error("a search finds what was not asked for")
	}
}

// published: a draft, what is withdrawn and what is over are as if they were not.
func published(s stranger, admin *apptest.Session) {
	module := first(s, admin, "content_module", `{"field":"code","op":"eq","value":"news"}`)
	body := `<p onclick=alert(1)>Body<script>alert(1)</script></p>`
	texts := fmt.Sprintf(`[{"text_language":"en","headline":"Dock 7 & <b>co</b>","body":%q},{"text_language":"es","headline":"Muelle 7"}]`, body)
	saved := s.call(admin, "data/content/save", fmt.Sprintf(`{"subject":"Dock","content_module_id":%d,"texts":%s}`, module, texts))
	id, version := number(saved, "id"), number(saved, "version")
	item := fmt.Sprintf("/newsInfo/%d", id)
	hidden := s.finds(item+"?lang=en", http.StatusNotFound)
	if other := s.finds("/newsInfo/999999?lang=en", http.StatusNotFound); strings.ReplaceAll(other, "999999", fmt.Sprint(id)) != hidden {
		s.Error("a hidden item is told apart from none")
	}
	act := func(action string) {
		saved = s.call(admin, "data/content/act", fmt.Sprintf(`{"id":%d,"version":%d,"name":%q}`, id, version, action))
		version = number(s.call(admin, "data/content/get", fmt.Sprintf(`{"id":%d}`, id)), "version")
	}
	act("publish")
	got := s.sees(item+"?lang=en", "<h1>Dock 7 &amp; &lt;b&gt;co&lt;/b&gt;</h1>", "<p>Body</p>")
	if strings.Contains(got.text, "onclick") || strings.Contains(got.text, "<script") {
		s.Error("what an editor wrote runs")
	}
	s.sees(item+"?lang=es", "Muelle 7")
	s.sees(item+"?lang=zh", "7") // in another language rather than not at all
	s.sees("/news?lang=es", "Muelle 7", item)
	s.call(admin, "data/content/save", fmt.Sprintf(`{"id":%d,"version":%d,"publish_until":"2020-01-01T00:00:00Z"}`, id, version))
	s.finds(item, http.StatusNotFound)
	version = number(s.call(admin, "data/content/get", fmt.Sprintf(`{"id":%d}`, id)), "version")
	s.call(admin, "data/content/save", fmt.Sprintf(`{"id":%d,"version":%d,"publish_until":null}`, id, version))
	version = number(s.call(admin, "data/content/get", fmt.Sprintf(`{"id":%d}`, id)), "version")
	s.sees(item)
	act("withdraw")
	s.finds(item, http.StatusNotFound)
}

// parcel: state and way of a parcel, without names, and no event that is not for all.
func parcel(s stranger, admin *apptest.Session) {
	waybill := first(s, admin, "waybill", `{"field":"tracking_no","op":"eq","value":"7580000001"}`)
	for visible, place := range map[string]string{"true": "Harbour gate", "false": "Back room"} {
		s.call(admin, "data/tracking_event/save", fmt.Sprintf(`{"waybill_id":%d,"tracking_code":"in_transit","place":%q,"note":"Ask Wang","visible":%s}`, waybill, place, visible))
	}
	got := s.sees("/way-search/7580000001?lang=en", "王**", "Harbour gate", "In transit", "****0001").text
	for _, secret := range []string{"王测试", "13900000101", "Back room", "Ask Wang"} {
		if strings.Contains(got, secret) {
			s.Errorf("a stranger reads %q", secret)
		}
	}
	s.finds("/way-search/758000000", http.StatusNotFound)
	s.finds("/way-search/%27%20or%201=1", http.StatusNotFound)
	s.finds("/way-search/%00", http.StatusNotFound)
	if to := s.ask(http.MethodGet, "/way-search?q=+7580000001+&lang=en", "").header.Get("Location"); to != "/way-search/7580000001?lang=en" {
		s.Errorf("a search leads to %q", to)
	}
}

// message: what a stranger writes becomes an inquiry; what is missing is told at its
// field and nothing that was typed is lost.
func message(s stranger, admin *apptest.Session) {
	send := func(more url.Values, header ...string) page {
		form := url.Values{"_block": {"write"}, "name": {"<b>Ana</b>"}, "reply_to": {"ana@example.com"}, "message": {"Hola"}}
		for key, value := range more {
			form[key] = value
		}
		return s.ask(http.MethodPost, "/contact-us?lang=es", form.Encode(), header...)
	}
	before := s.count(admin)
	lacking := send(url.Values{"message": {" "}})
	if lacking.status != http.StatusUnprocessableEntity || !strings.Contains(lacking.text, `value="&lt;b&gt;Ana&lt;/b&gt;"`) || !strings.Contains(lacking.text, `id="r-message"`) {
		s.Errorf("a form without its message: %d %s", lacking.status, lacking.text)
	}
	if elsewhere := send(nil, "Origin", "https://evil.example"); elsewhere.status != http.StatusBadRequest {
		s.Errorf("a form of another site: status %d", elsewhere.status)
	}
	if machine := send(url.Values{"_url": {"https://spam.example"}}); machine.status != http.StatusSeeOther {
		s.Errorf("a machine is told that it was found out: status %d", machine.status)
	}
	if n := s.count(admin); n != before {
		s.Errorf("%d inquiries were made of what was refused", n-before)
	}
	taken := send(url.Values{"status": {"answered"}, "answer": {"forged"}})
	if taken.status != http.StatusSeeOther {
		s.Fatalf("a message: %d %s", taken.status, taken.text)
	}
	s.sees(taken.header.Get("Location"), "Recibimos su mensaje")
	made := s.call(admin, "data/inquiry/query", `{"sort":["-id"],"size":1,"fields":["name","status","asked_in","answer"]}`)
	if !strings.Contains(made, `"asked_in":"es"`) || !strings.Contains(made, `"status":"new"`) || strings.Contains(made, "forged") {
		s.Errorf("the inquiry is %s", made)
	}
}

// hasty: who asks for one number after another is told to wait.
func hasty(s stranger) {
	for i := range 40 {
		if got := s.ask(http.MethodGet, fmt.Sprintf("/way-search/X%d", i), ""); got.status == http.StatusTooManyRequests {
			if i < 20 {
				s.Errorf("told to wait after %d questions", i)
			}
			s.sees("/index")
			stranger{s.T, s.server, "192.0.2.6"}.finds("/way-search/X", http.StatusNotFound)
			return
		}
	}
	s.Error("40 numbers were asked for in a moment")
}
