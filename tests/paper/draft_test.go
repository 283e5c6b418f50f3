package paper

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/sample"
	"github.com/wareloom/wareloom/tests/world"
)

// TestSamplesAreDrawn makes up records for every shipped template: nothing is refused,
// and what is made up for codes is a code.
func TestSamplesAreDrawn(t *testing.T) {
	t.Parallel()
	release, fonts := product(t), family(t)
	for key, template := range drawnByUs(release) {
		for _, of := range []string{sample.Usual, sample.Longest, sample.Empty, sample.Many} {
			record, resolve := sample.Record(release, template, of, "es")
			made, err := layout.Make(t.Context(), template, []layout.Record{record}, layout.Options{Family: fonts, PerMM: 8, Language: "es", Resolve: resolve, Draft: true})
			if err != nil {
				t.Errorf("%s %s: %v", key, of, err)
				continue
			}
			for _, notice := range made.Notices {
				if notice.Kind == "missing_glyph" || notice.Kind == "bad_code" && of != sample.Empty {
					t.Errorf("%s %s: %+v", key, of, notice)
				}
			}
			// A label for each line, or as many as a record says, is none of an empty record.
			if len(made.Places) == 0 && of != sample.Empty {
				t.Errorf("%s %s: no bands", key, of)
			}
		}
	}
}

func TestDraftsAreForImplementers(t *testing.T) {
	t.Parallel()
	server := world.Demo(t, enginetest.SQLite(t))
	server.API.Papers.Family = read
	admin, acme := server.Login(t, "user", "admin"), server.Login(t, "consignor", "acme")
	for _, tt := range []struct {
		name, body string
		as         *apptest.Session
		status     int
		want       string
	}{
		{"one that is made up", `{"template":"position_label"}`, admin, 200, `"places":[{"band":"`},
		{"one with many lines", `{"template":"delivery_note","sample":"many","language":"en"}`, admin, 200, `"count":`},
		{"no case of them", `{"template":"position_label","sample":"ghost"}`, admin, 422, `"path":"sample"`},
		{"no template", `{"template":"ghost"}`, admin, 404, ""},
		{"no such record", `{"template":"position_label","ids":[999999999]}`, admin, 404, ""},
		{"who may not change the product", `{"template":"position_label"}`, acme, 423, ""},
	} {
		answer := server.Do(t, apptest.Call{Path: "/api/print/draft", Body: tt.body, As: tt.as})
		if answer.StatusCode != tt.status || !strings.Contains(answer.Text, tt.want) {
			t.Errorf("%s: status %d, want %d with %s: %.300s", tt.name, answer.StatusCode, tt.status, tt.want, answer.Text)
		}
	}
}
