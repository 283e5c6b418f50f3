package paper

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing/figures"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/tests/world"
)

// TestFiguresOnPaper lays out tables of few and of many columns with long names: nothing
// lies on anything or is cut, every page has the head of the table and its number, and
// the PDF says all of it.
func TestFiguresOnPaper(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{1, 2, 5, 9, 16} {
		t.Run(fmt.Sprint(columns, " columns"), func(t *testing.T) {
			t.Parallel()
			paper := wide(columns, 400)
			made, err := paper.Make(t.Context(), family(t))
			if err != nil {
				t.Fatal(err)
			}
			for _, notice := range made.Notices {
				t.Errorf("%+v", notice)
			}
			said := words(t, made)
			for i := range made.Pages {
				for _, fault := range collisions(&made.Pages[i], family(t)) {
					t.Errorf("page %d: %s", i+1, fault)
				}
				for _, want := range []string{fmt.Sprintf("%d / %d", i+1, len(made.Pages)), "Spalte0"} {
					if !strings.Contains(said[i], squeezed(want)) {
						t.Errorf("page %d does not say %q", i+1, want)
					}
				}
			}
			whole := strings.Join(said, "")
			for row := range paper.Parts[0].Rows {
				if figure := fmt.Sprint(1_000_000 + row); columns > 1 && !strings.Contains(whole, figure) {
					t.Errorf("row %d is lost", row)
				}
			}
		})
	}
}

// wide makes up a table; every other column has figures.
func wide(columns, rows int) *figures.Paper {
	part := figures.Part{Note: "note", Shown: "Menge", Bars: []figures.Bar{{Title: "便携式蓝牙音箱 Ñandú", Words: "12", Share: 1}, {Title: "b 🦤", Words: "3", Share: 0.25}}}
	for i := range columns {
		part.Columns = append(part.Columns, figures.Column{Title: fmt.Sprintf("Spalte%d", i), Right: i%2 == 1})
		part.Totals = append(part.Totals, fmt.Sprint(i))
	}
	for row := range rows {
		cells := make([]string, columns)
		for i := range cells {
			if cells[i] = "便携式蓝牙音箱 Speaker 🦤 " + fmt.Sprint(row); i%2 == 1 {
				cells[i] = fmt.Sprint(1_000_000 + row)
			}
		}
		part.Rows = append(part.Rows, cells)
	}
	facts := []report.Fact{{Title: "Zeitraum", Words: "2026-11-01 – 2026-11-25"}, {Title: "Eigner", Words: strings.Repeat("Acme Trading ", 9)}}
	return &figures.Paper{Title: "Menge 数量", Facts: facts, Parts: []figures.Part{part}, Foot: "Ada", Language: "en"}
}

// words are what pdftotext finds on each page, without blanks.
func words(t *testing.T, made *layout.Result) []string {
	t.Helper()
	pdf, err := paint.NewPDF(family(t))
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Write("figures", made.Pages)
	if err != nil {
		t.Fatal(err)
	}
	return pdfWords(t, file)
}

func pdfWords(t *testing.T, file []byte) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "figures.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(tool(t, "pdftotext", "-layout", path, "-"), "\f")
	for i := range pages {
		pages[i] = squeezed(pages[i])
	}
	return pages
}

// TestFiguresGoByRights takes a report and a home page along as files: by the rights on the
// report, with what it was narrowed to, and with the rows of who asks alone.
func TestFiguresGoByRights(t *testing.T) {
	t.Parallel()
	fonts := family(t)
	server := world.Demo(t, enginetest.SQLite(t))
	server.API.Papers.Family = read
	server.API.Papers.PDF = sync.OnceValues(func() (*paint.PDF, error) { return paint.NewPDF(fonts) })
	admin, acme := server.Login(t, "user", "admin"), server.Login(t, "consignor", "acme")
	const export = "/api/report/stock_summary/export"
	var file struct{ Key string }
	server.Ask(t, admin, export, map[string]any{"format": "pdf", "params": map[string]any{}}, &file)
	answer := server.Do(t, apptest.Call{Method: http.MethodGet, Path: "/api/files/" + file.Key, As: admin})
	said := strings.Join(pdfWords(t, []byte(answer.Text)), "")
	for _, want := range []string{"库存汇总", "ACME", "GLOBEX", "1/1", "合计"} {
		if !strings.Contains(said, want) {
			t.Errorf("the report does not say %q: %s", want, said)
		}
	}
	if err := server.Seed(t.Context(), fstest.MapFS{"010.json": {Data: []byte(ownerWhoPrints)}}, apptest.Password); err != nil {
		t.Fatal(err)
	}
	labels := server.Login(t, "consignor", "labels")
	if refused := server.Do(t, apptest.Call{Path: export, Body: `{"format":"pdf","params":{}}`, As: labels}); refused.StatusCode != 423 {
		t.Errorf("who may not export the table has status %d", refused.StatusCode)
	}
	if refused := server.Do(t, apptest.Call{Method: http.MethodGet, Path: "/api/files/" + file.Key, As: acme}); strings.HasPrefix(refused.Text, "%PDF") {
		t.Error("another person reads the file")
	}
	if refused := server.Do(t, apptest.Call{Path: export, Body: `{"format":"doc","params":{}}`, As: admin}); refused.StatusCode != 422 {
		t.Errorf("a format that there is not has status %d", refused.StatusCode)
	}
	for name, person := range map[string]*apptest.Session{"admin": admin, "acme": acme} {
		page := server.Do(t, apptest.Call{Path: "/api/home/paper", Body: `{}`, As: person})
		said := strings.Join(pdfWords(t, []byte(page.Text)), "")
		if !strings.Contains(said, "1/") || person == acme && strings.Contains(said, "GLOBEX") {
			t.Errorf("the home of %s says %s", name, said)
		}
	}
}
