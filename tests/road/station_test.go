package road

import (
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestStartOfAStation holds the start of a task to its params: read like the fields
// of a record, remembered through every input, and begun once however often it is
// asked for.
func TestStartOfAStation(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		for _, params := range []m{{"warehouse_id": "x"}, {"warehouse_id": 1}, {"shelf": 1}} {
			if answer := f.try("station/pick/start", m{"params": params}); answer.StatusCode != 422 {
				t.Errorf("started with %v: %s", params, answer.Text)
			}
		}
		var other m
		f.ask("data/warehouse/save", m{"code": "WH2", "name": "Second", "time_zone": "Europe/Madrid"}).Into(f, &other)
		notice := id(f.find("asn", "ext_no", "DEMO-ASN-1"))
		f.act("asn", notice, "arrive", m{"dock": "3"})
		f.act("asn", notice, "unload", nil)
		s := f.startIn("receive_by_order", m{"warehouse_id": other["id"]})
		s.refused("scan", "DEMO-ASN-1", "station.code_unknown")
		own := f.find("asn", "ext_no", "DEMO-ASN-1")["warehouse_id"]
		f.startIn("receive_by_order", m{"warehouse_id": own}).must("scan", "DEMO-ASN-1", "staging")
	})
}

// TestRepeatedStartBeginsOnce repeats a start whose answer was lost.
func TestRepeatedStartBeginsOnce(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		start := func() string {
			return f.server.Do(f, apptest.Call{Path: "/api/station/pick/start", Body: `{"params":{}}`, As: f.session, Key: "start-1"}).Text
		}
		if first, second := start(), start(); first != second {
			t.Errorf("first %s, repeated %s", first, second)
		}
	})
}
