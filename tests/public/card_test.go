package public

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/idcards/simulator"
	"github.com/wareloom/wareloom/tests/world"
)

const (
	readerKey = "the-key-of-the-test"
	goodNo    = "11010519491231002X"
	badNo     = "110105194912310020"
)

// reading is a card whose pictures a service reads.
type reading struct {
	stranger
	admin   *apptest.Session
	owner   int64
	service *simulator.Service
}

func eachReading(t *testing.T, test func(r *reading)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		r := &reading{stranger: stranger{t, server, "192.0.2.40"}, service: simulator.New(readerKey, func() float64 { return 0.5 })}
		at := httptest.NewServer(r.service)
		t.Cleanup(at.Close)
		r.admin = server.Login(t, "user", "admin")
		r.owner = first(r.stranger, r.admin, "consignor", `{"field":"code","op":"eq","value":"ACME"}`)
		for key, value := range map[string]any{"card_reader": "http", "card_reader_address": at.URL, "card_reader_key": readerKey} {
			r.set(key, value)
		}
		ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
		var running sync.WaitGroup
		running.Go(func() { server.Jobs.Run(ctx) })
		t.Cleanup(func() { stop(); running.Wait() })
		test(r)
	})
}

func (r *reading) set(key string, value any) {
	r.Helper()
	text, err := json.Marshal(map[string]any{"key": key, "level": "system", "value": value})
	if err != nil {
		r.Fatal(err)
	}
	r.call(r.admin, "settings/save", string(text))
}

func (r *reading) get(id int64) (card struct {
	Version                                     int64
	Status, Reading, Front, Back, Name, Address string
	IDNo                                        string `json:"id_no"`
	ValidTo                                     string `json:"valid_to"`
	ReadNote                                    string `json:"read_note"`
	Readings                                    []struct {
		Field string `json:"card_field"`
		Now   string `json:"now_value"`
		Read  string `json:"read_value"`
		Doubt string
		Sure  int64 `json:"confidence"`
	}
},
) {
	r.Helper()
	answer := struct{ Data any }{&card}
	text := r.call(r.admin, "data/id_card/get", fmt.Sprintf(`{"id":%d}`, id))
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		r.Fatalf("%v: %s", err, text)
	}
	return card
}

func (r *reading) waits(id int64, state string) {
	r.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if got := r.get(id).Reading; got == state {
			return
		} else if time.Now().After(deadline) {
			r.Fatalf("the reading is %q, want %q", got, state)
		}
	}
}

func (r *reading) act(id int64, name, params string) apptest.Answer {
	r.Helper()
	return r.server.Do(r.T, apptest.Call{Path: "/api/data/id_card/act", As: r.admin, Body: fmt.Sprintf(`{"id":%d,"version":%d,"name":%q,"params":%s}`, id, r.get(id).Version, name, params)})
}

func (r *reading) verify() {
	r.Helper()
	report, err := r.server.Verify(r.Context())
	for _, one := range report.Invariants {
		if !one.OK {
			r.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
		}
	}
	if err != nil {
		r.Error(err)
	}
}

// shows is a picture that the simulated service reads so.
func shows(t *testing.T, side string, fields map[string]any) string {
	t.Helper()
	return picture(t) + simulator.Mark + string(simulator.Says(side, fields))
}

