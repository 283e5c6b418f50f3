package httpapi

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/mailing"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// mailedFormats are the files in which a report goes by letter.
var mailedFormats = []string{exchange.FormatXLSX, printing.FormatPDF}

// mailingList answers the letters of a report, or of all, that one gets oneself; who
// manages what comes by itself sees those of others, too.
func (a *API) mailingList(q *request) (any, error) {
	var body struct {
		Report string `json:"report"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	rows := []map[string]any{}
	address := false
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		user := q.actor().UserID
		if err := tx.Get(ctx, &address, `select coalesce(email, '') <> '' from "user" where id = ?`, user); err != nil {
			return err
		}
		if body.Report != "" && q.mailsOthers() {
			user = 0
		}
		all, err := mailing.List(ctx, tx, body.Report, user)
		if err != nil {
			return err
		}
		users := make([]int64, len(all))
		for i, m := range all {
			users[i] = m.UserID
		}
		names, err := a.Records.UserNames(ctx, tx, q.release, users)
		for _, m := range all {
			rows = append(rows, q.mailingAnswer(m, names[m.UserID]))
		}
		return err
	})
	zone := a.Reports.Zone(q.ctx, auth.Actor{}).String()
	return map[string]any{"rows": rows, "letters": a.Letters, "address": address, "others": q.mailsOthers(), "zone": zone}, err
}

// mailsOthers reports whether the caller may have reports sent to others.
func (q *request) mailsOthers() bool {
	return q.actor().OwnerID == 0 && q.rights.Can(meta.RightScheduling)
}

func (q *request) mailingAnswer(m mailing.Mailing, name string) map[string]any {
	title := m.Report
	if known, ok := q.release.Reports[m.Report]; ok {
		title = known.Meta.Title.In(q.language)
	}
	row := map[string]any{
		"id": m.ID, "report": m.Report, "title": title, "user_id": m.UserID, "user": name, "params": json.RawMessage(m.Params),
		"formats": m.FormatList(), "language": m.Language, "every": m.Every, "day": m.Day, "hour": m.Hour, "paused": m.Paused,
		"nextAt": rfc3339(m.DueAt), "lastAt": rfc3339(m.LastAt), "result": m.Result, "failure": "",
	}
	if m.Failure != "" {
		row["failure"] = q.texts.wordFailure(m.Failure, q.language)
	}
	return row
}

// mailingSave keeps a timetable by which a report goes to the caller, or to somebody whom
// he names and may name. What it asks is tried once, within the caller's own rights.
func (a *API) mailingSave(q *request) (any, error) {
	var body struct {
		ID       int64           `json:"id"`
		Report   string          `json:"report"`
		Params   json.RawMessage `json:"params"`
		Formats  []string        `json:"formats"`
		Language string          `json:"language"`
		Every    string          `json:"every"`
		Day      int             `json:"day"`
		Hour     int             `json:"hour"`
		UserID   int64           `json:"user_id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	m := mailing.Mailing{
		ID: body.ID, Report: body.Report, Params: string(bytes.TrimSpace(body.Params)), Language: q.release.Languages.Choose(body.Language),
		Every: body.Every, Day: body.Day, Hour: body.Hour, UserID: body.UserID, MadeBy: q.actor().UserID,
	}
	if m.UserID == 0 {
		m.UserID = m.MadeBy
	}
	var err error
	if m.Formats, err = mailing.Formats(body.Formats, mailedFormats); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	if err := q.mayMail(&m); err != nil {
		return nil, err
	}
	m.DueAt = m.Next(a.Now(), a.Reports.Zone(q.ctx, auth.Actor{})).UnixMilli()
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if m.ID != 0 {
			was, err := q.ownMailing(ctx, tx, m.ID)
			if err == nil && was.Report != m.Report {
				err = wrong("report")
			}
			if err != nil {
				return nil, err
			}
		} else if _, err := a.Auth.Current(ctx, tx, auth.Actor{UserID: m.UserID}); err != nil {
			return nil, err
		}
		id, err := mailing.Save(ctx, tx, m)
		return map[string]int64{"id": id}, err
	})
}

// mayMail refuses a report that the caller may not take along, a question that the report
// does not understand, and letters to others from who may write to himself only.
func (q *request) mayMail(m *mailing.Mailing) error {
	known, ok := q.release.Reports[m.Report]
	if !ok {
		return fault.New(fault.NotFound, "screen.unknown", "key", m.Report)
	}
	if err := q.rights.Require(known.Table.Right(meta.Export)); err != nil {
		return err
	}
	if m.UserID != q.actor().UserID && !q.mailsOthers() {
		return q.rights.Require(meta.RightScheduling)
	}
	params := map[string]any{}
	read := json.NewDecoder(bytes.NewReader([]byte(m.Params)))
	read.UseNumber()
	if err := read.Decode(&params); err != nil {
		return fault.New(fault.Malformed, "msg.bad_json").On("params").Because(err)
	}
	_, err := q.report(m.Report, params, 0)
	return err
}

// ownMailing finds a mailing that is the caller's to change.
func (q *request) ownMailing(ctx context.Context, tx *store.Tx, id int64) (mailing.Mailing, error) {
	m, err := mailing.Find(ctx, tx, id)
	if err == nil && m.UserID != q.actor().UserID && !q.mailsOthers() {
		return m, fault.New(fault.NotFound, "mailing.unknown")
	}
	return m, err
}

// onMailing changes one mailing of the caller's.
func (a *API) onMailing(change func(ctx context.Context, tx *store.Tx, q *request, m mailing.Mailing) error) func(*request) (any, error) {
	return func(q *request) (any, error) {
		id, err := q.bindID()
		if err != nil {
			return nil, err
		}
		return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
			m, err := q.ownMailing(ctx, tx, id)
			if err != nil {
				return nil, err
			}
			return nil, change(ctx, tx, q, m)
		})
	}
}

func removeMailing(ctx context.Context, tx *store.Tx, _ *request, m mailing.Mailing) error {
	return mailing.Remove(ctx, tx, m.ID)
}

// sendMailing has one letter written beside the timetable.
func sendMailing(ctx context.Context, tx *store.Tx, q *request, m mailing.Mailing) error {
	return mailing.Ask(ctx, tx, m.ID, q.api.Now().UnixMilli())
}

// pauseMailing stops a mailing; resumeMailing lets it go on.
func pauseMailing(ctx context.Context, tx *store.Tx, q *request, m mailing.Mailing) error {
	return q.pauseMailing(ctx, tx, m, true)
}

func resumeMailing(ctx context.Context, tx *store.Tx, q *request, m mailing.Mailing) error {
	return q.pauseMailing(ctx, tx, m, false)
}

func (q *request) pauseMailing(ctx context.Context, tx *store.Tx, m mailing.Mailing, paused bool) error {
	return mailing.Pause(ctx, tx, m.ID, paused, m.Next(q.api.Now(), q.api.Reports.Zone(q.ctx, auth.Actor{})))
}
