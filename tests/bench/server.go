package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wareloom/wareloom/tests/client"
)

const password = "bench-Password-1"

// tick is the unit in which Linux counts a process's time.
const tick = 10 * time.Millisecond

// server is a process that is measured, and a person signed in to it.
type server struct {
	*client.Client
	process *exec.Cmd
	address string
	helpers func() ([]int, error) // processes that work for it
}

// start starts a command with a free address as its last word and waits for it.
func start(words []string) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.Command(words[0], append(words[1:len(words):len(words)], address)...)
	command.Env = append(os.Environ(), "WARELOOM_DEMO_PASSWORD="+password)
	command.Stdout, command.Stderr = io.Discard, os.Stderr
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &server{process: command, address: address}
	for range 1200 {
		answer, err := http.Get("http://" + address + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return s, nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, errors.Join(fmt.Errorf("%s does not start", command.Path), s.stop())
}

func (s *server) stop() error {
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	_, err := s.process.Process.Wait()
	return err
}

// spent is the processor time that processes have used, user and system, by number.
type spent map[int]time.Duration

// cpu is what the server and those that work for it have used.
func (s *server) cpu() (spent, error) {
	pids, err := s.helpers()
	if err != nil {
		return nil, err
	}
	all := spent{}
	for _, pid := range append(pids, s.process.Process.Pid) {
		if all[pid], err = cpuOf(pid); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// since sums what was used after an earlier look.
func (s spent) since(before spent) (sum time.Duration) {
	for pid, used := range s {
		sum += used - before[pid]
	}
	return sum
}

func cpuOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The name in brackets may hold blanks; after it, times are fields 12 and 13.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var sum time.Duration
	for _, field := range fields[11:13] {
		ticks, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(ticks) * tick
	}
	return sum, nil
}

// pair is the engine and the server written by hand, each on its copy of the rows.
type pair struct {
	folder       string
	ground       ground
	engine, hand *server
}

func (p *pair) stop() error {
	var all []error
	for _, s := range []*server{p.engine, p.hand} {
		if s != nil {
			all = append(all, s.stop())
		}
	}
	if p.ground != nil {
		all = append(all, p.ground.close())
	}
	return errors.Join(append(all, os.RemoveAll(p.folder))...)
}

// startPair sets up and fills a database of a kind, copies it and starts the two servers.
func startPair(ctx context.Context, kind, wareloom, hand string, s size) (*pair, error) {
	folder, err := os.MkdirTemp("", "wareloom-bench-")
	if err != nil {
		return nil, err
	}
	p := &pair{folder: folder}
	if p.ground, err = newGround(kind, folder); err == nil {
		err = p.start(ctx, wareloom, hand, s)
	}
	if err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

func (p *pair) start(ctx context.Context, wareloom, hand string, s size) error {
	engine := []string{
		wareloom, "serve", "--demo", "--dsn", p.ground.dsn(ours),
		"--key", filepath.Join(p.folder, "master.key"), "--files", filepath.Join(p.folder, "files"), "--addr",
	}
	if err := p.fill(ctx, engine, s); err != nil {
		return err
	}
	var err error
	if p.engine, err = p.serve(engine, ours); err != nil {
		return err
	}
	if p.hand, err = p.serve([]string{hand, "-handwritten", "-db", p.ground.dsn(theirs), "-addr"}, theirs); err != nil {
		return err
	}
	return errors.Join(p.engine.login(ctx), p.hand.login(ctx))
}

func (p *pair) serve(words []string, name string) (*server, error) {
	s, err := start(words)
	if err == nil {
		s.helpers = func() ([]int, error) { return p.ground.processes(name) }
	}
	return s, err
}

// fill has the engine set up a database, fills and copies it.
func (p *pair) fill(ctx context.Context, engine []string, s size) error {
	setUp, err := start(engine)
	if err != nil {
		return err
	}
	if err := setUp.stop(); err != nil {
		return err
	}
	db, err := p.ground.open(ours)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(ctx, db, s), db.Close()); err != nil {
		return err
	}
	return p.ground.copy(ctx)
}

// login signs in a person whose rights are narrowed by a rule.
func (s *server) login(ctx context.Context) (err error) {
	s.Client, err = client.Login(ctx, "http://"+s.address, "lead", password)
	return err
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
