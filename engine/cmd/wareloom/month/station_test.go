package month

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/seeds"
)

func TestWhatAScreenShowsIsFoundByItsField(t *testing.T) {
	t.Parallel()
	task := &task{screen: station.Screen{Target: []station.Target{{Field: "item", Value: "AC-1201 mug"}, {Field: "position", Value: "A-04-03-1"}}}}
	for field, want := range map[string]string{"item": "AC-1201 mug", "position": "A-04-03-1", "qty": ""} {
		if got := task.shown(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
}

// TestTheMonthIsPlayedWithWhatTheSeedsBring holds people and goods of the month to the
// files that make them: a name that is gone would end the first start of a demo.
func TestTheMonthIsPlayedWithWhatTheSeedsBring(t *testing.T) {
	t.Parallel()
	accounts, skus := map[string]bool{}, map[string]bool{}
	for _, folder := range []string{"demo", "month"} {
		files, err := fs.Glob(seeds.Files, folder+"/*.json")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v %v", folder, files, err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(seeds.Files, file)
			if err != nil {
				t.Fatal(err)
			}
			var rows []struct {
				Table string
				Save  map[string]any
			}
			if err := json.Unmarshal(text, &rows); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			for _, row := range rows {
				switch name, _ := row.Save["account"].(string); row.Table {
				case "user":
					accounts[name] = true
				case "product":
					skus[row.Save["sku"].(string)] = true
				}
			}
		}
	}
	for _, people := range [][]string{receivers, pickers, packers, {"lead"}} {
		for _, account := range people {
			if !accounts[account] {
				t.Errorf("no seed brings the account %s", account)
			}
		}
	}
	for _, g := range products {
		if !skus[g.sku] {
			t.Errorf("no seed brings the goods %s", g.sku)
		}
	}
}
