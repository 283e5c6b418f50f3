package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/engine/mailing"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/figures"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// mailDue is the job that has the reports written which are due, and its schedule.
const mailDue = "mailing.due"

// Tries of one letter go on for two hours, doubled in their distance.
const triesOfReport = 12

// largestLetter is how many bytes of files go along with a letter: many servers take no
// more than ten million, written out in letters.
const largestLetter = 7 << 20

// mailingJobs are the kinds of jobs that send reports.
func (a *App) mailingJobs() []job.Kind {
	due := func(ctx context.Context, _ *job.Task) error { return a.MailReports(ctx) }
	return []job.Kind{{Key: mailDue, Run: due}, {Key: mailing.Job, Run: a.mailReport, Tries: triesOfReport}}
}

// MailReports has every report written that is due, once: taking it and asking for its
// letter are one transaction.
func (a *App) MailReports(ctx context.Context) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		due, err := mailing.Take(ctx, tx, a.config.Now(), a.zone.of(ctx, auth.Actor{}))
		for _, m := range due {
			if err := mailing.Ask(ctx, tx, m.ID, m.DueAt); err != nil {
				return err
			}
		}
		return err
	})
}

// mailReport computes a report as its reader may see it by now, and sends it to him.
func (a *App) mailReport(ctx context.Context, task *job.Task) error {
	var asked mailing.Asked
	if err := task.Args(&asked); err != nil {
		return err
	}
	var posted *posting
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		posted, err = a.posting(ctx, tx, asked)
		return err
	})
	if fault.CodeOf(err) == fault.NotFound && fault.IsKey(err, "mailing.unknown") {
		return nil
	}
	if err == nil {
		err = a.attach(ctx, posted)
	}
	if err == nil {
		err = a.hand(ctx, posted)
	}
	return a.noteMailing(ctx, asked.ID, posted, err)
}

// noteMailing remembers how it went. What the reader may not have is not tried again; what
// the mail server did not take is.
func (a *App) noteMailing(ctx context.Context, id int64, posted *posting, err error) error {
	result, told := mailing.Failed, fault.New(fault.Unavailable, "mailing.not_taken")
	if err == nil {
		result, told = posted.result, nil
	} else if refused, ok := fault.As(err); ok && refused.Code != fault.Internal {
		result, told, err = mailing.Refused, refused, nil
	}
	why := ""
	if told != nil {
		text, bad := json.Marshal(told)
		if bad != nil {
			return bad
		}
		why = string(text)
	}
	noted := a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		return mailing.Note(ctx, tx, id, a.config.Now(), result, why)
	})
	if err != nil {
		return err
	}
	return noted
}

// posting is a letter with a report, ready to go.
type posting struct {
	mailing.Mailing
	letter letter
	id     string // of the letter, whenever it is tried
	actor  auth.Actor
	answer *report.Answer
	facts  []report.Fact
	files  []mail.File
	result string
}

// posting reads what the letter says. A fault says why the reader gets none.
func (a *App) posting(ctx context.Context, tx *store.Tx, asked mailing.Asked) (*posting, error) {
	m, err := mailing.Find(ctx, tx, asked.ID)
	if err != nil {
		return nil, err
	}
	if a.config.Mail == nil {
		return nil, fault.New(fault.Unavailable, "mailing.no_server")
	}
	to, err := readerOf(ctx, tx, m.UserID)
	if err != nil {
		return nil, err
	}
	actor, err := a.Auth.Current(ctx, tx, auth.Actor{UserID: m.UserID, Account: to.Account, Language: m.Language})
	if err != nil {
		return nil, err
	}
	if to.Email == "" {
		return nil, fault.New(fault.Conflict, "mailing.no_address")
	}
	rights, err := a.Access.For(ctx, tx, a.Catalog.Current(), actor)
	if err != nil {
		return nil, err
	}
	answer, err := a.mailed(ctx, tx, rights, m)
	if err != nil {
		return nil, err
	}
	facts, err := a.Reports.Facts(ctx, tx, rights, answer, m.Language)
	if err != nil {
		return nil, err
	}
	p := &posting{Mailing: m, actor: rights.Actor(), answer: answer, facts: facts, id: fmt.Sprintf("report-%d-%d", m.ID, asked.Due), result: mailing.Sent, letter: letter{
		To: to.Email, Key: "mail.report", Language: m.Language,
		Params: fault.Params{"name": to.Name, "report": titleOf(answer), "facts": wordsOfFacts(facts), "route": a.routeOf(actor, m.Report), "max": largestLetter >> 20},
	}}
	if len(answer.Rows) == 0 {
		p.result, p.letter.Key = mailing.Empty, "mail.report_empty"
	}
	return p, nil
}

