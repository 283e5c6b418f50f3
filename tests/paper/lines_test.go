package paper

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// TestLinesAreNeverLeftOut prints a notice with one line more than a print takes: on a
// paper without its last lines nobody would miss them.
func TestLinesAreNeverLeftOut(t *testing.T) {
	t.Parallel()
	fonts := family(t)
	server := world.Demo(t, enginetest.SQLite(t))
	server.API.Papers.Family = read
	server.API.Papers.PDF = sync.OnceValues(func() (*paint.PDF, error) { return paint.NewPDF(fonts) })
	var asn int64
	err := server.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		var line int64
		if err := tx.Get(ctx, &line, "select min(id) from asn_line"); err != nil {
			return err
		}
		if err := tx.Get(ctx, &asn, "select asn_id from asn_line where id = ?", line); err != nil {
			return err
		}
		tables, err := tx.Inspect(ctx)
		if err != nil {
			return err
		}
		names, values := []string{}, []string{}
		for _, c := range tables["asn_line"].Columns {
			names = append(names, c.Name)
			values = append(values, map[string]string{"id": "900000000 + n"}[c.Name])
			if values[len(values)-1] == "" {
				values[len(values)-1] = "l." + c.Name
			}
		}
		const numbers = "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)"
		copies := fmt.Sprintf("insert into asn_line (%s) %s select %s from asn_line l, numbers where l.id = ?",
			strings.Join(names, ", "), numbers, strings.Join(values, ", "))
		_, err = tx.Exec(ctx, copies, printing.MostLines, line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"template":"arrival_notice","ids":[%d]}`, asn)
	answer := server.Do(t, apptest.Call{Path: "/api/print/render", Body: body, As: server.Login(t, "user", "admin")})
	if answer.StatusCode != 413 || !strings.Contains(answer.Text, "20000") {
		t.Errorf("status %d, want 413 with the limit: %.300s", answer.StatusCode, answer.Text)
	}
}
