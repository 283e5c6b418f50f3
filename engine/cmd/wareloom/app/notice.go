package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// keepNotices is how long persons find what they were told.
const keepNotices = 90 * 24 * time.Hour

// toldJobs are the kinds of jobs whose end their asker is told; each names the
// beginning of its texts.
var toldJobs = map[string]string{exchange.JobExport: "notice.export", exchange.JobImport: "notice.import", document.JobKind: "notice.batch", spool.JobRender: "notice.paper"}

// notifier brings the effect by which a document tells persons something.
type notifier struct {
	notices *notice.Notices
	letters bool // there is a mail server
}

// Name implements plugin.Plugin.
func (notifier) Name() string { return "notice" }

// Register implements plugin.Plugin.
func (n notifier) Register(r *plugin.Registrar) {
	r.Effect("add", n.add)
	r.Ready(plugin.Invariant{Key: "notice.no_mail", Check: n.waitForLetters})
}

// add tells a user, all of a role but the one who acts, or all persons of an owner,
// about each head. Who may not open its page is led to that of link.
func (n notifier) add(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, element := range batch {
		users, err := toldBy(ctx, e, element)
		if err == nil {
			users, err = n.byChoice(ctx, e, element, users)
		}
		if err != nil {
			return err
		}
		told := notice.New{Users: users, Key: record.Text(element, "text"), Params: element}
		if told.Link = record.Text(element, "link"); told.Link == "" {
			told.Link = "document:" + e.Document.Key + "/" + strconv.FormatInt(record.ID(e.Heads[min(i, len(e.Heads)-1)]), 10)
		}
		if err := n.notices.Add(ctx, e.Tx, told); err != nil {
			return err
		}
	}
	return nil
}

// toldBy are the users that an element names.
func toldBy(ctx context.Context, e *plugin.EffectEvent, element plugin.Row) ([]int64, error) {
	var users []int64
	if role := record.Text(element, "role"); role != "" {
		const text = `select u.id from user_role ur join "role" r on r.id = ur.role_id join "user" u on u.id = ur.user_id
			where r.code = ? and r.enabled and u.enabled and u.id <> ? order by u.id`
		if err := e.Tx.Select(ctx, &users, text, role, e.Actor.UserID); err != nil {
			return nil, fmt.Errorf("find users of role %s: %w", role, err)
		}
	}
	if user, ok := element["user"].(int64); ok {
		users = append(users, user)
	}
	if owner, ok := element["owner"].(int64); ok {
		return ownersPersons(ctx, e, owner, users)
	}
	return users, nil
}

// ownersPersons adds the persons who see the rows of an owner and no others.
func ownersPersons(ctx context.Context, e *plugin.EffectEvent, owner int64, users []int64) ([]int64, error) {
	for _, userType := range meta.Sorted(e.Rights.Release().UserTypes) {
		if userType.Owner == nil {
			continue
		}
		var persons []int64
		text := `select id from "user" where user_type = ? and ` + store.Quote(userType.Owner.Field) + ` = ? and enabled order by id`
		if err := e.Tx.Select(ctx, &persons, text, userType.Key, owner); err != nil {
			return nil, fmt.Errorf("find the persons of owner %d: %w", owner, err)
		}
		users = append(users, persons...)
	}
	return users, nil
}

// tellJobEnd tells the asker of a job that it ended; a failure to tell is only
// logged.
func (a *App) tellJobEnd(ctx context.Context, id int64) {
	var ended *job.Job
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		ended, err = endedJob(ctx, tx, id)
		return err
	})
	if err == nil && ended != nil {
		err = a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			return a.notices.Add(ctx, tx, jobNotice(a.Catalog.Current(), ended))
		})
	}
	if err != nil {
		a.log.Error("nobody was told of the end of a job", "job", id, "error", err)
	}
}

// settleImport closes the row of a file whose job ended without reading it.
func (a *App) settleImport(ctx context.Context, id int64) {
	var ended *job.Job
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		ended, err = job.Get(ctx, tx, id)
		return err
	})
	if err == nil && ended.Kind == exchange.JobImport && ended.State != job.Done {
		err = a.DB.Write(ctx, a.Exchange.Settle)
	}
	if err != nil {
		a.log.Error("the file of a job that ended stays open", "job", id, "error", err)
	}
}

// endedJob finds a job that ended and whose asker wants to know; nil for others.
func endedJob(ctx context.Context, tx *store.Tx, id int64) (*job.Job, error) {
	found, err := job.Get(ctx, tx, id)
	if err != nil || toldJobs[found.Kind] == "" || found.CreatedBy == 0 || found.State != job.Done && found.State != job.Dead {
		return nil, err
	}
	return found, nil
}

func jobNotice(release *catalog.Release, ended *job.Job) notice.New {
	ask, outcome := asked(ended.Arguments), "_done"
	switch {
	case ended.State == job.Dead:
		outcome = "_failed"
	case ask.DryRun:
		outcome = "_checked"
	}
	return notice.New{
		Users: []int64{ended.CreatedBy}, Key: toldJobs[ended.Kind] + outcome, Params: map[string]any{"what": ask.subject(release)},
		Link: "custom:jobs", File: ended.File, Source: "job:" + jobKey(ended.ID),
	}
}

// ask is what the arguments of a job say of what it was about.
type ask struct {
	Mapping, Table string
	DryRun         bool
}

// asked reads the arguments of a job; of those of an older version nothing is known.
func asked(arguments string) ask {
	var a ask
	if json.Unmarshal([]byte(arguments), &a) != nil {
		return ask{}
	}
	return a
}

// subject is the title of what a job was about.
func (ask ask) subject(release *catalog.Release) any {
	if mapping, ok := release.Mappings[ask.Mapping]; ok {
		return mapping.Meta.Title
	}
	if table, ok := release.Tables[ask.Table]; ok {
		return table.Meta.Title
	}
	return ""
}

// waitForLetters finds who asked for letters where none are sent.
func (n notifier) waitForLetters(ctx context.Context, tx plugin.Tx) (found []plugin.Breach, err error) {
	if n.letters {
		return nil, nil
	}
	return plugin.Breaking("", `SELECT u.id, u.account FROM "user" u WHERE u.enabled AND (EXISTS (SELECT 1 FROM notice_choice c WHERE c.user_id = u.id AND c.mail <> 0)
		OR EXISTS (SELECT 1 FROM mailing m WHERE m.user_id = u.id AND m.paused = 0)) ORDER BY u.account`).Check(ctx, tx)
}
