package road

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// refusal is what a 422 says of the fields.
type refusal struct {
	Errors []struct{ Path, Code, Message string }
}

// lacks audits an order and wants it refused at these fields and no other.
func (f *floor) lacks(order int64, paths ...string) refusal {
	f.Helper()
	answer := f.Try("data/sale_order/act", m{"name": "audit", "id": order})
	if answer.StatusCode != 422 {
		f.Fatalf("audit: %s, want it refused at %v", answer.Text, paths)
	}
	var bad refusal
	answer.Into(f, &bad)
	var got []string
	for _, one := range bad.Errors {
		got = append(got, one.Path)
		if one.Message == "" || one.Code == "" {
			f.Errorf("%+v says no remedy or has no code", one)
		}
	}
	if !slices.Equal(got, paths) {
		f.Errorf("refused at %v, want %v: %s", got, paths, answer.Text)
	}
	f.State("sale_order", order, "new")
	return bad
}

// sends makes an order with what is told of the receiver.
func (f *floor) sends(number string, more m) int64 {
	f.Helper()
	order := m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Li", "country": "CN", "lines": []m{line("AC-1001", 1)},
	}
	maps.Copy(order, more)
	var made m
	f.Ask("data/sale_order/save", order).Into(f, &made)
	return id(made)
}

func TestAnOrderNeedsAnAddress(t *testing.T) {
	each(t, func(f *floor) {
		bad := f.lacks(f.sends("ADR-1", m{"detail": "Nanjing Rd 1"}), "phone", "city")
		if !strings.Contains(bad.Errors[0].Message, "phone") || !strings.Contains(bad.Errors[1].Message, "city") {
			f.Errorf("the fields are not named: %+v", bad)
		}
		whole := f.sends("ADR-2", m{"detail": "Nanjing Rd 1"})
		f.lacks(whole, "phone", "city")
		f.Ask("data/sale_order/save", m{"id": whole, "phone": "13900000001", "city": "Shanghai"})
		f.Act("sale_order", whole, "audit", nil)

		both := []int64{f.sends("ADR-3", nil), f.sends("ADR-4", m{"phone": "1", "city": "Shanghai"})}
		answer := f.Try("data/sale_order/act", m{"name": "audit", "ids": both})
		var each []struct {
			Result bool
			Msg    string
			Errors refusal
		}
		answer.Into(f, &each)
		if len(each) != 2 || each[0].Result || each[1].Result || len(each[0].Errors.Errors) != 3 || len(each[1].Errors.Errors) != 1 {
			f.Errorf("many at once: %s", answer.Text)
		}
		f.Act("sale_order", f.sends("ADR-5", m{"order_type": "B2BCK"}), "audit", nil) // fetched by the customer's lorry
	})
}

func TestAnExpressCompanyAsksForParts(t *testing.T) {
	each(t, func(f *floor) {
		address := m{"phone": "13900000001", "province": "Shanghai", "city": "Shanghai", "detail": "1", "zip": "200000", "id_type": "1", "id_no": "11010119900307123X"}
		var none m
		f.Ask("data/carrier/save", m{"code": "NONE", "name": "None", "need_phone": false, "need_city": false, "need_detail": false}).Into(f, &none)
		f.Act("sale_order", f.sends("NEED-0", m{"carrier_id": id(none), "order_type": "JYCK"}), "audit", nil)

		for _, part := range []string{"phone", "province", "city", "detail", "zip", "id"} {
			carrier := m{"code": "NEED-" + part, "name": part}
			for _, other := range []string{"phone", "province", "city", "detail", "zip", "id"} {
				carrier["need_"+other] = other == part
			}
			f.Ask("data/carrier/save", carrier)
			order := f.sends("NEED-"+part, m{"carrier_id": m{"code": "NEED-" + part}})
			fields := []string{part}
			if part == "id" {
				fields = []string{"id_type", "id_no"}
			}
			f.lacks(order, fields...)
			given := m{"id": order}
			for _, field := range fields {
				given[field] = address[field]
			}
			f.Ask("data/sale_order/save", given)
			f.Act("sale_order", order, "audit", nil)
		}
		if text := f.Ask("data/sale_order/query", m{"filter": m{"field": "ext_no", "op": "eq", "value": "NEED-id"}}).Text; strings.Contains(text, "11010119900307123X") {
			f.Errorf("the identity number is shown: %s", text)
		}
	})
}

func TestCreditAndBlacklistStopAnAudit(t *testing.T) {
	each(t, func(f *floor) {
		address := m{"phone": "13900000001", "city": "Shanghai", "detail": "1"}
		var client m
		f.Ask("data/client/save", m{"code": "CREDIT", "name": "Credit", "credit_limit": 100, "owed": 100.01}).Into(f, &client)
		f.Ask("data/consignor/save", m{"id": id(f.Find("consignor", "code", "ACME")), "client_id": id(client)})
		order := f.sends("CREDIT-1", address)
		bad := f.lacks(order, "consignor_id")
		if !strings.Contains(bad.Errors[0].Message, "credit limit") {
			f.Errorf("credit is not named: %+v", bad)
		}
		f.Ask("data/client/save", m{"id": id(client), "owed": 100})
		f.Act("sale_order", order, "audit", nil)

		f.Ask("data/blocked_receiver/save", m{"name": "Wang", "phone": "13911111111", "reason": "never pays"})
		f.Ask("data/blocked_receiver/save", m{"name": "Zhao", "reason": "refuses parcels", "consignor_id": m{"code": "GLOBEX"}})
		f.lacks(f.sends("BLACK-1", m{"phone": "13911111111", "city": "Shanghai", "detail": "1"}), "receiver")
		f.Act("sale_order", f.sends("BLACK-2", mixed(address, m{"receiver": "Wang"})), "audit", nil) // another Wang
		f.Act("sale_order", f.sends("BLACK-3", mixed(address, m{"receiver": "Zhao"})), "audit", nil) // another owner's
		var blocked m
		f.Ask("data/blocked_receiver/save", m{"name": "Zhao", "reason": "refuses parcels"}).Into(f, &blocked)
		zhao := f.sends("BLACK-4", mixed(address, m{"receiver": "Zhao"}))
		f.lacks(zhao, "receiver")
		f.Ask("data/blocked_receiver/save", m{"id": id(blocked), "enabled": false})
		f.Act("sale_order", zhao, "audit", nil)
	})
}

func mixed(rows ...m) m {
	all := m{}
	for _, row := range rows {
		maps.Copy(all, row)
	}
	return all
}

func TestACountryIsOneOfAList(t *testing.T) {
	each(t, func(f *floor) {
		base := m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "receiver": "Li", "lines": []m{line("AC-1001", 1)}}
		answer := f.Try("data/sale_order/save", mixed(base, m{"ext_no": "CTY-0", "country": "Atlantis"}))
		if answer.StatusCode != 422 || !strings.Contains(answer.Text, "Atlantis") || !strings.Contains(answer.Text, "choose one from the list") {
			f.Errorf("an unknown country: %s", answer.Text)
		}
		for written, want := range map[string]string{"UK": "GB", "united kingdom": "GB", "EIRE": "IE", "U.S.A.": "US", "中国": "CN", "México": "MX", "Mexico": "MX", "ES": "ES", "Channel Islands": "JE"} {
			var made m
			f.Ask("data/sale_order/save", mixed(base, m{"ext_no": "CTY-" + written, "country": written})).Into(f, &made)
			if made["country"] != want {
				f.Errorf("%s is kept as %v, want %s", written, made["country"], want)
			}
		}
	})
}