// TestPicturesByLinkAreRead: what came by a link is read by itself and proposed; the card
// is as it was until a person takes over what he chose.
func TestPicturesByLinkAreRead(t *testing.T) {
	eachReading(t, func(r *reading) {
		id := r.card(r.admin, r.owner, "林晓", badNo)
		link := r.invited(r.admin, id)
		sent := r.sends(link, map[string]string{
			"front": shows(r.T, "front", map[string]any{"name": "林晓", "id_no": goodNo, "address": "上海市世纪大道 1 号"}),
			"back":  shows(r.T, "back", map[string]any{"valid_from": "2005.03.15", "valid_to": "2015.03.15"}),
		}, nil)
		if sent.status != http.StatusSeeOther {
			r.Fatalf("pictures: %d %s", sent.status, sent.text)
		}
		r.waits(id, "read")
		card := r.get(id)
		if card.IDNo != badNo || card.Address != "" || card.Status != "waiting" {
			r.Errorf("what was read is saved unseen: %+v", card)
		}
		doubts := map[string]string{"name": "", "id_no": "idcards.differs", "address": "", "valid_from": "", "valid_to": "idcards.expired"}
		for _, line := range card.Readings {
			if want, ok := doubts[line.Field]; !ok || !strings.Contains(line.Doubt, want) || (want == "") != (line.Doubt == "") || line.Sure != 97 {
				r.Errorf("%+v, want the doubt %q", line, want)
			}
			if line.Field == "id_no" && (line.Now != badNo || line.Read != goodNo) {
				r.Errorf("beside each other stand %q and %q", line.Now, line.Read)
			}
		}
		for _, header := range r.service.Calls() {
			if header.Get("guid") == "" || header.Get("accessToken") != readerKey || header.Get("signature")+header.Get("timestamp")+header.Get("nonce") != "" {
				r.Errorf("the service is called with %v", header)
			}
		}
		r.verify()
		if got := r.act(id, "take_reading", `{"name":false,"id_no":false,"address":false,"valid_from":false,"valid_to":false}`); got.StatusCode == http.StatusOK {
			r.Error("nothing is taken over")
		}
		if got := r.act(id, "take_reading", `{"name":false,"id_no":true,"address":true,"valid_from":false,"valid_to":false}`); got.StatusCode != http.StatusOK {
			r.Fatalf("take over: %s", got.Text)
		}
		if card = r.get(id); card.IDNo != goodNo || card.Address != "上海市世纪大道 1 号" || card.ValidTo != "" || card.Reading != "taken" {
			r.Errorf("the card is %+v", card)
		}
		r.verify() // nothing of what was read is left
		history := r.call(r.admin, "data/id_card/history", fmt.Sprintf(`{"id":%d}`, id))
		if strings.Contains(history, "2015-03-15") {
			r.Error("the history keeps what nobody took")
		}
	})
}

// TestNonsenseIsTold: a picture of something else, a number that proves itself wrong, a
// service that is away.
func TestNonsenseIsTold(t *testing.T) {
	eachReading(t, func(r *reading) {
		id := r.card(r.admin, r.owner, "林晓", goodNo)
		r.brings(id, map[string]string{"front": picture(r.T) + simulator.Mark + `{"result":false,"code":"not_a_card"}`})
		if got := r.get(id); got.Reading != "" {
			r.Errorf("what a person of the house brought is read by itself: %s", got.Reading)
		}
		r.reads(id)
		r.waits(id, "failed")
		if got := r.get(id); !strings.Contains(got.ReadNote, "idcards.not_a_card") {
			r.Errorf("told is %q", got.ReadNote)
		}
		r.brings(id, map[string]string{"front": shows(r.T, "back", map[string]any{"id_no": badNo})})
		if got := r.get(id); got.Reading != "" || got.ReadNote != "" {
			r.Errorf("what was said of other pictures stands: %+v", got)
		}
		r.reads(id)
		r.waits(id, "read")
		if got := r.get(id); !strings.Contains(got.ReadNote, "idcards.other_side") {
			r.Errorf("told is %q", got.ReadNote)
		}
		if got := r.act(id, "take_reading", `{"id_no":true}`); got.StatusCode == http.StatusOK {
			r.Error("a number with a wrong check digit is taken over")
		}
		if got := r.act(id, "dismiss_reading", `{}`); got.StatusCode != http.StatusOK {
			r.Errorf("dismiss: %s", got.Text)
		}
		r.set("card_reader_key", "another")
		r.reads(id)
		r.waits(id, "failed")
		if got := r.get(id); !strings.Contains(got.ReadNote, "idcards.locked") || got.IDNo != goodNo {
			r.Errorf("told is %q", got.ReadNote)
		}
		if text := r.call(r.admin, "settings/get", `{}`); strings.Contains(text, readerKey) || strings.Contains(text, "sealed:") {
			r.Errorf("the key is told: %s", text)
		}
		r.verify()
	})
}

func (r *reading) reads(id int64) {
	r.Helper()
	if got := r.act(id, "read_pictures", `{}`); got.StatusCode != http.StatusOK {
		r.Fatalf("read: %s", got.Text)
	}
}

