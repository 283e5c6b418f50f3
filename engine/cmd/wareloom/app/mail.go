package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// The jobs that write letters. What is a secret in a letter is made when it is written:
// nothing of it waits in the database.
const (
	mailLetter = "mail.letter"
	mailCode   = "mail.code"
	mailReset  = "mail.reset"
)

// letter is one in the making: its words by their key, to an address.
type letter struct {
	To       string       `json:"to"`
	Key      string       `json:"key"` // of the words; those of the subject end with .subject
	Language string       `json:"language"`
	Params   fault.Params `json:"params"`
}

// coded is a letter to a user with a code by which he sets his password.
type coded struct {
	User int64  `json:"user"`
	Key  string `json:"key"`
}

// forgotten is an account as somebody named it who may be anybody.
type forgotten struct {
	UserType string `json:"user_type"`
	Account  string `json:"account"`
}

// mailJobs are the kinds of jobs that write letters; they do nothing without a mail server.
func (a *App) mailJobs() []job.Kind {
	return []job.Kind{{Key: mailLetter, Run: a.sendLetter}, {Key: mailCode, Run: a.sendCode}, {Key: mailReset, Run: a.sendReset}, {Key: mailNotice, Run: a.sendNotice}}
}

func (a *App) sendLetter(ctx context.Context, task *job.Task) error {
	var l letter
	if err := task.Args(&l); err != nil {
		return err
	}
	return a.post(ctx, l)
}

// post words a letter and hands it over.
func (a *App) post(ctx context.Context, l letter) error {
	if a.config.Mail == nil || l.To == "" {
		return nil
	}
	worded, err := a.worded(ctx, l)
	if err != nil {
		return err
	}
	return a.config.Mail.Send(ctx, worded)
}

// worded is a letter in the words of its reader's language, which may name the system and
// its address.
func (a *App) worded(ctx context.Context, l letter) (mail.Letter, error) {
	release := a.Catalog.Current()
	params := fault.Params{}
	for key, value := range l.Params {
		params[key] = value
	}
	var name, address any
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if name, err = a.Settings.Value(ctx, tx, release, "system_name", nil); err != nil {
			return err
		}
		address, err = a.Settings.Value(ctx, tx, release, "public_address", nil)
		return err
	})
	params["system"], params["address"] = name, address
	language := release.Languages.Choose(l.Language)
	return mail.Letter{
		To: l.To, Subject: a.texts.Plain(language, l.Key+".subject", params), Text: a.texts.Plain(language, l.Key, params),
	}, err
}

// sendCode writes to a user with a new code; each ends the one before.
func (a *App) sendCode(ctx context.Context, task *job.Task) error {
	var c coded
	if err := task.Args(&c); err != nil {
		return err
	}
	return a.postCode(ctx, c)
}

func (a *App) postCode(ctx context.Context, c coded) error {
	l := letter{Key: c.Key, Params: fault.Params{}}
	err := a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		to, err := readerOf(ctx, tx, c.User)
		if err != nil || to.Email == "" {
			return err
		}
		token, err := a.Auth.ResetTicket(ctx, tx, c.User)
		l.To, l.Language = to.Email, to.Language
		l.Params["account"], l.Params["name"], l.Params["code"] = to.Account, to.Name, token
		return err
	})
	if err != nil {
		return err
	}
	return a.post(ctx, l)
}

// reader is who a letter goes to.
type reader struct {
	Account  string `db:"account"`
	Name     string `db:"true_name"`
	Email    string `db:"email"` // empty: he gets no letter
	Language string `db:"language"`
}

// readerOf finds where to write to a user; who may not sign in has no address.
func readerOf(ctx context.Context, tx *store.Tx, user int64) (to reader, err error) {
	const text = `select account, true_name, coalesce(email, '') as email, coalesce(language, '') as language from "user" where id = ? and enabled`
	if err = tx.Get(ctx, &to, text, user); errors.Is(err, sql.ErrNoRows) {
		return to, nil
	}
	if err != nil {
		return to, fmt.Errorf("find the reader of a letter: %w", err)
	}
	return to, nil
}

// sendReset writes a code to who forgot his password, if there is such an account.
func (a *App) sendReset(ctx context.Context, task *job.Task) error {
	var f forgotten
	if err := task.Args(&f); err != nil {
		return err
	}
	var id int64
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		actor, err := a.Auth.Find(ctx, tx, f.UserType, f.Account)
		id = actor.UserID
		return err
	})
	if fault.CodeOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return a.postCode(ctx, coded{User: id, Key: "mail.reset"})
}

// forgot has a code written to an account that somebody names, whether there is one or
// not. An account that waits for its letter waits for one.
func (a *App) forgot(ctx context.Context, tx *store.Tx, userType, account string) error {
	if a.config.Mail == nil {
		return nil
	}
	if userType == "" {
		userType = auth.BackOffice
	}
	_, err := job.Enqueue(ctx, tx, job.New{Kind: mailReset, Args: forgotten{userType, account}, UniqueKey: mailReset + ":" + userType + ":" + account})
	return err
}

// welcome opens the way in for the person of a new account: by a letter, or, without a
// mail server, by a code that the caller is told, once.
func (a *App) welcome(ctx context.Context, tx *store.Tx, id int64, email string) (code string, err error) {
	if a.config.Mail != nil && email != "" {
		_, err = job.Enqueue(ctx, tx, job.New{Kind: mailCode, Args: coded{User: id, Key: "mail.welcome"}})
		return "", err
	}
	auth.KeepNoAnswer(ctx)
	return a.Auth.ResetTicket(ctx, tx, id)
}

// write has letters written, in the words of their readers' languages.
func (a *App) write(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for _, element := range batch {
		l := letter{To: record.Text(element, "to"), Key: record.Text(element, "text"), Language: record.Text(element, "language"), Params: fault.Params(element)}
		if a.config.Mail == nil {
			e.Tell("mail.none", "to", l.To)
			continue
		}
		if _, err := job.Enqueue(ctx, e.Tx, job.New{Kind: mailLetter, Args: l}); err != nil {
			return err
		}
	}
	return nil
}
