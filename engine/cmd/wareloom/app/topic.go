package app

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// mailNotice is the job that writes to somebody what the bell tells others.
const mailNotice = "mail.notice"

// toldLetter is a notice that becomes a letter.
type toldLetter struct {
	User   int64        `json:"user"`
	Key    string       `json:"key"` // of the notice's text
	Topic  string       `json:"topic"`
	Params fault.Params `json:"params"`
}

// topics are what documents tell the persons of an owner about: the topics of their
// notices, with how those are told who chose nothing.
func (a *App) topics() []httpapi.Topic {
	var list []httpapi.Topic
	for _, document := range a.Catalog.Current().Documents {
		for i := range document.Actions {
			for _, effect := range document.Actions[i].Do {
				if t, ok := topicOf(effect); ok && !slices.Contains(list, t) {
					list = append(list, t)
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y httpapi.Topic) int { return cmp.Compare(x.Key, y.Key) })
	return list
}

// topicOf reads the topic that a notice of an effect is about.
func topicOf(effect *catalog.Effect) (t httpapi.Topic, ok bool) {
	if effect.Key != "notice.add" {
		return t, false
	}
	for _, with := range effect.With {
		if with.Value == nil {
			continue
		}
		v, constant := with.Value.Constant()
		switch {
		case with.Key == "topic" && constant:
			t.Key, ok = v.(string)
		case with.Key == "mail" && constant:
			t.Mail, _ = v.(bool)
		}
	}
	return t, ok
}

// byChoice has letters written to those who chose them for the topic of a notice, and
// leaves those whom the bell tells. A notice without a topic tells everybody.
func (n notifier) byChoice(ctx context.Context, e *plugin.EffectEvent, element plugin.Row, users []int64) ([]int64, error) {
	topic := record.Text(element, "topic")
	if topic == "" {
		return users, nil
	}
	preset := notice.Choice{Topic: topic, Bell: true, Mail: element["mail"] == true}
	bell, mail, err := notice.Chosen(ctx, e.Tx, preset, users)
	if err != nil || !n.letters {
		return bell, err
	}
	for _, user := range mail {
		l := toldLetter{User: user, Key: record.Text(element, "text"), Topic: topic, Params: fault.Params(element)}
		if _, err := job.Enqueue(ctx, e.Tx, job.New{Kind: mailNotice, Args: l}); err != nil {
			return nil, err
		}
	}
	return bell, nil
}

// sendNotice writes a notice to who chose letters, in his language.
func (a *App) sendNotice(ctx context.Context, task *job.Task) error {
	var told toldLetter
	if err := task.Args(&told); err != nil {
		return err
	}
	var to reader
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		to, err = readerOf(ctx, tx, told.User)
		return err
	})
	if err != nil || to.Email == "" {
		return err
	}
	language := a.Catalog.Current().Languages.Choose(to.Language)
	return a.post(ctx, letter{To: to.Email, Key: "mail.notice", Language: language, Params: fault.Params{
		"name": to.Name, "text": a.texts.Plain(language, told.Key, told.Params), "topic": a.texts.Plain(language, httpapi.TopicText+told.Topic, nil),
	}})
}