// brings has the administrator give a card pictures.
func (r *reading) brings(id int64, pictures map[string]string) {
	r.Helper()
	row := map[string]any{"id": id, "version": r.get(id).Version}
	for side, content := range pictures {
		row[side] = r.upload(content)
	}
	text, err := json.Marshal(row)
	if err != nil {
		r.Fatal(err)
	}
	r.call(r.admin, "data/id_card/save", string(text))
}

func (r *reading) upload(content string) string {
	r.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "card.png")
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		r.Fatal(err)
	}
	body, kind := form.String(), w.FormDataContentType()
	answer := r.server.Do(r.T, apptest.Call{Path: "/api/files/upload", Body: body, As: r.admin, Headers: map[string]string{"Content-Type": kind}})
	var file struct{ Key string }
	answer.Into(r.T, &file)
	return file.Key
}

// TestAPictureIsSeenForAReason: bytes are sealed in the folder, no door opens them without
// a reason, the reason stands in history and log, and all is gone when its days are over.
func TestAPictureIsSeenForAReason(t *testing.T) {
	eachReading(t, func(r *reading) {
		id := r.card(r.admin, r.owner, "林晓", goodNo)
		content := shows(r.T, "front", map[string]any{"name": "林晓"})
		r.brings(id, map[string]string{"front": content})
		key := r.get(id).Front
		if left := r.bytesOf(key); len(left) != 1 || strings.Contains(left[0], simulator.Mark) || strings.HasPrefix(left[0], "\x89PNG") {
			r.Errorf("%d files are kept of a sealed one, or it is clear", len(left))
		}
		if got := r.server.Do(r.T, apptest.Call{Method: "GET", Path: "/api/files/" + key, As: r.admin}); got.StatusCode != http.StatusLocked || strings.Contains(got.Text, simulator.Mark) {
			r.Error("a sealed picture opens without a reason")
		}
		for _, body := range []string{`{}`, `{"reason":"  "}`, `{"reason":"` + strings.Repeat("x", 300) + `"}`} {
			if got := r.server.Do(r.T, apptest.Call{Path: "/api/files/" + key + "/link", Body: body, As: r.admin}); got.StatusCode == http.StatusOK {
				r.Errorf("a link comes for %s", body)
			}
		}
		r.hiddenElsewhere(key)
		got := r.server.Do(r.T, apptest.Call{Path: "/api/files/" + key + "/link", Body: `{"reason":"customs asked for case 7"}`, As: r.admin})
		var link struct{ URL string }
		got.Into(r.T, &link)
		if seen := r.ask(http.MethodGet, link.URL, ""); seen.status != http.StatusOK || seen.text != content {
			r.Errorf("the link gives %d", seen.status)
		}
		for _, told := range []string{r.call(r.admin, "data/id_card/history", fmt.Sprintf(`{"id":%d}`, id)), r.changes("customs asked for case 7")} {
			if !strings.Contains(told, "customs asked for case 7") || !strings.Contains(told, `"look"`) {
				r.Errorf("nobody is told of the look: %.600s", told)
			}
		}
		r.goes(id, key)
	})
}

// changes is the page of the log of changes that has some words: the demo's jobs write beside.
func (r *reading) changes(words string) (page string) {
	r.Helper()
	for before := int64(0); ; {
		page = r.call(r.admin, "log/list", fmt.Sprintf(`{"kind":"change","before":%d}`, before))
		var told struct{ Data struct{ Next int64 } }
		if err := json.Unmarshal([]byte(page), &told); err != nil {
			r.Fatal(err)
		}
		if before = told.Data.Next; strings.Contains(page, words) || before == 0 {
			return page
		}
	}
}

