package carriers

import "testing"

// TestLabelsAreFetchedFromTheHouseAlone: what a house says may lead to another of its own
// addresses, and nowhere else.
func TestLabelsAreFetchedFromTheHouseAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		own, other string
		same       bool
	}{
		{"bspgw.sf-express.com", "files.shenzhen.sf-express.com", true},
		{"bspgw.sf-express.com", "bspgw.sf-express.com", true},
		{"bspgw.sf-express.com", "sf-express.com.evil.example", false},
		{"bspgw.sf-express.com", "evilsf-express.com", false},
		{"api.house.co.uk", "other.co.uk", false},
		{"127.0.0.1:8090", "127.0.0.1:8090", true},
		{"127.0.0.1:8090", "10.0.0.1:8090", false},
	} {
		if sameHouse(tt.own, tt.other) != tt.same {
			t.Errorf("%s and %s: want %v", tt.own, tt.other, tt.same)
		}
	}
}
