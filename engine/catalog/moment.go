package catalog

import "time"

// Moment tells a moment by the clock of a zone; nil: UTC. It reads alike in all
// languages, so that a paper may go abroad.
func Moment(at time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return at.In(zone).Format("2006-01-02 15:04")
}
