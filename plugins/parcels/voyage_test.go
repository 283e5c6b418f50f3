package parcels_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// TestAVoyageIsClearedWhenNoParcelOfItWaitsAtCustoms: one that was refused does not wait.
func TestAVoyageIsClearedWhenNoParcelOfItWaitsAtCustoms(t *testing.T) {
	eachYard(t, func(y *yard) {
		parcels := []int64{y.parcel(y.Owners[0], "A", 1), y.parcel(y.Owners[0], "B", 1)}
		panel := y.save("panel", plugin.Row{"warehouse_id": y.Warehouse, "port_id": y.port, "lines": []any{
			plugin.Row{"waybill_id": parcels[0]}, plugin.Row{"waybill_id": parcels[1]},
		}})
		voyage := y.save("voyage", plugin.Row{
			"voyage_mode": "sea", "master_no": "M-1", "port_id": y.port, "lines": []any{plugin.Row{"panel_id": panel}},
		})
		be := func(table, status string, id int64) {
			y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
				return data.Set(ctx, table, []plugin.Row{{"id": id, "status": status}})
			})
		}
		be("panel", "arrived", panel)
		be("voyage", "arrived", voyage)
		be("waybill", "refused", parcels[0])
		clear := func() error {
			return y.Try(y.Context(), func(ctx context.Context, data plugin.Data) error {
				_, err := data.Act(ctx, "voyage", "clear", voyage, nil)
				return err
			})
		}
		for _, waits := range []string{"arrived", "declared", "inspecting"} {
			be("waybill", waits, parcels[1])
			if bad, is := fault.As(clear()); !is || bad.Key != "parcels.at_customs" {
				t.Errorf("a voyage with a parcel that is %s is cleared: %v", waits, bad)
			}
		}
		be("waybill", "released", parcels[1])
		y.must(clear())
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { // as the panel is, for what is verified
			on, err := data.Get(ctx, "panel", panel)
			if err != nil {
				return err
			}
			is := plugin.Row{"status": "arrived", "panel_no": on["doc_no"]}
			_, err = data.SetWhere(ctx, "waybill", plugin.Row{"id": parcels}, is)
			return err
		})
	})
}
