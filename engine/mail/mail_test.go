package mail_test

import (
	"bufio"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/mail"
)

// house takes letters by SMTP and gives what was said to it.
func house(t *testing.T) (address string, heard <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	letters := make(chan string, 1)
	go func() {
		if conn, err := listener.Accept(); err == nil {
			letters <- serve(conn)
		}
	}()
	return listener.Addr().String(), letters
}

func serve(conn net.Conn) string {
	defer conn.Close()
	var said strings.Builder
	answer := func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
	answer("220 here")
	lines, data := bufio.NewScanner(conn), false
	for lines.Scan() {
		line := lines.Text()
		said.WriteString(line + "\n")
		switch {
		case data && line == ".":
			data = false
			answer("250 kept")
		case data:
		case strings.HasPrefix(line, "EHLO"):
			answer("250 here")
		case line == "DATA":
			data = true
			answer("354 go on")
		case line == "QUIT":
			answer("221 bye")
			return said.String()
		default:
			answer("250 ok")
		}
	}
	return said.String()
}

// TestALetterIsHandedOver: to one reader, in plain words; what stands in a subject or an
// address makes no further header and no further reader.
func TestALetterIsHandedOver(t *testing.T) {
	t.Parallel()
	address, heard := house(t)
	post, err := mail.Open("smtp://" + address + "?from=wms@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"", "nobody", "a@example.com\r\nRCPT TO:<b@example.com>", "a@example.com, b@example.com"} {
		if err := post.Send(t.Context(), mail.Letter{To: to, Subject: "x", Text: "x"}); err == nil {
			t.Errorf("a letter goes to %q", to)
		}
	}
	letter := mail.Letter{To: "ana@example.com", Subject: "Hello\r\nBcc: eve@example.com", Text: "The code is 42"}
	if err := post.Send(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	select {
	case said := <-heard:
		for _, want := range []string{"MAIL FROM:<wms@example.com>", "RCPT TO:<ana@example.com>", "The code is 42", "text/plain"} {
			if !strings.Contains(said, want) {
				t.Errorf("the letter lacks %q:\n%s", want, said)
			}
		}
		if strings.Contains(said, "\nBcc:") || strings.Count(said, "RCPT TO") != 1 {
			t.Errorf("the subject wrote a header:\n%s", said)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no letter came")
	}
}

func TestAnAddressOfAServer(t *testing.T) {
	t.Parallel()
	if post, err := mail.Open(""); post != nil || err != nil {
		t.Errorf("without a server: %v %v", post, err)
	}
	for _, bad := range []string{"mail.example.com", "http://mail.example.com?from=a@example.com", "smtp://mail.example.com", "smtp://?from=a@example.com"} {
		if _, err := mail.Open(bad); err == nil {
			t.Errorf("%q is taken for a mail server", bad)
		}
	}
}
