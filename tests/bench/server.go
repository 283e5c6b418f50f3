package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// server is a process whose CPU is measured.
type server struct{ command *exec.Cmd }

// stop asks the process to end and waits for it.
func (s *server) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	_ = s.command.Wait()
}

func (s *server) ready(address string) error {
	for end := time.Now().Add(readyWait); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		response, err := http.Get("http://" + address + "/readyz")
		if err != nil {
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("%s does not answer", address)
}

// cost makes n calls and gives the CPU of the process per call, in microseconds.
func (s *server) cost(n int, call func(i int) error) (float64, error) {
	before, err := s.cpu()
	if err != nil {
		return 0, err
	}
	for i := range n {
		if err := call(i); err != nil {
			return 0, err
		}
	}
	after, err := s.cpu()
	return float64((after-before)/time.Duration(n)) / float64(time.Microsecond), err
}

// cpu is the time that the threads of the process ran so far: the first number of
// schedstat, which Linux tells in nanoseconds (Documentation/scheduler/sched-stats).
func (s *server) cpu() (all time.Duration, err error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			return 0, err
		}
		first, _, _ := bytes.Cut(stat, []byte(" "))
		ran, err := strconv.ParseInt(string(first), 10, 64)
		if err != nil {
			return 0, err
		}
		all += time.Duration(ran)
	}
	return all, nil
}
