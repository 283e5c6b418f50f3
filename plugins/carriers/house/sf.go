package house

import (
	"crypto/md5" //nolint:gosec // the house's own digest; nothing of ours rests on it
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// sf speaks in the shape that SF publishes: a form with a digest, and answers in layers, of
// which the outer one says only that the gateway let the question through.
type sf struct{}

var sfServices = map[string]string{
	Take: "EXP_RECE_CREATE_ORDER", Find: "EXP_RECE_SEARCH_ORDER_RESP", Cancel: "EXP_RECE_UPDATE_ORDER", Push: "EXP_RECE_UPDATE_ORDER",
	Label: "COM_RECE_CLOUD_PRINT_WAYBILLS", Filter: "EXP_RECE_FILTER_ORDER_BSP", Track: "EXP_RECE_SEARCH_ROUTES", Quote: "EXP_RECE_QUERY_DELIVERTM",
}

type sfContact struct {
	Kind     int    `json:"contactType"` // 1 from, 2 to
	Contact  string `json:"contact"`
	Mobile   string `json:"mobile"`
	Country  string `json:"country,omitempty"`
	Province string `json:"province,omitempty"`
	City     string `json:"city,omitempty"`
	County   string `json:"county,omitempty"`
	Address  string `json:"address"`
	Zip      string `json:"postCode,omitempty"`
}

type sfMessage struct {
	OrderID  string      `json:"orderId,omitempty"`
	Deal     int         `json:"dealType,omitempty"`
	Card     string      `json:"monthlyCard,omitempty"`
	Express  int         `json:"expressTypeId,omitempty"`
	Pay      int         `json:"payMethod,omitempty"`
	Pieces   int64       `json:"parcelQty,omitempty"`
	Weight   string      `json:"totalWeight,omitempty"`
	Cargo    []sfCargo   `json:"cargoDetails,omitempty"`
	Contacts []sfContact `json:"contactInfoList,omitempty"`
	Numbers  []sfNumber  `json:"waybillNoInfoList,omitempty"`
	Track    []string    `json:"trackingNumber,omitempty"`
	By       int         `json:"trackingType,omitempty"`
	Language string      `json:"language,omitempty"`
	Template string      `json:"templateCode,omitempty"`
	Version  string      `json:"version,omitempty"`
	FileType string      `json:"fileType,omitempty"`
	Sync     bool        `json:"sync,omitempty"`
	Print    []sfPrint   `json:"documents,omitempty"`
}

type sfPrint struct {
	No string `json:"masterWaybillNo"`
}

type sfCargo struct {
	Name string `json:"name"`
}

type sfNumber struct {
	Kind int    `json:"waybillType"` // 1 mother
	No   string `json:"waybillNo"`
}

// Call asks SF.
func (sf) Call(a Account, q Question) (Call, error) {
	service, ok := sfServices[q.Ask]
	if !ok {
		return Call{}, notOffered(q.Ask)
	}
	text, err := json.Marshal(sfAsks(a, q))
	if err != nil {
		return Call{}, err
	}
	at := strconv.FormatInt(q.At.UnixMilli(), 10)
	form := url.Values{
		"partnerID": {a.AppKey}, "requestID": {q.Order.Key + "-" + at}, "serviceCode": {service}, "timestamp": {at},
		"msgDigest": {SFDigest(string(text), at, a.Secret)}, "msgData": {string(text)},
	}
	return Call{
		Method: "POST", URL: a.Endpoint, Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		Body: []byte(form.Encode()), Said: service + " " + string(text),
	}, nil
}

func sfAsks(a Account, q Question) sfMessage {
	m := sfMessage{OrderID: q.Order.Key, Language: "zh-CN"}
	switch q.Ask {
	case Cancel, Push:
		m.Deal = 1
		if q.Ask == Cancel {
			m.Deal = 2
		}
		if q.Order.Number != "" {
			m.Numbers = []sfNumber{{1, q.Order.Number}}
		}
	case Track:
		m.OrderID, m.Track, m.By = "", q.Numbers, 1
	case Label:
		m = sfMessage{Template: sfPaper + a.AppKey, Version: "2.0", FileType: a.Label, Sync: true, Print: []sfPrint{{q.Order.Number}}}
	case Take, Filter, Quote:
		m.Card, m.Express, m.Pay, m.Pieces, m.Weight = a.Card, 1, 1, q.Order.Pieces, q.Order.Kilos
		m.Cargo = []sfCargo{{q.Order.Goods}}
		m.Contacts = []sfContact{sfContactOf(1, q.Order.From), sfContactOf(2, q.Order.To)}
	}
	return m
}

// sfPaper begins the name of the label of 100 x 150 mm that SF sets up for each account.
const sfPaper = "fm_150_standard_"

func sfContactOf(kind int, a Address) sfContact {
	return sfContact{kind, a.Name, a.Phone, a.Country, a.Province, a.City, a.District, a.Detail, a.Zip}
}

// SFDigest signs a message as the house's own code does: its text is encoded as Java
// encodes, where a space is a plus, a star stays and a tilde does not.
func SFDigest(text, at, secret string) string {
	encoded := strings.NewReplacer("%2A", "*", "~", "%7E").Replace(url.QueryEscape(text + at + secret))
	sum := md5.Sum([]byte(encoded)) //nolint:gosec // as above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// sfMeans are the codes that are no plain refusal.
var sfMeans = map[string]string{
	"A1001": Locked, "A1002": Locked, "A1003": Locked, "A1004": Locked, "A1005": Busy, "A1006": Locked, "A1010": Busy, "A1011": Busy, "A1099": Busy, "S0001": Busy, "S0003": Busy,
	"8016": Repeated, "6150": Absent, "8018": Absent, "8037": Gone, "8253": Gone, "8119": Locked, "8252": PickedUp,
}

type sfOuter struct {
	Code string `json:"apiResultCode"`
	Text string `json:"apiErrorMsg"`
	Data string `json:"apiResultData"` // JSON
}

type sfInner struct {
	Success bool            `json:"success"`
	Code    string          `json:"errorCode"`
	Text    string          `json:"errorMsg"`
	Data    json.RawMessage `json:"msgData"`
	Object  json.RawMessage `json:"obj"`
}

type sfAnswer struct {
	Numbers []sfNumber `json:"waybillNoInfoList"`
	Filter  string     `json:"filterResult"`
	Labels  []struct {
		Data struct {
			Code string `json:"destRouteLabel"`
			Two  string `json:"twoDimensionCode"`
		} `json:"routeLabelData"`
	} `json:"routeLabelInfo"`
	Routes []struct {
		No     string `json:"mailNo"`
		Routes []struct {
			Code   string `json:"opCode"`
			At     string `json:"acceptTime"`
			Place  string `json:"acceptAddress"`
			Remark string `json:"remark"`
		} `json:"routes"`
	} `json:"routeResps"`
	Files []struct {
		URL   string `json:"url"`
		Token string `json:"token"`
	} `json:"files"`
	Prices []struct {
		Type  string      `json:"businessTypeDesc"`
		Price json.Number `json:"fee"`
	} `json:"deliverTmDto"`
}

// Hear understands SF.
func (sf) Hear(q Question, status int, body []byte) (Answer, error) {
	if err := byStatus(status, body); err != nil {
		return Answer{}, err
	}
	var outer sfOuter
	if err := json.Unmarshal(body, &outer); err != nil {
		return Answer{}, nonsense(err)
	}
	if outer.Code != "A1000" {
		return Answer{}, said(sfMeans, outer.Code, outer.Text)
	}
	var inner sfInner
	if err := json.Unmarshal([]byte(outer.Data), &inner); err != nil {
		return Answer{}, nonsense(err)
	}
	if !inner.Success {
		return Answer{}, said(sfMeans, inner.Code, inner.Text)
	}
	data := inner.Data
	if len(data) == 0 || string(data) == "null" {
		data = inner.Object
	}
	var got sfAnswer
	if len(data) > 0 {
		if err := json.Unmarshal(data, &got); err != nil {
			return Answer{}, nonsense(err)
		}
	}
	return got.answer(q)
}

var sfVerdicts = map[string]string{"1": "manual", "2": "yes", "3": "no"}

func (g sfAnswer) answer(q Question) (Answer, error) {
	answer := Answer{Verdict: sfVerdicts[g.Filter]}
	for _, n := range g.Numbers {
		if n.Kind == 1 {
			answer.Number = n.No
		}
	}
	if len(g.Labels) > 0 {
		answer.SortCode, answer.Label = g.Labels[0].Data.Code, g.Labels[0].Data.Two
	}
	if len(g.Files) > 0 {
		answer.Lies = &Place{g.Files[0].URL, map[string]string{"X-Auth-token": g.Files[0].Token}}
	}
	for _, p := range g.Prices {
		answer.Offers = append(answer.Offers, Offer{p.Type, p.Price.String(), "CNY"})
	}
	for _, r := range g.Routes {
		for _, e := range r.Routes {
			at, err := time.ParseInLocation(time.DateTime, e.At, china)
			if err != nil {
				return Answer{}, nonsense(err)
			}
			answer.Events = append(answer.Events, Event{
				Ref: r.No + " " + e.Code + " " + e.At, Number: r.No, Code: word(sfWords, e.Code), Raw: e.Code, Place: e.Place, Text: e.Remark, At: at,
			})
		}
	}
	if (q.Ask == Take || q.Ask == Find) && answer.Number == "" {
		if q.Ask == Find {
			return Answer{}, &Said{Absent, "", "an order without a number"}
		}
		return Answer{}, &Said{Refused, "filter " + g.Filter, "no number was given"}
	}
	return answer, nil
}

// china is the clock of houses that say no zone.
var china = time.FixedZone("CST", 8*60*60)
