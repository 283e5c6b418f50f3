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
		s := f.start("receive_by_order")
		for range 20 {
			s.seq++
			answers := s.atOnce(8, m{"seq": s.seq, "kind": "scan", "value": "NONE"})
			for _, answer := range answers {
				if !answer.Result || len(result(t, answer)) == 0 {
					t.Fatalf("input %d: %s", s.seq, answer.Text)
				}
				if got, want := result(t, answer), result(t, answers[0]); got["ok"] != false || got["code"] != "station.code_unknown" || got["message"] != want["message"] {
					t.Fatalf("input %d is answered %v and %v", s.seq, want, got)
				}
			}
		}
		s.refused("scan", "NONE", "station.code_unknown") // the next number is free
	})
}

// TestAcceptedScanRepeatedInParallel counts goods once, however often the input comes
// at once.
func TestAcceptedScanRepeatedInParallel(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		notice := id(f.find("asn", "ext_no", "DEMO-ASN-1"))
		f.act("asn", notice, "arrive", m{"dock": "3"})
		f.act("asn", notice, "unload", nil)
		s, _ := f.open("receive_by_order", "DEMO-ASN-1")
		s.must("scan", "R-01", "item")
		for range 5 {
			s.must("scan", "6900000001001", "qty")
			s.seq++
			for _, answer := range s.atOnce(8, m{"seq": s.seq, "kind": "key", "value": "2"}) {
				if !answer.Result || result(t, answer)["ok"] != true {
					t.Fatalf("input %d: %s", s.seq, answer.Text)
				}
			}
		}
		if held := f.find("quant", "position_id.barcode", "R-01"); held["on_hand"] != 10.0 {
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
		s := f.start("receive_by_order")
		s.refused("scan", "NONE", "station.code_unknown")
		s.seq++
		for _, answer := range append(s.atOnce(8, m{"seq": s.seq, "kind": "close"}), s.atOnce(1, m{"seq": s.seq, "kind": "close"})...) {
			if !answer.Result || result(t, answer)["ok"] != true {
				t.Errorf("close: %s", answer.Text)
			}
		}
		for _, answer := range s.atOnce(2, m{"seq": s.seq + 1, "kind": "scan", "value": "NONE"}) {
			if answer.StatusCode != 409 {
				t.Errorf("a scan after it: %s", answer.Text)
			}
		}
	})
}

// atOnce sends one input n times at the same moment.
func (s *station) atOnce(n int, input m) []apptest.Answer {
	answers := make([]apptest.Answer, n)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			<-begin
			answers[i] = s.try("station/"+s.key+"/input", m{"session": s.session, "inputs": []m{input}})
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
