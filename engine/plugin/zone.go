package plugin

import (
	"time"

	"github.com/wareloom/wareloom/engine/setting"
)

// Zone is the time zone of a name, as a warehouse has one; UTC where there is none of it.
func Zone(name string) *time.Location {
	zone, err := setting.ZoneNamed(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
