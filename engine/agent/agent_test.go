package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/agent/journal"
	"github.com/wareloom/wareloom/engine/agent/printer"
	"github.com/wareloom/wareloom/engine/agent/scale"
)

// paired makes the folder of an agent that was paired with a server.
func paired(t *testing.T, url string) string {
	t.Helper()
	folder := t.TempDir()
	text, err := json.Marshal(Identity{Server: url, Guid: "g", Secret: "s", Name: "Bench"})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, identityFile), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// set is an agent in a folder that prints into another one.
func set(folder, tray string) Config {
	return Config{Folder: folder, Log: slog.New(slog.DiscardHandler), Printers: []printer.Line{{Address: "spool://" + tray, Name: "tray", Language: "zpl"}}}
}

// house plays the server: it hands labels over once, and keeps what it is told.
type house struct {
	mu     sync.Mutex
	hands  []string // answers to calls for labels, one after the other
	takes  []map[string]any
	told   []string
	weighs []string
	down   bool        // answers nothing that can be read
	heard  chan string // a path, for each call that was answered
}

func (h *house) answer(path string, body map[string]any, _ http.Header) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down {
		return ""
	}
	answer := `{"result":true,"data":{"labels":[]}}`
	switch path {
	case "/api/agent/take":
		h.takes = append(h.takes, body)
		if len(h.hands) > 0 {
			answer, h.hands = h.hands[0], h.hands[1:]
		}
	case "/api/agent/tell":
		for _, end := range body["ends"].([]any) {
			h.told = append(h.told, fmt.Sprint(end.(map[string]any)["label"], " ", end.(map[string]any)["state"]))
		}
	case "/api/agent/weigh":
		h.weighs = append(h.weighs, fmt.Sprint(body["scales"]))
	}
	select {
	case h.heard <- path:
	default:
	}
	return answer
}

// until waits for a call.
func (h *house) until(t *testing.T, path string) {
	t.Helper()
	for got := range h.heard {
		if got == path {
			return
		}
	}
}

func handOver(t *testing.T, labels ...handed) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"result": true, "data": map[string]any{"labels": labels}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnAgentPrintsWhatItIsHanded follows a label from the server to the printer and
// back: told is what became of it, and no more is held then.
func TestAnAgentPrintsWhatItIsHanded(t *testing.T) {
	t.Parallel()
	tray := t.TempDir()
	h := &house{heard: make(chan string, 100), hands: []string{handOver(t, handed{"7.1", "spool://" + tray, "application/zpl", []byte("^XA^XZ"), 1})}}
	folder := paired(t, server(t, h.answer).URL)
	a, err := New(set(folder, tray))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- a.Run(ctx) }()
	h.until(t, "/api/agent/tell")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(filepath.Join(tray, "7.1.zpl")); err != nil || string(content) != "^XA^XZ" {
		t.Errorf("printed is %q (%v)", content, err)
	}
	first := h.takes[0]
	if got := fmt.Sprint(first["seq"], first["holding"], first["printers"]); got != "1 [] [map[address:spool://"+tray+" condition:untold language:zpl name:tray room:8]]" {
		t.Errorf("asked was with %s", got)
	}
	if len(h.told) == 0 || h.told[0] != "7.1 sent" {
		t.Errorf("told is %v", h.told)
	}
}