// attach puts the figures along, where there are some and the letter does not grow too
// large.
func (a *App) attach(ctx context.Context, p *posting) (err error) {
	if p.result == mailing.Empty {
		return nil
	}
	if p.files, err = a.reportFiles(ctx, p); err != nil {
		return err
	}
	if sizeOf(p.files) > largestLetter {
		p.files, p.result, p.letter.Key = nil, mailing.Large, "mail.report_large"
	}
	return nil
}

// mailed answers the report, to who may take it along.
func (a *App) mailed(ctx context.Context, tx *store.Tx, rights *access.Rights, m mailing.Mailing) (*report.Answer, error) {
	known, ok := rights.Release().Reports[m.Report]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", m.Report)
	}
	if err := rights.Require(known.Table.Right(meta.Export)); err != nil {
		return nil, err
	}
	params := map[string]any{}
	read := json.NewDecoder(strings.NewReader(m.Params))
	read.UseNumber()
	if err := read.Decode(&params); err != nil {
		return nil, fmt.Errorf("read what mailing %d asks: %w", m.ID, err)
	}
	return a.Reports.Run(ctx, tx, rights, report.Ask{Report: m.Report, Params: params, Language: m.Language})
}

// reportFiles are the figures in the formats of a mailing.
func (a *App) reportFiles(ctx context.Context, p *posting) (files []mail.File, err error) {
	for _, format := range p.FormatList() {
		var content []byte
		if format == printing.FormatPDF {
			content, err = a.reportPaper(ctx, p)
		} else {
			titles, rows := p.answer.Cells()
			content, err = exchange.WriteFigures(format, titles, rows)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, mail.File{Name: p.answer.Title + "." + format, Content: content})
	}
	return files, nil
}

func (a *App) reportPaper(ctx context.Context, p *posting) ([]byte, error) {
	word := func(key string, params fault.Params) string { return a.texts.Word(p.Language, key, params) }
	reader := figures.Reader{Word: word, Zone: a.zone.of(ctx, p.actor)}
	return a.spool.Figures(ctx, figures.PaperOf(p.answer, p.facts, reader, p.Language, p.actor.Name(), a.config.Now()))
}

// hand gives a letter to the mail server.
func (a *App) hand(ctx context.Context, p *posting) error {
	worded, err := a.worded(ctx, p.letter)
	if err != nil {
		return err
	}
	worded.Files, worded.ID = p.files, p.id
	return a.config.Mail.Send(ctx, worded)
}

// routeOf is where a person finds a report.
func (a *App) routeOf(actor auth.Actor, key string) string {
	menus := a.Catalog.Current().Menus
	for _, id := range slices.Sorted(maps.Keys(menus)) {
		item := menus[id]
		if item.Screen == "report:"+key && item.Users() == actor.UserType {
			return item.Route
		}
	}
	return "/"
}

// titleOf names a report with the days of the periods that it is about.
func titleOf(answer *report.Answer) string {
	told := answer.Title
	for _, days := range meta.Sorted(answer.Days) {
		told += " " + strings.Join(slices.Compact(days[:]), " – ")
	}
	return told
}

// wordsOfFacts tells what a report was narrowed to, one fact a line.
func wordsOfFacts(facts []report.Fact) string {
	var told strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&told, "%s: %s\n", f.Title, f.Words)
	}
	return told.String()
}

func sizeOf(files []mail.File) (bytes int) {
	for _, f := range files {
		bytes += len(f.Content)
	}
	return bytes
}
