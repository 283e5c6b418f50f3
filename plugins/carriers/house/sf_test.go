package house_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/carriers/house"
)

var (
	sf         = house.Formats()["sf"]
	aggregator = house.Formats()["aggregator"]
)

// account is who we are.
var account = house.Account{Endpoint: "https://house.example/sf", AppKey: "WL", Secret: "S3CRET", Customer: "C1", Card: "M-CARD", Carrier: "YUNDA", Label: "pdf"}

// parcel is an order of the tests.
var parcel = house.Order{
	Key: "SO1", Goods: "Scarf", Pieces: 2, Kilos: "1.5",
	From: house.Address{Name: "Depot", Phone: "021", Country: "CN", Province: "上海", City: "上海", Detail: "1"},
	To:   house.Address{Name: "王*~ +", Phone: "139", Country: "CN", Province: "浙江", City: "杭州", District: "西湖", Detail: "文三路 1 号", Zip: "310000"},
}

// moment is when the tests ask.
var moment = time.UnixMilli(1_700_000_000_000)

// asked is a question as the house reads it: the form, and the JSON in one of its fields.
func asked(t *testing.T, f house.Format, q house.Question, field string) (call house.Call, form url.Values, message map[string]any) {
	t.Helper()
	q.At = moment
	call, err := f.Call(account, q)
	if err != nil {
		t.Fatalf("%s: %v", q.Ask, err)
	}
	if form, err = url.ParseQuery(string(call.Body)); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(form.Get(field)), &message); err != nil {
		t.Fatal(err)
	}
	return call, form, message
}

// TestSFsDigestIsThatOfItsOwnCode: reckoned apart from this code. A space is a plus, a star
// stays and a tilde does not.
func TestSFsDigestIsThatOfItsOwnCode(t *testing.T) {
	t.Parallel()
	if got := house.SFDigest(`{"a":"Wang 王*~ +"}`, "1700000000000", "se cret"); got != "YU3TRLkuHNm90pYt8MboNg==" {
		t.Errorf("the digest is %s", got)
	}
}

// TestSFIsAskedByItsServices, each question with what it needs and no more.
func TestSFIsAskedByItsServices(t *testing.T) {
	t.Parallel()
	numbered := parcel
	numbered.Number = "SF1"
	for _, tt := range []struct {
		ask     string
		order   house.Order
		service string
		has     map[string]any
		lacks   string
	}{
		{house.Take, parcel, "EXP_RECE_CREATE_ORDER", map[string]any{"orderId": "SO1", "monthlyCard": "M-CARD", "parcelQty": 2.0, "totalWeight": "1.5"}, "waybillNoInfoList"},
		{house.Filter, parcel, "EXP_RECE_FILTER_ORDER_BSP", map[string]any{"orderId": "SO1"}, "dealType"},
		{house.Quote, parcel, "EXP_RECE_QUERY_DELIVERTM", map[string]any{"totalWeight": "1.5"}, "dealType"},
		{house.Find, parcel, "EXP_RECE_SEARCH_ORDER_RESP", map[string]any{"orderId": "SO1"}, "contactInfoList"},
		{house.Cancel, numbered, "EXP_RECE_UPDATE_ORDER", map[string]any{"orderId": "SO1", "dealType": 2.0}, "contactInfoList"},
		{house.Cancel, parcel, "EXP_RECE_UPDATE_ORDER", map[string]any{"orderId": "SO1", "dealType": 2.0}, "waybillNoInfoList"},
		{house.Push, numbered, "EXP_RECE_UPDATE_ORDER", map[string]any{"orderId": "SO1", "dealType": 1.0}, "contactInfoList"},
		{house.Label, numbered, "COM_RECE_CLOUD_PRINT_WAYBILLS", map[string]any{"templateCode": "fm_150_standard_WL", "version": "2.0", "fileType": "pdf", "sync": true}, "orderId"},
		{house.Track, house.Order{}, "EXP_RECE_SEARCH_ROUTES", map[string]any{"trackingType": 1.0}, "orderId"},
	} {
		call, form, message := asked(t, sf, house.Question{Ask: tt.ask, Order: tt.order, Numbers: []string{"SF1", "SF2"}}, "msgData")
		if form.Get("serviceCode") != tt.service || form.Get("partnerID") != "WL" || form.Get("timestamp") != "1700000000000" || call.URL != account.Endpoint || call.Method != "POST" {
			t.Errorf("%s is asked as %v", tt.ask, form)
		}
		if form.Get("msgDigest") != house.SFDigest(form.Get("msgData"), form.Get("timestamp"), account.Secret) {
			t.Errorf("%s is not signed", tt.ask)
		}
		for key, want := range tt.has {
			if message[key] != want {
				t.Errorf("%s says %s %v, want %v", tt.ask, key, message[key], want)
			}
		}
		if message[tt.lacks] != nil {
			t.Errorf("%s says %s %v", tt.ask, tt.lacks, message[tt.lacks])
		}
	}
}

func TestSFIsToldBothEndsOfTheWay(t *testing.T) {
	t.Parallel()
	_, _, message := asked(t, sf, house.Question{Ask: house.Take, Order: parcel}, "msgData")
	contacts, _ := message["contactInfoList"].([]any)
	if len(contacts) != 2 {
		t.Fatalf("contacts are %v", contacts)
	}
	from, _ := contacts[0].(map[string]any)
	to, _ := contacts[1].(map[string]any)
	if from["contactType"] != 1.0 || from["contact"] != "Depot" || from["postCode"] != nil {
		t.Errorf("it comes from %v", from)
	}
	if to["contactType"] != 2.0 || to["contact"] != "王*~ +" || to["county"] != "西湖" || to["address"] != "文三路 1 号" || to["postCode"] != "310000" {
		t.Errorf("it goes to %v", to)
	}
}

