package paper

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/tests/world"
)

// TestManyRecordsAreForAJob asks for more records than anybody waits for.
func TestManyRecordsAreForAJob(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		admin, acme := server.Login(t, "user", "admin"), server.Login(t, "consignor", "acme")
		ids := products(t, server, admin)
		for name, tt := range map[string]struct {
			as     *apptest.Session
			count  int
			format string
			want   string
		}{
			"a job makes the file":       {admin, printing.MostRecords + 1, "zpl", `"data":{"job":`},
			"not for who may not print":  {acme, printing.MostRecords + 1, "zpl", `"statusCode":423`},
			"not in what is no format":   {admin, printing.MostRecords + 1, "doc", `"path":"format"`},
			"not of as many as you like": {admin, printing.MostInFile + 1, "zpl", `"statusCode":413`},
		} {
			call := apptest.Call{Path: "/api/print/render", Body: renderOf(many(ids, tt.count), tt.format), As: tt.as}
			if answer := server.Do(t, call); !strings.Contains(answer.Text, tt.want) {
				t.Errorf("%s: %s", name, answer.Text)
			}
		}
		listed := server.Do(t, apptest.Call{Path: "/api/job/list", Body: "{}", As: admin})
		if !strings.Contains(listed.Text, `"kind":"printing.render"`) || !strings.Contains(listed.Text, `"table":"product"`) {
			t.Errorf("the job is not among those of who asked: %s", listed.Text)
		}
	})
}

// many repeats ids until there are so many.
func many(ids []int64, n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = ids[i%len(ids)]
	}
	return all
}

func renderOf(ids []int64, format string) string {
	return fmt.Sprintf(`{"type":"product","format":%q,"ids":%s}`, format, strings.ReplaceAll(fmt.Sprint(ids), " ", ","))
}
