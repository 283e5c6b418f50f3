package hostile

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// What strangers may leave behind: they knock so often at each open door, each time
// as somebody else, and so many rows may be kept of all of it.
const (
	knocks   = 150
	mostKept = 120 // two counts for each guess of a password that an address may make
)

// knockedAt are the calls that nobody needs a session for, with what a
// stranger may put into them, and some that need one; %d is another figure each time.
var knockedAt = map[string]string{
	"/api/auth/login":                 `{"account":"nobody%d","password":"x"}`,
	"/api/auth/forgetPwd":             `{"account":"nobody%d"}`,
	"/api/auth/resetPwd":              `{"token":"%d","password":"Password-%[1]d"}`,
	"/api/auth/setup":                 `{"token":"%d","account":"a%[1]d","password":"Password-%[1]d"}`,
	"/api/auth/register":              `{"account":"a%d","password":"Password-%[1]d"}`,
	"/api/device/enrol":               `{"code":"%d","name":"d%[1]d"}`,
	"/api/common/loadDropDown":        `{"code":"d%d"}`,
	"/api/sys/basicInfo/getInfo":      `{"x":%d}`,
	"/api/data/sale_order/save":       `{"ext_no":"%d"}`,
	"/api/data/sale_order/query":      `{"size":%d}`,
	"/api/files/upload":               `%d`,
	"/api/station/pick_by_wave/start": `{"key":"%d"}`,
}

// TestStrangersLeaveLittle knocks at every open door, always as a new device, and
// counts what the database keeps of it.
func TestStrangersLeaveLittle(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := open(t, dsn)
		before := h.rows(t)
		for i := range knocks {
			for path, body := range knockedAt {
				guid := map[string]string{"guid": fmt.Sprintf("stranger-%d-%s", i, path)}
				if answer := h.Do(t, apptest.Call{Path: path, Body: fmt.Sprintf(body, i), Headers: guid}); answer.StatusCode >= 500 {
					t.Errorf("%s: %s", path, answer.Text)
				}
			}
			h.Do(t, apptest.Call{Method: "GET", Path: fmt.Sprintf("/api/auth/getToken?guid=stranger%d", i)})
		}
		after, kept := h.rows(t), 0
		for table, n := range after {
			if n > before[table] {
				t.Logf("%s keeps %d rows", table, n-before[table])
				kept += n - before[table]
			}
		}
		if kept > mostKept {
			t.Errorf("%d knocks leave %d rows, want at most %d", knocks*(len(knockedAt)+1), kept, mostKept)
		}
	})
}

// rows counts the rows of every table of the database.
func (h *house) rows(t *testing.T) map[string]int {
	t.Helper()
	tables, err := h.DB.Inspect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	err = h.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for table := range tables {
			var n int
			if err := tx.Get(ctx, &n, fmt.Sprintf("select count(*) from %q", table)); err != nil {
				return err
			}
			counts[table] = n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}