// TestNothingSecretIsKept: what the log keeps of a question has no secret and no signature.
func TestNothingSecretIsKept(t *testing.T) {
	t.Parallel()
	for name, f := range house.Formats() {
		for _, ask := range []string{house.Take, house.Find, house.Cancel, house.Track, house.Filter, house.Quote, house.Push} {
			call, err := f.Call(account, house.Question{Ask: ask, Order: parcel, At: moment})
			form, bad := url.ParseQuery(string(call.Body))
			if err != nil || bad != nil || call.Said == "" {
				t.Fatalf("%s %s: %v %v", name, ask, err, bad)
			}
			for _, secret := range []string{account.Secret, form.Get("msgDigest") + form.Get("sign")} {
				if strings.Contains(call.Said, secret) || strings.Contains(call.URL, secret) {
					t.Errorf("%s %s keeps %s: %s", name, ask, secret, call.Said)
				}
			}
		}
	}
}

// says is an answer of SF whose gateway let the question through.
func says(inner string) string {
	text, err := json.Marshal(map[string]any{"apiResultCode": "A1000", "apiErrorMsg": "", "apiResultData": inner})
	if err != nil {
		panic(err)
	}
	return string(text)
}

const sfTaken = `{"orderId":"SO1","filterResult":"2","waybillNoInfoList":[{"waybillType":2,"waybillNo":"SUB"},{"waybillType":1,"waybillNo":"SF1"}],
	"routeLabelInfo":[{"code":"1000","routeLabelData":{"destRouteLabel":"021W","twoDimensionCode":"MMM={}"}}]}`

// TestSFGivesANumberWithItsLabel, in whichever of its two envelopes; that of the mother parcel.
func TestSFGivesANumberWithItsLabel(t *testing.T) {
	t.Parallel()
	for _, inner := range []string{
		`{"success":true,"errorCode":"S0000","msgData":` + sfTaken + `}`,
		`{"success":true,"errorCode":"S0000","obj":` + sfTaken + `}`,
		`{"success":true,"errorCode":"S0000","errorMsg":null,"msgData":null,"obj":` + sfTaken + `}`,
	} {
		for _, ask := range []string{house.Take, house.Find} {
			got, err := sf.Hear(house.Question{Ask: ask}, 200, []byte(says(inner)))
			if err != nil || got.Number != "SF1" || got.SortCode != "021W" || got.Label != "MMM={}" || got.Verdict != "yes" {
				t.Errorf("%s hears %+v, %v in %s", ask, got, err, inner)
			}
		}
	}
}

// TestSFSaysWhereALabelLies, and by which token it is given.
func TestSFSaysWhereALabelLies(t *testing.T) {
	t.Parallel()
	got, err := sf.Hear(house.Question{Ask: house.Label}, 200, []byte(says(`{"success":true,"obj":{"files":[{"url":"https://files.house.example/1","token":"T1"}]}}`)))
	if err != nil || got.Lies == nil || got.Lies.URL != "https://files.house.example/1" || got.Lies.Header["X-Auth-token"] != "T1" {
		t.Errorf("it lies at %+v, %v", got.Lies, err)
	}
}

// TestSFTellsWhatHappened on the clock of China, in the words of the house and in ours.
func TestSFTellsWhatHappened(t *testing.T) {
	t.Parallel()
	got, err := sf.Hear(house.Question{Ask: house.Track}, 200, []byte(says(`{"success":true,"msgData":{"routeResps":[{"mailNo":"SF1","routes":[
		{"opCode":"50","acceptTime":"2026-03-01 08:00:00","acceptAddress":"上海","remark":"已揽收"},{"opCode":"987","acceptTime":"2026-03-01 09:30:00"}]},{"mailNo":"SF2","routes":[]}]}}`)))
	if err != nil || len(got.Events) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	first, second := got.Events[0], got.Events[1]
	if first.Number != "SF1" || first.Code != "picked_up" || first.Place != "上海" || !first.At.Equal(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("first happened %+v", first)
	}
	if second.Code != "unknown" || second.Raw != "987" || second.Ref == first.Ref {
		t.Errorf("then happened %+v", second)
	}
}

func TestSFQuotesAndServes(t *testing.T) {
	t.Parallel()
	got, err := sf.Hear(house.Question{Ask: house.Quote}, 200, []byte(says(`{"success":true,"msgData":{"deliverTmDto":[{"businessTypeDesc":"标快","fee":18.50},{"businessTypeDesc":"特快","fee":26}]}}`)))
	if err != nil || len(got.Offers) != 2 || got.Offers[0] != (house.Offer{Service: "标快", Price: "18.50", Currency: "CNY"}) || got.Offers[1].Price != "26" {
		t.Errorf("offers %+v, %v", got.Offers, err)
	}
	for result, want := range map[string]string{"1": "manual", "2": "yes", "3": "no", "7": ""} {
		got, err := sf.Hear(house.Question{Ask: house.Filter}, 200, []byte(says(`{"success":true,"msgData":{"filterResult":"`+result+`"}}`)))
		if err != nil || got.Verdict != want {
			t.Errorf("result %s is %q, %v", result, got.Verdict, err)
		}
	}
}
