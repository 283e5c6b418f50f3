package simulator

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// sfCodes are SF's codes of the books' words.
var sfCodes = map[string]string{repeated: "8016", absent: "6150", gone: "8037", pickedUp: "8252", badOrder: "8057"}

// routed is SF's code of a label that has its route.
const routed = 1000

type message map[string]any

type sfQuestion struct {
	OrderID string   `json:"orderId"`
	Deal    int      `json:"dealType"`
	Track   []string `json:"trackingNumber"`
	Print   []struct {
		No string `json:"masterWaybillNo"`
	} `json:"documents"`
	Contacts []struct {
		Kind    int    `json:"contactType"`
		Contact string `json:"contact"`
		Mobile  string `json:"mobile"`
		City    string `json:"city"`
	} `json:"contactInfoList"`
}

func (q sfQuestion) to() (name, phone, city string) {
	for _, c := range q.Contacts {
		if c.Kind == 2 {
			name, phone, city = c.Contact, c.Mobile, c.City
		}
	}
	return name, phone, city
}

// sf answers in the shape of SF.
func (c *Carrier) sf(w http.ResponseWriter, r *http.Request) {
	service, account := r.FormValue("serviceCode"), r.FormValue("partnerID")
	f := c.decide(service)
	if !f.before(w) {
		return
	}
	text := r.FormValue("msgData")
	if r.FormValue("msgDigest") != house.SFDigest(text, r.FormValue("timestamp"), c.secret) {
		f.after(w, sfOuter("A1006", nil))
		return
	}
	var q sfQuestion
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		f.after(w, sfOuter("A1000", message{"success": false, "errorCode": "8057", "errorMsg": "msgData"}))
		return
	}
	if service == "COM_RECE_CLOUD_PRINT_WAYBILLS" && len(q.Print) > 0 {
		f.after(w, sfOuter("A1000", message{"success": true, "obj": message{"files": []sfFile{{URL: "http://" + r.Host + "/label/" + q.Print[0].No, Token: c.secret}}}}))
		return
	}
	data, word := c.sfDo(service, account, q, f)
	if word != fine {
		f.after(w, sfOuter("A1000", message{"success": false, "errorCode": sfCodes[word], "errorMsg": word}))
		return
	}
	f.after(w, sfOuter("A1000", message{"success": true, "errorCode": "S0000", "msgData": data}))
}

func (c *Carrier) sfDo(service, account string, q sfQuestion, f fate) (message, string) {
	switch service {
	case "EXP_RECE_CREATE_ORDER":
		name, phone, city := q.to()
		o, word := c.take(account, q.OrderID, name, phone, f.double)
		return sfOrder(o, city), word
	case "EXP_RECE_SEARCH_ORDER_RESP":
		o, word := c.find(account, q.OrderID)
		return sfOrder(o, ""), word
	case "EXP_RECE_UPDATE_ORDER":
		if q.Deal == 2 {
			return message{"orderId": q.OrderID, "resStatus": 2}, c.cancel(account, q.OrderID)
		}
		return message{"orderId": q.OrderID, "resStatus": 1}, fine
	case "EXP_RECE_FILTER_ORDER_BSP":
		name, _, city := q.to()
		return message{"filterResult": verdict(name, city, "1", "2", "3")}, fine
	case "EXP_RECE_QUERY_DELIVERTM":
		return message{"deliverTmDto": []message{{"businessTypeDesc": "标快", "fee": 18.5}, {"businessTypeDesc": "特快", "fee": 26}}}, fine
	case "EXP_RECE_SEARCH_ROUTES":
		return c.sfRoutes(q.Track, f), fine
	}
	return nil, badOrder
}

// file gives the label of a number to who has the token of it.
func (c *Carrier) file(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Auth-token") != c.secret {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_, _ = w.Write(c.labelOf(r.PathValue("number"), "PDF")) // who asked hears it or not
}

func sfOrder(o *order, city string) message {
	if o == nil {
		return nil
	}
	return message{
		"orderId": o.key, "filterResult": "2", "waybillNoInfoList": []message{{"waybillType": 1, "waybillNo": o.number}},
		"routeLabelInfo": []message{{"code": strconv.Itoa(routed), "routeLabelData": message{"destRouteLabel": "021W-" + city, "twoDimensionCode": "MMM={'k1':'021W','k5':'" + o.number + "'}"}}},
	}
}

func (c *Carrier) sfRoutes(numbers []string, f fate) message {
	all, _ := c.since("", 1<<30)
	var list []message
	for _, no := range numbers {
		routes := []message{}
		for _, e := range all {
			if e.number != no {
				continue
			}
			one := message{"opCode": e.opcode, "acceptTime": e.at.In(china).Format(time.DateTime), "acceptAddress": e.place, "remark": e.text}
			routes = append(routes, one)
			if f.double {
				routes = append(routes, one)
			}
		}
		list = append(list, message{"mailNo": no, "routes": routes})
	}
	return message{"routeResps": list}
}

func sfOuter(code string, inner message) []byte {
	data, _ := json.Marshal(inner) // maps of plain values
	body, _ := json.Marshal(message{"apiResultCode": code, "apiErrorMsg": "", "apiResultData": string(data)})
	return body
}

// verdict says by the receiver's name or city whether an address is served.
func verdict(name, city, manual, yes, no string) string {
	switch {
	case name == "MANUAL" || city == "MANUAL":
		return manual
	case name == "NOWHERE" || city == "NOWHERE":
		return no
	}
	return yes
}

var china = time.FixedZone("CST", 8*60*60)

// sfFile is where a label waits, and what fetches it.
type sfFile struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}
