package httpapi

import (
	"testing"
	"time"
)

// TestLongCallsAreNotCut checks that the server takes as long as clients wait for
// files that are brought, written and fetched.
func TestLongCallsAreNotCut(t *testing.T) {
	t.Parallel()

	const patience = 1200 * time.Second
	long := map[string]bool{
		"/api/import/:mapping": true, "/api/import/:mapping/preview": true, "/api/files/upload": true,
		"/api/files/:key": true, "/api/report/:key/export": true,
	}
	for _, r := range new(API).routes() {
		if (long[r.path] || r.upload) && r.timeout <= patience {
			t.Errorf("%s is cut after %s, and clients wait %s", r.path, r.timeout, patience)
		}
		delete(long, r.path)
	}
	for path := range long {
		t.Errorf("there is no %s", path)
	}
}