// hiddenElsewhere: the key in a field that is not guarded opens nothing.
func (r *reading) hiddenElsewhere(key string) {
	r.Helper()
	product := first(r.stranger, r.admin, "product", `{"field":"id","op":"ne","value":0}`)
	version := number(r.call(r.admin, "data/product/get", fmt.Sprintf(`{"id":%d}`, product)), "version")
	r.server.Do(r.T, apptest.Call{Path: "/api/data/product/save", As: r.admin, Body: fmt.Sprintf(`{"id":%d,"version":%d,"image":%q}`, product, version, key)})
	if got := r.server.Do(r.T, apptest.Call{Path: "/api/files/" + key + "/link", Body: `{}`, As: r.admin}); got.StatusCode == http.StatusOK {
		r.Error("by way of another record the picture opens without a reason")
	}
	version = number(r.call(r.admin, "data/product/get", fmt.Sprintf(`{"id":%d}`, product)), "version")
	r.call(r.admin, "data/product/save", fmt.Sprintf(`{"id":%d,"version":%d,"image":null}`, product, version))
}

// TestWhoMayLook: a picture opens for who may read it; for all others there is none, and
// nothing is noted.
func TestWhoMayLook(t *testing.T) {
	eachReading(t, func(r *reading) {
		id := r.card(r.admin, r.owner, "林晓", goodNo)
		r.brings(id, map[string]string{"front": picture(r.T)})
		key := r.get(id).Front
		people := fstest.MapFS{"people.json": {Data: []byte(`[{"table": "user", "save": {"account": "clara", "true_name": "Clara Care", "user_type": "user", "roles": [{"role_id": {"code": "service"}}]}, "login": true}]`)}}
		if err := r.server.Seed(r.Context(), people, apptest.Password); err != nil {
			r.Fatal(err)
		}
		for _, who := range []struct {
			kind, account string
			may           bool
		}{{"user", "clara", false}, {"user", "picker", false}, {"user", "finance", false}, {"consignor", "globex", false}, {"consignor", "acme", true}, {"user", "admin", true}} {
			reason := "asked by " + who.account
			got := r.server.Do(r.T, apptest.Call{Path: "/api/files/" + key + "/link", Body: fmt.Sprintf(`{"reason":%q}`, reason), As: r.server.Login(r.T, who.kind, who.account)})
			if may := got.StatusCode == http.StatusOK; may != who.may {
				r.Errorf("%s looks: %v, want %v: %s", who.account, may, who.may, got.Text)
			}
			history := r.call(r.admin, "data/id_card/history", fmt.Sprintf(`{"id":%d}`, id))
			if noted := strings.Contains(history, reason); noted != who.may {
				r.Errorf("that %s looks is noted: %v", who.account, noted)
			}
		}
	})
}

// bytesOf are the bytes that the folder keeps of a file.
func (r *reading) bytesOf(key string) (all []string) {
	r.Helper()
	paths, err := filepath.Glob(filepath.Join(r.server.Keeps, "*", key+"*"))
	if err != nil {
		r.Fatal(err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			r.Fatal(err)
		}
		all = append(all, string(content))
	}
	return all
}

// forgets runs the job that deletes pictures, to its end.
func (r *reading) forgets() {
	r.Helper()
	var id int64
	err := r.server.DB.Write(r.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		id, err = job.Enqueue(ctx, tx, job.New{Kind: "idcards.forget"})
		return err
	})
	for deadline := time.Now().Add(20 * time.Second); err == nil; time.Sleep(20 * time.Millisecond) {
		var state string
		err = r.server.DB.Read(r.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &state, "select state from job where id = ?", id)
		})
		if state == "done" {
			return
		}
		if time.Now().After(deadline) {
			r.Fatalf("the job is %s", state)
		}
	}
	r.Fatal(err)
}

// goes: when the days are over the picture is gone, bytes and all, and the card is there.
func (r *reading) goes(id int64, key string) {
	r.Helper()
	r.set("card_picture_days", 10)
	now := r.server.Clock.Now()
	for _, days := range []int{9, 11} {
		r.server.Clock.Put(now.AddDate(0, 0, days))
		r.admin = r.server.Login(r.T, "user", "admin")
		r.forgets()
		card := r.get(id)
		if there := card.Front != ""; there != (days == 9) || card.Name != "林晓" {
			r.Errorf("after %d days the card is %+v", days, card)
		}
		if left := len(r.bytesOf(key)); (left > 0) != (days == 9) {
			r.Errorf("after %d days %d files are left", days, left)
		}
	}
	r.verify()
}
