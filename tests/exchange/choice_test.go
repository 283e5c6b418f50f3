package exchange

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// foreign is a file whose headers say nothing by themselves, and one column that
// would fill what another is chosen for.
var foreign = [][]string{
	{"客户", "物料号", "名称", "品名"},
	{"ACME", "CH-1", "wrong", "钉子"},
	{"ACME", "CH-2", "wrong", "螺丝"},
}

// files are the foreign file as a csv in GBK and as a workbook.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	var text bytes.Buffer
	book := excelize.NewFile()
	for i, row := range foreign {
		for j, cell := range row {
			place, _ := excelize.CoordinatesToCellName(j+1, i+1)
			if err := book.SetCellStr("Sheet1", place, cell); err != nil {
				t.Fatal(err)
			}
			if j > 0 {
				text.WriteByte(',')
			}
			text.WriteString(cell)
		}
		text.WriteByte('\n')
	}
	gbk, err := simplifiedchinese.GBK.NewEncoder().Bytes(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"p.csv": gbk, "p.xlsx": sheet.Bytes()}
}

// TestColumnsAreChosenByHand: columns fill what a person says, in the preview, the
// trial and the writing; what is still lacking is named.
func TestColumnsAreChosenByHand(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for name, content := range files(t) {
			ask := exchange.Import{Mapping: "product_import", Language: "en", Actor: auth.System("test")}
			ask.Columns = []exchange.Choice{{Cell: 0, Field: "consignor_id.code"}, {Cell: 3, Field: "name"}}
			p, err := d.Exchange.Preview(d.Context(), ask, name, content)
			if err != nil {
				t.Fatal(err)
			}
			keys := []string{}
			for _, header := range p.Headers {
				keys = append(keys, header.Key)
			}
			if !slices.Equal(keys, []string{"consignor_id.code", "", "", "name"}) || !slices.Contains(p.Lacking, exchange.PreviewLack{Title: "SKU", Required: true}) {
				t.Errorf("%s: keys %v, lacking %v, fields %v", name, keys, p.Lacking, p.Fields)
			}
			if _, err := d.send(ask, name, content); !fault.IsKey(err, "exchange.no_column") {
				t.Errorf("%s without a needed column: %v", name, err)
			}
			ask.Columns = append(ask.Columns, exchange.Choice{Cell: 1, Field: "sku"})
			ask.DryRun = true
			if out, err := d.send(ask, name, content); err != nil || out.OK != 2 || out.Headers[0] != "客户" {
				t.Errorf("%s tried: %+v, %v", name, out, err)
			}
			ask.DryRun = false
			if out, err := d.send(ask, name, content); err != nil || out.OK != 2 {
				t.Errorf("%s: %+v, %v", name, out, err)
			}
		}
		if names := d.names("CH-1", "CH-2"); !slices.Equal(names, []string{"钉子", "螺丝"}) {
			t.Errorf("products %v", names)
		}
	})
}

// names are those of two products.
func (d *desk) names(first, second string) (names []string) {
	d.Helper()
	err := d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &names, "select name from product where sku in (?, ?) order by sku", first, second)
	})
	if err != nil {
		d.Fatal(err)
	}
	return names
}

// TestAColumnMayBeLeftOut: although its header names a field.
func TestAColumnMayBeLeftOut(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ask := toProducts
		ask.Columns = []exchange.Choice{{Cell: 3}}
		if out := d.must(ask, "p.csv", "Consignor,SKU,Name,Weight\nACME,CL-1,Nail,heavy\n"); out.OK != 1 {
			t.Errorf("%+v", out)
		}
	})
}

// TestWrongChoicesAreNamed: what cannot be chosen is refused, and named.
func TestWrongChoicesAreNamed(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for key, choices := range map[string][]exchange.Choice{
			"exchange.unknown_column": {{Cell: 4, Field: "sku"}},
			"exchange.unknown_field":  {{Cell: 1, Field: "nonsense"}},
			"exchange.field_twice":    {{Cell: 1, Field: "sku"}, {Cell: 2, Field: "sku"}},
		} {
			ask := toProducts
			ask.Columns = choices
			if _, err := d.send(ask, "p.csv", []byte("Consignor,SKU,Name,Weight\nACME,CW-1,Nail,1\n")); !fault.IsKey(err, key) {
				t.Errorf("%s: %v", key, err)
			}
		}
	})
}
