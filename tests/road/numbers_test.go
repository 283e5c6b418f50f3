package road

import (
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestNumbersTellNothingOfOthers gives each owner numbers of his own: between two of one
// owner another's orders leave no gap, and the numbers of before go on where it is off.
func TestNumbersTellNothingOfOthers(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		one, two := f.number("ACME", "AC-1001"), f.number("GLOBEX", "GX-01")
		if !follows(one, two) {
			t.Errorf("%s is not followed by %s while all owners share one row of numbers", one, two)
		}
		f.perOwner(true)
		acme, globex := []string{}, []string{}
		for _, owner := range []string{"ACME", "GLOBEX", "GLOBEX", "ACME", "GLOBEX", "ACME"} {
			if owner == "ACME" {
				acme = append(acme, f.number(owner, "AC-1001"))
			} else {
				globex = append(globex, f.number(owner, "GX-01"))
			}
		}
		for owner, numbers := range map[string][]string{"ACME": acme, "GLOBEX": globex} {
			if !strings.HasPrefix(numbers[0], "SO"+owner) || !strings.HasSuffix(numbers[0], "000001") || !follows(numbers[0], numbers[1]) || !follows(numbers[1], numbers[2]) {
				t.Errorf("%s has the numbers %v", owner, numbers)
			}
		}
		f.perOwner(false)
		if three := f.number("ACME", "AC-1001"); !follows(two, three) {
			t.Errorf("%s is not followed by %s where it is off again", two, three)
		}
	})
}

// number makes an order of an owner and gives its number.
func (f *floor) number(owner, sku string) string {
	f.Helper()
	var made struct {
		DocNo string `json:"doc_no"`
	}
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "receiver": "N", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []m{{"product_id": m{"sku": sku, "consignor_id": m{"code": owner}}, "qty": 1}},
	}).Into(f, &made)
	return made.DocNo
}

// perOwner says whether each owner has numbers of his own.
func (f *floor) perOwner(on bool) {
	f.Helper()
	f.Ask("settings/save", m{"key": "numbers_per_owner", "level": "system", "value": on})
}

// follows reports whether a number is the next one of the same row.
func follows(a, b string) bool {
	const digits = 6
	first, err := strconv.Atoi(a[len(a)-digits:])
	second, failed := strconv.Atoi(b[len(b)-digits:])
	return err == nil && failed == nil && a[:len(a)-digits] == b[:len(b)-digits] && second == first+1
}

// TestNumbersHaveRoomForTheLongestCode has an owner whose code is as long as it may be:
// his numbers carry it whole, and what they are copied to takes them.
func TestNumbersHaveRoomForTheLongestCode(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.perOwner(true)
		code := strings.Repeat("LONGCODE", 4)
		f.Ask("data/consignor/save", m{"code": code, "name": "Long"})
		f.Ask("data/product/save", m{"consignor_id": m{"code": code}, "sku": "L-1", "name": "L", "base_unit": "pcs"})
		number := f.number(code, "L-1")
		if !strings.HasPrefix(number, "SO"+code) || !strings.HasSuffix(number, "000001") {
			t.Errorf("the number is %s", number)
		}
		order := f.Find("sale_order", "doc_no", number)
		f.Ask("data/sale_order/save", m{"id": order["id"], "version": order["version"], "remark": "again"})
		var notice struct{ ID int64 }
		f.Ask("data/asn/save", m{
			"consignor_id": m{"code": code}, "warehouse_id": m{"code": "SH1"},
			"lines": []m{{"product_id": m{"sku": "L-1", "consignor_id": m{"code": code}}, "qty": 1}},
		}).Into(f, &notice)
		f.Act("asn", notice.ID, "add_barcodes", nil)
	})
}
