package public

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wareloom/wareloom/tests/world"
)

// callers ask at once; longestRun is how long each of both is asked.
const (
	callers    = 16
	longestRun = 3 * time.Second
)

// BenchmarkAPageForACrowd asks for a page over the network, then a handler of the standard
// library that sends the same bytes, and tells how many answers each gives in a second. The
// callers run on the same processors.
func BenchmarkAPageForACrowd(b *testing.B) {
	server := world.Demo(b, "sqlite:"+b.TempDir()+"/w.db")
	ours := httptest.NewServer(server.Handler())
	defer ours.Close()
	page := fetch(b, http.DefaultClient, ours.URL+"/business?lang=en")
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		_, _ = w.Write(page)
	}))
	defer bare.Close()
	for b.Loop() {
		mine := crowd(b, ours.URL+"/business?lang=en")
		other := crowd(b, bare.URL)
		b.ReportMetric(mine, "pages/s")
		b.ReportMetric(other, "bare/s")
		b.ReportMetric(mine/other, "of-bare")
	}
	b.ReportMetric(float64(len(page)), "bytes")
}

// crowd tells how many answers come in a second.
func crowd(b *testing.B, url string) float64 {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}}
	var answered atomic.Int64
	var all sync.WaitGroup
	began := time.Now()
	for range callers {
		all.Go(func() {
			for time.Since(began) < longestRun {
				fetch(b, client, url)
				answered.Add(1)
			}
		})
	}
	all.Wait()
	return float64(answered.Load()) / time.Since(began).Seconds()
}

func fetch(b *testing.B, client *http.Client, url string) []byte {
	answer, err := client.Get(url)
	if err != nil {
		b.Error(err)
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Errorf("%s: %d (%v)", url, answer.StatusCode, err)
	}
	return body
}
