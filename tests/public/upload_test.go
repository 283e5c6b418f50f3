package public

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// TestUploadByLink: who was sent a link gives pictures of one card, and nothing else of it
// or of any other; a link that ended is as none.
func TestUploadByLink(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		s := stranger{t, server, "192.0.2.20"}
		admin := server.Login(t, "user", "admin")
		owner := first(s, admin, "consignor", `{"field":"code","op":"eq","value":"ACME"}`)
		card := s.card(admin, owner, "林晓", "330102199001011234")
		other := s.card(admin, owner, "王芳", "330102199001015678")
		link := s.invited(admin, card)
		got := s.sees(link+"?lang=en", "林**", "****1234", `enctype="multipart/form-data"`, `content="noindex"`)
		for _, secret := range []string{"林晓", "330102", "王芳"} {
			if strings.Contains(got.text, secret) {
				t.Errorf("the page tells %q", secret)
			}
		}
		if got.header.Get("Cache-Control") != "no-store" || got.header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("the address may be kept or passed on: %v", got.header)
		}
		s.refusesPictures(admin, card, link)
		s.address = "192.0.2.21"
		taken := s.sends(link, map[string]string{"front": picture(t)}, map[string]string{"back": "0123456789abcdef0123456789abcdef", "status": "verified", "name": "Mallory"})
		if taken.status != http.StatusSeeOther {
			t.Fatalf("a picture: %d %s", taken.status, taken.text)
		}
		s.sees(taken.header.Get("Location"), "We have your pictures")
		kept := s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, card))
		if strings.Contains(kept, "Mallory") || strings.Contains(kept, "0123456789abcdef") || !strings.Contains(kept, `"status":"waiting"`) || !strings.Contains(kept, `"front":"`) {
			t.Errorf("the card is %s", kept)
		}
		if untouched := s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, other)); strings.Contains(untouched, `"front":"`) {
			t.Errorf("another card was changed: %s", untouched)
		}
		s.ends(admin, card, link)
	})
}

// ends: the link of before, one that is over and that of a verified card find nothing, and
// nothing tells them apart from none.
func (s stranger) ends(admin *apptest.Session, card int64, link string) {
	s.Helper()
	none := s.finds("/upload-card-id/"+strings.Repeat("A", 43)+"?lang=en", http.StatusNotFound)
	gone := func(why, link string) {
		s.Helper()
		got := s.finds(link+"?lang=en", http.StatusNotFound)
		if strings.ReplaceAll(got, strings.TrimPrefix(link, "/upload-card-id/"), strings.Repeat("A", 43)) != none {
			s.Errorf("%s is told apart from none", why)
		}
		if sent := s.sends(link, map[string]string{"front": picture(s.T)}, nil); sent.status != http.StatusNotFound {
			s.Errorf("%s takes pictures: %d", why, sent.status)
		}
	}
	fresh := s.invited(admin, card)
	s.address = "192.0.2.22"
	gone("the link of before", link)
	now := s.server.Clock.Now()
	s.server.Clock.Put(now.AddDate(0, 0, 9))
	gone("a link that is over", fresh)
	s.server.Clock.Put(now)
	s.address = "192.0.2.23"
	s.sees(fresh)
	version := number(s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, card)), "version")
	s.call(admin, "data/id_card/act", fmt.Sprintf(`{"id":%d,"version":%d,"name":"verify"}`, card, version))
	gone("the link of a verified card", fresh)
}

// refusesPictures: what is none, or is nothing, is told, and nothing of it is kept.
func (s stranger) refusesPictures(admin *apptest.Session, card int64, link string) {
	s.Helper()
	for what, content := range map[string]string{"a page": "<html><script>alert(1)</script>", "a drawing": `<svg xmlns="http://www.w3.org/2000/svg"/>`, "a text": "hello", "a document": "%PDF-1.7"} {
		if got := s.sends(link, map[string]string{"front": content}, nil); got.status != http.StatusUnprocessableEntity && got.status != http.StatusUnsupportedMediaType || !strings.Contains(got.text, `id="r-front"`) {
			s.Errorf("%s: %d %.2000s", what, got.status, got.text)
		}
	}
	if got := s.sends(link, nil, nil); got.status != http.StatusUnprocessableEntity || !strings.Contains(got.text, "Nothing was chosen") {
		s.Errorf("nothing: %d", got.status)
	}
	if kept := s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, card)); strings.Contains(kept, `"front":"`) {
		s.Errorf("what was refused is kept: %s", kept)
	}
}

func (s stranger) card(admin *apptest.Session, owner int64, name, no string) int64 {
	s.Helper()
	return number(s.call(admin, "data/id_card/save", fmt.Sprintf(`{"consignor_id":%d,"name":%q,"id_no":%q}`, owner, name, no)), "id")
}

// invited is the link that somebody asks for a card's pictures with.
func (s stranger) invited(admin *apptest.Session, card int64) string {
	s.Helper()
	version := number(s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, card)), "version")
	s.call(admin, "data/id_card/act", fmt.Sprintf(`{"id":%d,"version":%d,"name":"invite","params":{"days":7}}`, card, version))
	var answer struct {
		Data struct {
			Address string `json:"upload_address"`
		}
	}
	text := s.call(admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, card))
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Data.Address) < 50 {
		s.Fatalf("no link in %s", text)
	}
	return answer.Data.Address
}

// sends sends a form with files and words, as the page's own would.
func (s stranger) sends(link string, pictures, words map[string]string) page {
	s.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	fields := map[string]string{"_block": "pictures", "_url": ""}
	for key, value := range words {
		fields[key] = value
	}
	for key, value := range fields {
		if err := form.WriteField(key, value); err != nil {
			s.Fatal(err)
		}
	}
	for key, content := range pictures {
		part, err := form.CreateFormFile(key, "card.png")
		if err != nil {
			s.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			s.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		s.Fatal(err)
	}
	return s.ask(http.MethodPost, link+"?lang=en", body.String(), "Content-Type", form.FormDataContentType())
}

func picture(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
