package simulator

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// Faults are the shares of calls, between 0 and 1, that go wrong in a way.
type Faults struct {
	Slow    float64 // answered late
	Error   float64 // an error of the service
	Lost    float64 // read, and the answer never comes
	Limit   float64 // too many calls
	Garbled float64 // half an answer
}

// All gives every fault the same share.
func All(share float64) Faults { return Faults{share, share, share, share, share} }

// slow is how long a slow answer takes.
const slow = 300 * time.Millisecond

// mostAsked bounds a question, in bytes.
const mostAsked = 64 << 20

// Service is the service as a server.
type Service struct {
	token string
	dice  func() float64

	mu     sync.Mutex
	faults Faults
	calls  []http.Header
}

// New makes a service for who has a token. dice gives numbers between 0 and 1.
func New(token string, dice func() float64) *Service { return &Service{token: token, dice: dice} }

// Misbehave sets what goes wrong from now on.
func (s *Service) Misbehave(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// Calls are the headers of the calls that came.
func (s *Service) Calls() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// ServeHTTP answers a call, or misbehaves.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f := s.faults
	hit := func(share float64) bool { return share > 0 && s.dice() < share }
	late, broken, lost, limited, garbled := hit(f.Slow), hit(f.Error), hit(f.Lost), hit(f.Limit), hit(f.Garbled)
	s.calls = append(s.calls, r.Header.Clone())
	s.mu.Unlock()
	if late {
		time.Sleep(slow)
	}
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostAsked))
	switch {
	case r.Header.Get("accessToken") != s.token || r.Header.Get("guid") == "":
		w.WriteHeader(http.StatusUnauthorized)
	case limited:
		w.WriteHeader(http.StatusTooManyRequests)
	case broken || err != nil:
		w.WriteHeader(http.StatusInternalServerError)
	case lost:
		panic(http.ErrAbortHandler) // the line is dead, which is what is wanted
	default:
		status, answer := Answer(question)
		if garbled {
			answer = answer[:len(answer)/2]
		}
		w.WriteHeader(status)
		_, _ = w.Write(answer) // who asked is gone: nobody is left to tell
	}
}
