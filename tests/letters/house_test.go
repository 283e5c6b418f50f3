// Package letters tries what goes out by mail, with a mail server of its own.
package letters

import (
	"bufio"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// house takes letters by SMTP.
type house struct {
	address string
	refuses atomic.Int64 // letters that it does not take, before it takes one

	mu      sync.Mutex
	letters []letter
}

// letter is one that came.
type letter struct {
	to, id, subject, text string
	files                 map[string][]byte
}

func openHouse(t *testing.T) *house {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	h := &house{address: "smtp://" + listener.Addr().String() + "?from=wms@example.com"}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go h.serve(t, conn)
		}
	}()
	return h
}

// serve speaks as much SMTP as a client that hands over letters needs.
func (h *house) serve(t *testing.T, conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewReader(conn)
	answer := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	answer("220 here")
	for {
		line, err := lines.ReadString('\n')
		switch word := strings.ToUpper(strings.TrimSpace(line)); {
		case err != nil:
			return
		case word == "QUIT":
			answer("221 bye")
			return
		case word == "DATA" && h.refuses.Add(-1) >= 0:
			answer("451 come again")
		case word == "DATA":
			answer("354 go on")
			h.keep(t, dataOf(lines))
			answer("250 kept")
		default:
			answer("250 ok")
		}
	}
}

func dataOf(lines *bufio.Reader) string {
	var said strings.Builder
	for {
		line, err := lines.ReadString('\n')
		if err != nil || line == ".\r\n" {
			return said.String()
		}
		said.WriteString(strings.TrimPrefix(line, "."))
	}
}

func (h *house) keep(t *testing.T, text string) {
	message, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Errorf("no letter: %v", err)
		return
	}
	words := new(mime.WordDecoder)
	subject, _ := words.DecodeHeader(message.Header.Get("Subject"))
	l := letter{to: message.Header.Get("To"), id: message.Header.Get("Message-ID"), subject: subject, files: map[string][]byte{}}
	kind, params, _ := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if !strings.HasPrefix(kind, "multipart/") {
		content, _ := io.ReadAll(message.Body)
		l.text = string(content)
	} else {
		l.take(t, multipart.NewReader(message.Body, params["boundary"]), words)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.letters = append(h.letters, l)
}

// take reads the parts of a letter.
func (l *letter) take(t *testing.T, parts *multipart.Reader, words *mime.WordDecoder) {
	for {
		part, err := parts.NextPart()
		if err != nil {
			return
		}
		name, _ := words.DecodeHeader(part.FileName())
		var content io.Reader = part
		if part.Header.Get("Content-Transfer-Encoding") == "base64" {
			content = base64.NewDecoder(base64.StdEncoding, part)
		}
		all, err := io.ReadAll(content)
		if err != nil {
			t.Errorf("read %q: %v", name, err)
		}
		if name == "" {
			l.text += string(all)
			continue
		}
		l.files[name] = all
	}
}

// came gives the letters that came, and forgets them.
func (h *house) came() []letter {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.letters
	h.letters = nil
	return all
}
