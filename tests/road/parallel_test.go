package road

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestRefusedScanRepeatedInParallel sends refused inputs several times at once, as a
// device on a bad network does: every copy gets the first answer.
func TestRefusedScanRepeatedInParallel(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		s := f.Start("receive_by_order")
		for range 20 {
			s.Seq++
			answers := atOnce(s, 8, m{"seq": s.Seq, "kind": "scan", "value": "NONE"})
			for _, answer := range answers {
				if !answer.Result || len(result(t, answer)) == 0 {
					t.Fatalf("input %d: %s", s.Seq, answer.Text)
				}
				if got, want := result(t, answer), result(t, answers[0]); got["ok"] != false || got["code"] != "station.code_unknown" || got["message"] != want["message"] {
					t.Fatalf("input %d is answered %v and %v", s.Seq, want, got)
				}
			}
		}
		s.Refused("scan", "NONE", "station.code_unknown") // the next number is free
	})
}

// TestAcceptedScanRepeatedInParallel counts goods once, however often the input comes
// at once.
func TestAcceptedScanRepeatedInParallel(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
		f.Act("asn", notice, "arrive", m{"dock": "3"})
		f.Act("asn", notice, "unload", nil)
		s, _ := f.Open("receive_by_order", "DEMO-ASN-1")
		s.Must("scan", "R-01", "item")
		for range 5 {
			s.Must("scan", "6900000001001", "qty")
			s.Seq++
			for _, answer := range atOnce(s, 8, m{"seq": s.Seq, "kind": "key", "value": "2"}) {
				if !answer.Result || result(t, answer)["ok"] != true {
					t.Fatalf("input %d: %s", s.Seq, answer.Text)
				}
			}
		}
		if held := f.Find("quant", "position_id.barcode", "R-01"); held["on_hand"] != 10.0 {
			t.Errorf("%v pieces were received, want 10", held["on_hand"])
		}
	})
}

// TestClosingRepeated closes a task several times at once, and once more: every copy is
// answered alike, and nothing else goes on.
func TestClosingRepeated(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		s := f.Start("receive_by_order")
		s.Refused("scan", "NONE", "station.code_unknown")
		s.Seq++
		for _, answer := range append(atOnce(s, 8, m{"seq": s.Seq, "kind": "close"}), atOnce(s, 1, m{"seq": s.Seq, "kind": "close"})...) {
			if !answer.Result || result(t, answer)["ok"] != true {
				t.Errorf("close: %s", answer.Text)
			}
		}
		for _, answer := range atOnce(s, 2, m{"seq": s.Seq + 1, "kind": "scan", "value": "NONE"}) {
			if answer.StatusCode != 409 {
				t.Errorf("a scan after it: %s", answer.Text)
			}
		}
	})
}

// atOnce sends one input n times at the same moment.
func atOnce(s *station, n int, input m) []apptest.Answer {
	answers := make([]apptest.Answer, n)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			<-begin
			answers[i] = s.Try("station/"+s.Key+"/input", m{"session": s.Session, "inputs": []m{input}})
		})
	}
	close(begin)
	all.Wait()
	return answers
}

// result is that of the one input that an answer is about.
func result(t *testing.T, answer apptest.Answer) m {
	t.Helper()
	var data struct{ Results []m }
	if json.Unmarshal(answer.Data, &data) != nil || len(data.Results) != 1 {
		return nil
	}
	return data.Results[0]
}
