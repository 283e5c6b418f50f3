package plugin_test

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

func TestANameThatNoZoneHasIsUTC(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 7, 1, 23, 30, 0, 0, time.UTC)
	for name, want := range map[string]string{"Asia/Shanghai": "2026-07-02", "Europe/Madrid": "2026-07-02", "": "2026-07-01", "No/Where": "2026-07-01"} {
		for range 2 { // from the file, and as it is kept
			if day := at.In(plugin.Zone(name)).Format(time.DateOnly); day != want {
				t.Errorf("it is %s in %q, want %s", day, name, want)
			}
		}
	}
}
