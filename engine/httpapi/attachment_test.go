package httpapi_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// bring uploads a file and gives its key.
func (p people) bring(t *testing.T, as, name, content string) string {
	t.Helper()
	body, contentType := form(t, name, content)
	answer := scenario{name: "upload", as: as, call: apptest.Call{Path: "/api/files/upload", Body: body, Headers: map[string]string{"Content-Type": contentType}}, wantHTTP: 200}.run(t, p)
	var file struct{ Key string }
	answer.Into(t, &file)
	return file.Key
}

func TestAttachments(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		order, item, customer := p.idOf(t, "order", "doc_no", "O-1"), p.idOf(t, "item", "code", "A1"), p.idOf(t, "customer", "code", "ACME")
		key, body := p.bring(t, "admin", "发票.pdf", "%PDF-1.7 content"), fmt.Sprintf
		runAll(t, p, []scenario{
			{name: "attach", as: "admin", call: post("/api/data/item/attach", body(`{"id":%d,"file":%q}`, item, key)), wantHTTP: 200},
			{name: "beside a document", as: "admin", call: post("/api/data/order/attach", body(`{"id":%d,"file":%q}`, order, key)), wantHTTP: 200},
			{name: "listed for its owner", as: "acme", call: post("/api/data/item/attachments", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"name":"发票.pdf"`}},
			{name: "listed", as: "admin", call: post("/api/data/item/attachments", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"name":"发票.pdf"`, `"size":16`, `"type":"application/pdf"`, `"user":"`}},
			{name: "told by the history", as: "admin", call: post("/api/data/item/history", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"action":"attach","about":"发票.pdf"`}},
			{name: "attach without the right", as: "reader", call: post("/api/data/item/attach", body(`{"id":%d,"file":%q}`, item, key)), wantHTTP: 200, wantStatus: 423},
			{name: "detach without the right", as: "reader", call: post("/api/data/item/detach", body(`{"id":%d,"attachment":1}`, item)), wantHTTP: 200, wantStatus: 423},
			{name: "to a record that is not there", as: "admin", call: post("/api/data/item/attach", body(`{"id":999999,"file":%q}`, key)), wantHTTP: 404},
			{name: "a file that is not there", as: "admin", call: post("/api/data/item/attach", body(`{"id":%d,"file":"ghost"}`, item)), wantHTTP: 200, wantStatus: 422},
			{name: "another's file", as: "admin", call: post("/api/data/item/attach", body(`{"id":%d,"file":%q}`, item, p.bring(t, "acme", "a.pdf", "%PDF-1.7 secret"))), wantHTTP: 200, wantStatus: 422},
			{name: "to what takes none", as: "admin", call: post("/api/data/customer/attach", body(`{"id":%d,"file":%q}`, customer, key)), wantHTTP: 200, wantStatus: 422},
			{name: "detach what is not there", as: "admin", call: post("/api/data/item/detach", body(`{"id":%d,"attachment":999999}`, item)), wantHTTP: 404},
		})
		read := apptest.Call{Method: "GET", Path: "/api/files/" + key, As: p.sessions["acme"]}
		if got := p.Do(t, read); got.Status != 200 || got.Text != "%PDF-1.7 content" {
			t.Errorf("who reads the record gets %d %s", got.Status, got.Text)
		}
		listed := scenario{name: "list", as: "admin", call: post("/api/data/item/attachments", body(`{"id":%d}`, item)), wantHTTP: 200}.run(t, p)
		var answer struct{ Rows []struct{ ID int64 } }
		listed.Into(t, &answer)
		if len(answer.Rows) != 1 {
			t.Fatalf("listed %s", listed.Text)
		}
		runAll(t, p, []scenario{
			{name: "detach", as: "admin", call: post("/api/data/item/detach", body(`{"id":%d,"attachment":%d}`, item, answer.Rows[0].ID)), wantHTTP: 200},
			{name: "told by the history", as: "admin", call: post("/api/data/item/history", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"action":"detach","about":"发票.pdf"`, `"changes":{}`}},
			{name: "gone from the list", as: "admin", call: post("/api/data/item/attachments", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"rows":[]`}},
			{name: "gone for readers", as: "acme", call: apptest.Call{Method: "GET", Path: "/api/files/" + key}, wantHTTP: 404},
		})
	})
}

// TestAPictureThatUnfoldsTooFar sends a picture of few bytes and very many pixels.
func TestAPictureThatUnfoldsTooFar(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		var small bytes.Buffer
		if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
			t.Fatal(err)
		}
		content := small.Bytes()
		copy(content[16:24], []byte{0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30}) // 30,000 by 30,000
		binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))
		body, contentType := form(t, "bomb.png", string(content))
		scenario{name: "bomb", as: "admin", call: apptest.Call{Path: "/api/files/upload", Body: body, Headers: map[string]string{"Content-Type": contentType}}, wantHTTP: 413}.run(t, p)
	})
}
