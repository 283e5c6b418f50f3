package road

import "testing"

// TestAnActionBeginsWithWhatItsRecordSays: the dialog of an action proposes what the
// record has, by the rights of the action and on the caller's own records.
func TestAnActionBeginsWithWhatItsRecordSays(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "opening", chocolate(5, "lot_no", "L1", "exp_date", "2031-01-31"), "audit", "post")
		lot := f.Find("lot", "lot_no", "L1")
		proposed := f.proposed("lot", "correct", id(lot))
		if proposed["exp_date"] != "2031-01-31" || proposed["mfg_date"] != lot["mfg_date"] || len(proposed) > 2 {
			t.Errorf("correcting a lot begins with %v", proposed)
		}
		notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
		f.Act("asn", notice, "arrive", m{"dock": "3"})
		f.Act("asn", notice, "cancel_arrive", nil)
		if dock := f.proposed("asn", "arrive", notice)["dock"]; dock != "3" {
			t.Errorf("arriving again begins at dock %v", dock)
		}
		f.Wont("data/lot/params", m{"name": "correct", "id": 1}, "not found")
		f.Wont("data/lot/params", m{"name": "no_such", "id": id(lot)}, "no_such")
		f.Session = f.Server.Login(t, "user", "picker")
		f.Wont("data/lot/params", m{"name": "correct", "id": id(lot)}, "right")
	})
}

func (f *floor) proposed(table, action string, id int64) (params m) {
	f.Helper()
	f.Ask("data/"+table+"/params", m{"name": action, "id": id}).Into(f, &params)
	return params
}
