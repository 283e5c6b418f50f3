package house

import (
	"crypto/md5" //nolint:gosec // the house's own signature; nothing of ours rests on it
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// aggregator speaks with a house that serves many carriers by one account, in the shape of
// kuaidi100: a form with the question as JSON and a signature over it.
type aggregator struct{}

var aggregatorMethods = map[string]string{
	Take: "order", Find: "find", Cancel: "cancel", Filter: "reachable", Track: "track", Quote: "price", Segment: "numbers", Push: "push",
}

// AggregatorPrints are an aggregator's words for the formats of labels.
var AggregatorPrints = map[string]string{"": "NON", "zpl": "CMD", "png": "IMAGE", "pdf": "PDF"}

type aggregatorMan struct {
	Name    string `json:"name"`
	Mobile  string `json:"mobile"`
	Address string `json:"printAddr"`
	Zip     string `json:"zipcode,omitempty"`
}

type aggregatorParam struct {
	Company string         `json:"kuaidicom,omitempty"`
	OrderID string         `json:"orderId,omitempty"`
	Number  string         `json:"kuaidinum,omitempty"`
	Numbers []string       `json:"nums,omitempty"`
	Partner string         `json:"partnerId,omitempty"`
	To      *aggregatorMan `json:"recMan,omitempty"`
	From    *aggregatorMan `json:"sendMan,omitempty"`
	Cargo   string         `json:"cargo,omitempty"`
	Weight  string         `json:"weight,omitempty"`
	Count   int64          `json:"count,omitempty"`
	Cursor  string         `json:"cursor,omitempty"`
	PrintAs string         `json:"printType,omitempty"`
}

// Call asks an aggregator.
func (aggregator) Call(a Account, q Question) (Call, error) {
	method, ok := aggregatorMethods[q.Ask]
	if !ok {
		return Call{}, notOffered(q.Ask)
	}
	param := aggregatorParam{Company: strings.ToLower(a.Carrier), OrderID: q.Order.Key, Number: q.Order.Number, Partner: a.Card}
	switch q.Ask {
	case Take, Filter, Quote, Push:
		param.To, param.From = man(q.Order.To), man(q.Order.From)
		param.Cargo, param.Weight, param.Count, param.PrintAs = q.Order.Goods, q.Order.Kilos, q.Order.Pieces, AggregatorPrints[a.Label]
	case Find:
		param.PrintAs = AggregatorPrints[a.Label]
	case Track:
		param.Numbers, param.Cursor = q.Numbers, q.Cursor
	case Segment:
		param.Count = q.Count
	}
	text, err := json.Marshal(param)
	if err != nil {
		return Call{}, err
	}
	at := strconv.FormatInt(q.At.UnixMilli(), 10)
	form := url.Values{"method": {method}, "key": {a.AppKey}, "customer": {a.Customer}, "t": {at}, "param": {string(text)}, "sign": {AggregatorSign(string(text), at, a.AppKey, a.Secret)}}
	return Call{
		Method: "POST", URL: a.Endpoint, Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		Body: []byte(form.Encode()), Said: method + " " + string(text),
	}, nil
}

func man(a Address) *aggregatorMan {
	return &aggregatorMan{a.Name, a.Phone, strings.Join([]string{a.Country, a.Province, a.City, a.District, a.Detail}, " "), a.Zip}
}

// AggregatorSign signs a question.
func AggregatorSign(param, at, key, secret string) string {
	sum := md5.Sum([]byte(param + at + key + secret)) //nolint:gosec // as above
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

var aggregatorMeans = map[string]string{
	"400": Refused, "408": Absent, "409": Repeated, "410": Gone, "412": PickedUp, "405": Kept, "500": Busy, "501": Busy, "502": Busy, "503": Locked, "600": Locked, "601": Locked,
}

type aggregatorAnswer struct {
	Result  bool   `json:"result"`
	Code    string `json:"returnCode"`
	Message string `json:"message"`
	Data    struct {
		Number   string   `json:"kuaidinum"`
		Mark     string   `json:"bulkpen"`
		Label    string   `json:"label"`
		File     []byte   `json:"labelFile"` // in base64
		Verdict  string   `json:"reachable"` // 1 yes, 2 by hand, 0 no
		Cursor   string   `json:"cursor"`
		Numbers  []string `json:"nums"`
		Services []struct {
			Name     string      `json:"serviceType"`
			Price    json.Number `json:"price"`
			Currency string      `json:"currency"`
		} `json:"services"`
		Events []struct {
			ID      string `json:"id"`
			Number  string `json:"nu"`
			State   string `json:"state"`
			Time    string `json:"ftime"`
			Context string `json:"context"`
			Area    string `json:"areaName"`
		} `json:"events"`
	} `json:"data"`
}

var aggregatorVerdicts = map[string]string{"1": "yes", "2": "manual", "0": "no"}

// Hear understands an aggregator.
func (aggregator) Hear(q Question, status int, body []byte) (Answer, error) {
	if err := byStatus(status, body); err != nil {
		return Answer{}, err
	}
	var got aggregatorAnswer
	if err := json.Unmarshal(body, &got); err != nil {
		return Answer{}, nonsense(err)
	}
	if !got.Result || got.Code != "200" {
		return Answer{}, said(aggregatorMeans, got.Code, got.Message)
	}
	d := got.Data
	answer := Answer{Number: d.Number, SortCode: d.Mark, Label: d.Label, File: d.File, Verdict: aggregatorVerdicts[d.Verdict], Cursor: d.Cursor, Numbers: d.Numbers}
	for _, s := range d.Services {
		answer.Offers = append(answer.Offers, Offer{s.Name, s.Price.String(), s.Currency})
	}
	for _, e := range d.Events {
		at, err := time.ParseInLocation(time.DateTime, e.Time, china)
		if err != nil {
			return Answer{}, nonsense(err)
		}
		answer.Events = append(answer.Events, Event{Ref: e.ID, Number: e.Number, Code: word(aggregatorWords, e.State), Raw: e.State, Place: e.Area, Text: e.Context, At: at})
	}
	if (q.Ask == Take || q.Ask == Find) && answer.Number == "" {
		return Answer{}, &Said{Busy, got.Code, "an answer without a number"}
	}
	return answer, nil
}
