package mail

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// longest is how long a letter may take.
const longest = 30 * time.Second

// Letter is what one person reads.
type Letter struct {
	To, Subject, Text string
	Files             []File
	ID                string // the same for each try to send it; "" for one that is sent once
}

// File goes along with a letter.
type File struct {
	Name    string
	Content []byte
}

// Post hands letters to one mail server.
type Post struct {
	client *gomail.Client
	from   string
}

// Open reads the address of a mail server, as smtp://user:password@host:587?from=wms@example.com;
// smtps speaks TLS from the first word, smtp changes over to it, and only to a server of
// this machine goes on without. The empty address is no server, and no Post.
func Open(address string) (*Post, error) {
	if address == "" {
		return nil, nil
	}
	at, err := url.Parse(address)
	if err != nil || at.Hostname() == "" || at.Scheme != "smtp" && at.Scheme != "smtps" {
		return nil, fmt.Errorf("mail server: an address as smtp://user:password@host:587?from=wms@example.com is needed")
	}
	from := at.Query().Get("from")
	if err := gomail.NewMsg().From(from); err != nil {
		return nil, fmt.Errorf("mail server: from=%s is no sender: %w", from, err)
	}
	options := []gomail.Option{gomail.WithTimeout(longest), gomail.WithTLSPolicy(policy(at))}
	if at.Scheme == "smtps" {
		options = append(options, gomail.WithSSL())
	}
	if port, err := strconv.Atoi(at.Port()); err == nil {
		options = append(options, gomail.WithPort(port))
	}
	if password, given := at.User.Password(); given {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(at.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(at.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return &Post{client: client, from: from}, nil
}

// policy is how a connection that begins open is closed to others.
func policy(at *url.URL) gomail.TLSPolicy {
	if host := at.Hostname(); host == "localhost" || host == "127.0.0.1" || host == "::1" {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// Send hands over a letter. It is plain words, whatever stands in them, to one reader.
func (p *Post) Send(ctx context.Context, l Letter) error {
	message := gomail.NewMsg()
	if err := message.From(p.from); err != nil {
		return fmt.Errorf("write a letter: %w", err)
	}
	if err := message.To(l.To); err != nil {
		return fmt.Errorf("write a letter: %w", err)
	}
	message.Subject(l.Subject)
	message.SetBodyString(gomail.TypeTextPlain, l.Text)
	if l.ID != "" {
		_, house, _ := strings.Cut(p.from, "@")
		message.SetMessageIDWithValue(l.ID + "@" + house)
	}
	for _, f := range l.Files {
		if err := message.AttachReader(f.Name, bytes.NewReader(f.Content)); err != nil {
			return fmt.Errorf("write a letter: %w", err)
		}
	}
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	if err := p.client.DialAndSendWithContext(ctx, message); err != nil {
		return fmt.Errorf("send a letter: %w", err)
	}
	return nil
}
