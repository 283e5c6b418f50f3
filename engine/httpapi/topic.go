package httpapi

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/store"
)

// TopicText begins the key of a topic's title.
const TopicText = "topic."

// Topic is what the persons of an owner are told about, and may choose how.
type Topic struct {
	Key  string
	Mail bool // by a letter, too, while they chose nothing
}

// heard is how one hears of a topic.
type heard struct {
	Topic string `json:"topic"`
	Title string `json:"title"`
	Bell  bool   `json:"bell"`
	Mail  bool   `json:"mail"`
}

// topicList answers how one hears of what one is told about, and whether letters can be
// written. Nobody chooses whom no owner binds: what he is told goes by his role.
func (a *API) topicList(q *request) (any, error) {
	rows := []heard{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		made, err := notice.Choices(ctx, tx, q.actor().UserID)
		for _, topic := range q.topics() {
			one := heard{Topic: topic.Key, Title: q.texts.Word(q.language, TopicText+topic.Key, nil), Bell: true, Mail: topic.Mail}
			if c, chose := made[topic.Key]; chose {
				one.Bell, one.Mail = c.Bell, c.Mail
			}
			rows = append(rows, one)
		}
		return err
	})
	return map[string]any{"rows": rows, "letters": a.Letters}, err
}

func (q *request) topics() []Topic {
	if q.actor().OwnerID == 0 || q.api.Topics == nil {
		return nil
	}
	return q.api.Topics()
}

// topicChoose keeps how one wants to hear of a topic.
func (a *API) topicChoose(q *request) (any, error) {
	var body heard
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(q.topics(), func(t Topic) bool { return t.Key == body.Topic }) {
		return nil, wrong("topic")
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, notice.Choose(ctx, tx, notice.Choice{User: q.actor().UserID, Topic: body.Topic, Bell: body.Bell, Mail: body.Mail})
	})
}
