package setting

import (
	"sync"
	"time"
)

// zones are those that were read from the files of the system, by their names.
var zones sync.Map

// ZoneNamed is time.LoadLocation that reads the file of a zone once.
func ZoneNamed(name string) (*time.Location, error) {
	known, _ := zones.Load(name)
	if zone, ok := known.(*time.Location); ok {
		return zone, nil
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		zones.Store(name, zone)
	}
	return zone, err
}
