package exchange

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
)

// TestListsOfReferencesTravelByTheirKeys brings a list of references in, and writes
// it so that the file comes in again without a change.
func TestListsOfReferencesTravelByTheirKeys(t *testing.T) {
	eachDesk(t, func(d *desk) {
		before := d.count("product__provider_ids")
		d.must(toProducts, "p.csv", "Consignor,SKU,Name,Other providers\nACME,M-1,One,V002；V001 ;\nACME,M-2,None,\n")
		if n := d.count("product__provider_ids") - before; n != 2 {
			t.Fatalf("%d links, want 2", n)
		}
		ask := exchange.Export{
			Table: "product", Format: exchange.FormatCSV, Language: "en", Actor: auth.System("test"), Fields: []string{"sku", "provider_ids"},
			Filter: []byte(`{"field":"sku","op":"in","value":["M-1","M-2"]}`),
		}
		content, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil })
		if text := string(content); err != nil || !strings.Contains(text, "M-1,V001; V002\n") || !strings.Contains(text, "M-2,\n") {
			t.Errorf("exported %s, %v", text, err)
		}
		out, err := d.send(toProducts, "p.csv", []byte("Consignor,SKU,Name,Other providers\nACME,M-3,One,V001; V999\n"))
		if err != nil || out.Failed != 1 || d.count("product__provider_ids") != before+2 {
			t.Errorf("an unknown code: %+v, %v", out, err)
		}
	})
}
