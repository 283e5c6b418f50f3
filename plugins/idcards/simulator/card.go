package simulator

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// Mark stands in a picture before what the service shall answer to it, as JSON.
const Mark = "wareloom-card:"

type message map[string]any

// Answer answers a question.
func Answer(question []byte) (status int, answer []byte) {
	var q reader.Question
	if err := json.Unmarshal(question, &q); err != nil || len(q.Image) == 0 {
		return http.StatusOK, says(message{"result": false, "code": "bad_picture"})
	}
	if _, meant, marked := bytes.Cut(q.Image, []byte(Mark)); marked {
		var said json.RawMessage
		if err := json.NewDecoder(bytes.NewReader(meant)).Decode(&said); err == nil {
			return http.StatusOK, said
		}
	}
	return http.StatusOK, says(message{"result": true, "data": message{"side": q.Side, "fields": madeUp(q.Side, q.Image)}})
}

// Says is an answer with fields, for the pictures of tests.
func Says(side string, fields map[string]any) []byte {
	all := message{}
	for key, value := range fields {
		all[key] = message{"value": value, "confidence": 0.97}
	}
	return says(message{"result": true, "data": message{"side": side, "fields": all}})
}

func says(m message) []byte {
	text, _ := json.Marshal(m) // maps of plain values
	return text
}

var (
	families = []string{"王", "李", "张", "刘", "陈", "杨", "赵", "黄"}
	givens   = []string{"伟", "芳", "娜", "敏", "静", "磊", "洋", "艳"}
	streets  = []string{"上海市浦东新区世纪大道100号", "杭州市西湖区文三路18号", "广州市天河区体育东路9号", "成都市锦江区春熙路1号"}
)

// madeUp is a card that follows from the bytes of a picture.
func madeUp(side string, picture []byte) message {
	sum := sha256.Sum256(picture)
	n := binary.BigEndian.Uint64(sum[:])
	field := func(value string, share float64) message { return message{"value": value, "confidence": share} }
	if side == reader.Back {
		from := 2016 + n%9
		return message{"valid_from": field(fmt.Sprintf("%d.03.15", from), 0.93), "valid_to": field(fmt.Sprintf("%d.03.15", from+20), 0.91)}
	}
	number := fmt.Sprintf("310115%d%02d%02d%03d", 1960+n%45, 1+n%12, 1+n%28, n%999)
	return message{
		"name": field(families[n%8]+givens[n/8%8], 0.98), "id_no": field(number+reader.CheckDigit(number), 0.99), "address": field(streets[n%4], 0.88),
	}
}