// TestAnAgentPrintsWhileItsServerIsAway: what it holds is printed without a word from the
// server, once, and told when it is there again.
func TestAnAgentPrintsWhileItsServerIsAway(t *testing.T) {
	t.Parallel()
	tray := t.TempDir()
	h := &house{heard: make(chan string, 100), down: true}
	folder := paired(t, server(t, h.answer).URL)
	held, err := journal.Open(folder)
	if err == nil {
		err = held.Take(journal.Entry{Label: "7.1", Printer: "spool://" + tray, Type: "application/zpl", Pages: 1, Count: journal.Untold}, []byte("^XA^XZ"))
	}
	if err = errors.Join(err, held.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := New(set(folder, tray))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- a.Run(ctx) }()
	for {
		if _, err := os.Stat(filepath.Join(tray, "7.1.zpl")); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.mu.Lock()
	if len(h.told) > 0 {
		t.Errorf("told is %v by a server that is away", h.told)
	}
	h.down = false
	h.mu.Unlock()
	h.until(t, "/api/agent/tell")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(tray); err != nil || len(files) != 1 || len(h.told) == 0 || h.told[0] != "7.1 sent" {
		t.Errorf("in the tray are %v, told is %v (%v)", files, h.told, err)
	}
}

// TestAnAgentWhoseFolderWasCopiedEnds holds that the server's word for it ends the whole
// agent, with the remedy.
func TestAnAgentWhoseFolderWasCopiedEnds(t *testing.T) {
	t.Parallel()
	s := server(t, fixed(`{"result":false,"statusCode":409,"msg":"stale"}`))
	a, err := New(set(paired(t, s.URL), t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(t.Context()); !errors.Is(err, ErrStale) {
		t.Errorf("it ends with %v", err)
	}
}

// TestAFolderHasOneAgent holds a second one off until the first has ended.
func TestAFolderHasOneAgent(t *testing.T) {
	t.Parallel()
	c := set(paired(t, server(t, fixed(`{"result":true}`)).URL), t.TempDir())
	first, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "another agent works in") {
		t.Errorf("a second one opens the folder: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := first.Run(stopped); err != nil {
		t.Fatal(err)
	}
	again, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Run(stopped); err != nil {
		t.Error(err)
	}
}

// TestLabelsOfAPrinterThatIsGoneEnd restarts an agent that serves a printer no more: what
// was begun there is unknown, the rest has failed.
func TestLabelsOfAPrinterThatIsGoneEnd(t *testing.T) {
	t.Parallel()
	tray := t.TempDir()
	c := set(paired(t, "http://127.0.0.1:1"), tray)
	j, err := journal.Open(c.Folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []journal.Entry{{Label: "1.1", Printer: "tcp://gone"}, {Label: "2.1", Printer: "tcp://gone", Begun: true}, {Label: "3.1", Printer: "spool://" + tray}} {
		err = errors.Join(err, j.Take(e, nil))
	}
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]string{}
	for _, e := range a.journal.Ended() {
		states[e.Label] = e.State + " " + e.Why.Key + " " + fmt.Sprint(e.Why.Params["printer"])
	}
	want := map[string]string{"1.1": "failed print.printer_gone tcp://gone", "2.1": "unknown print.printer_gone tcp://gone"}
	if fmt.Sprint(states) != fmt.Sprint(want) {
		t.Errorf("ended are %v, want %v", states, want)
	}
	if entry, waits := a.next("spool://" + tray); !waits || entry.Label != "3.1" {
		t.Errorf("next at the printer that stays is %+v", entry)
	}
	if entry, waits := a.next("tcp://gone"); waits {
		t.Errorf("next at the printer that is gone is %+v", entry)
	}
}

// TestRoomIsForWhatIsNotHeld holds that a printer takes as many labels as its agent has
// not yet, and that the agent rests when there is none.
func TestRoomIsForWhatIsNotHeld(t *testing.T) {
	t.Parallel()
	tray := t.TempDir()
	h := &house{heard: make(chan string, 100)}
	a, err := New(set(paired(t, server(t, h.answer).URL), tray))
	if err != nil {
		t.Fatal(err)
	}
	for held := range mostHeld + 2 {
		_, full, err := a.ask(t.Context())
		room := fmt.Sprint(h.takes[held]["printers"].([]any)[0].(map[string]any)["room"])
		if want := max(mostHeld-held, 0); err != nil || room != fmt.Sprint(want) || full != (want == 0) {
			t.Errorf("with %d held it has room for %s, full %t (%v)", held, room, full, err)
		}
		if err := a.journal.Take(journal.Entry{Label: fmt.Sprint(held), Printer: "spool://" + tray}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatCannotBeOpenedIsTold(t *testing.T) {
	t.Parallel()
	good := paired(t, "http://127.0.0.1:1")
	for name, c := range map[string]Config{
		"not paired": set(t.TempDir(), "/tray"), "a printer without an address": {Folder: good, Printers: []printer.Line{{Address: "bench"}}},
		"a certificate that is not there": {Folder: good, Authority: filepath.Join(good, "none.pem")},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: it opens", name)
		}
	}
	if _, err := New(set(good, "/tray")); err != nil {
		t.Errorf("the folder is left locked: %v", err)
	}
}

// TestAScaleIsToldInKilograms holds what the server hears of scales, whatever they show.
func TestAScaleIsToldInKilograms(t *testing.T) {
	t.Parallel()
	s := scale.New(scale.Line{Address: "tcp://127.0.0.1:1", Name: "left", Driver: "aandd"}, func() {})
	told := tellScale(s)
	if told.Address != "tcp://127.0.0.1:1" || told.Name != "left" || told.Driver != "aandd" || told.Condition != scale.Silent || told.Weight != "0" || told.Tare != "0" {
		t.Errorf("before it said anything: %+v", told)
	}
}
