package simulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// aggregatorCodes are an aggregator's codes of the books' words.
var aggregatorCodes = map[string]string{repeated: "409", absent: "408", gone: "410", pickedUp: "412", badOrder: "400"}

type aggregatorQuestion struct {
	OrderID string   `json:"orderId"`
	Count   int64    `json:"count"`
	Cursor  string   `json:"cursor"`
	Numbers []string `json:"nums"`
	PrintAs string   `json:"printType"`
	To      struct {
		Name    string `json:"name"`
		Mobile  string `json:"mobile"`
		Address string `json:"printAddr"`
	} `json:"recMan"`
}

// aggregator answers in the shape of an aggregator.
func (c *Carrier) aggregator(w http.ResponseWriter, r *http.Request) {
	method, key, param := r.FormValue("method"), r.FormValue("key"), r.FormValue("param")
	f := c.decide(method)
	if !f.before(w) {
		return
	}
	if r.FormValue("sign") != house.AggregatorSign(param, r.FormValue("t"), key, c.secret) {
		f.after(w, aggregatorSays("503", "sign", nil))
		return
	}
	var q aggregatorQuestion
	if err := json.Unmarshal([]byte(param), &q); err != nil {
		f.after(w, aggregatorSays("400", "param", nil))
		return
	}
	data, word := c.aggregatorDo(method, key, q, f)
	if word != fine {
		f.after(w, aggregatorSays(aggregatorCodes[word], word, nil))
		return
	}
	f.after(w, aggregatorSays("200", "", data))
}

func (c *Carrier) aggregatorDo(method, account string, q aggregatorQuestion, f fate) (message, string) {
	switch method {
	case "order":
		o, word := c.take(account, q.OrderID, q.To.Name, q.To.Mobile, f.double)
		return c.aggregatorOrder(o, q.To.Address, q.PrintAs), word
	case "find":
		o, word := c.find(account, q.OrderID)
		return c.aggregatorOrder(o, "", q.PrintAs), word
	case "cancel":
		return message{}, c.cancel(account, q.OrderID)
	case "reachable":
		return message{"reachable": verdict(q.To.Name, q.To.Address, "2", "1", "0")}, fine
	case "price":
		return message{"services": []message{{"serviceType": "标准快递", "price": 12.5, "currency": "CNY"}}}, fine
	case "numbers":
		return message{"nums": c.advance(q.Count)}, fine
	case "push":
		return message{}, fine
	case "track":
		return c.aggregatorEvents(q.Cursor, f), fine
	}
	return nil, badOrder
}

func (c *Carrier) aggregatorOrder(o *order, address, printAs string) message {
	if o == nil {
		return nil
	}
	hub, _, _ := strings.Cut(strings.TrimSpace(address), " ")
	return message{"kuaidinum": o.number, "bulkpen": "300- H12 " + hub, "label": "LABEL " + o.number, "labelFile": c.labelOf(o.number, printAs)}
}

// mostEvents is how many events one answer carries.
const mostEvents = 200

func (c *Carrier) aggregatorEvents(cursor string, f fate) message {
	happened, next := c.since(cursor, mostEvents)
	list := []message{}
	for _, e := range happened {
		one := message{
			"id": fmt.Sprint(e.number, "-", e.state), "nu": e.number, "state": e.state, "ftime": e.at.In(china).Format(time.DateTime), "context": e.text, "areaName": e.place,
		}
		list = append(list, one)
		if f.double {
			list = append(list, one)
		}
	}
	return message{"events": list, "cursor": next}
}

func aggregatorSays(code, text string, data message) []byte {
	body, _ := json.Marshal(message{"result": code == "200", "returnCode": code, "message": text, "data": data}) // maps of plain values
	return body
}
