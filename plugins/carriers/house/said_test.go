package house_test

import (
	"errors"
	"testing"

	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// meansOf is what an answer means; "" for one that was hoped for.
func meansOf(t *testing.T, err error) string {
	t.Helper()
	var said *house.Said
	if err != nil && !errors.As(err, &said) {
		t.Fatalf("an error that is nothing that a house says: %v", err)
	}
	if said == nil {
		return ""
	}
	return said.Means
}

// TestAnIllHouseIsAskedAgainAndAWrongOneIsNot: whatever its format, the status comes first,
// and nonsense may have been done.
func TestAnIllHouseIsAskedAgainAndAWrongOneIsNot(t *testing.T) {
	t.Parallel()
	for name, f := range house.Formats() {
		for _, tt := range []struct {
			what   string
			status int
			body   string
			want   string
		}{
			{"too many calls", 429, "{}", house.Busy},
			{"an ill house", 503, "", house.Busy},
			{"the highest status", 599, "{}", house.Busy},
			{"a wrong secret", 401, "{}", house.Locked},
			{"a wrong address", 404, "<html>", house.Locked},
			{"another address", 302, "", house.Locked},
			{"silence", 200, "", house.Busy},
			{"a page", 200, "<html>", house.Busy},
			{"half an answer", 200, `{"apiResultCode":"A10`, house.Busy},
			{"a list", 200, `[]`, house.Busy},
		} {
			_, err := f.Hear(house.Question{Ask: house.Take}, tt.status, []byte(tt.body))
			if got := meansOf(t, err); got != tt.want {
				t.Errorf("%s, %s: %q, want %q", name, tt.what, got, tt.want)
			}
		}
	}
}

// TestWhatAHouseSaysHasAMeaning: the gateway's codes and the house's own; one that nobody
// knows is a refusal, so that nothing is asked for ever.
func TestWhatAHouseSaysHasAMeaning(t *testing.T) {
	t.Parallel()
	inner := func(code string) string { return says(`{"success":false,"errorCode":"` + code + `","errorMsg":"m"}`) }
	outer := func(code string) string { return `{"apiResultCode":"` + code + `","apiErrorMsg":"m"}` }
	other := func(code string) string { return `{"result":false,"returnCode":"` + code + `","message":"m"}` }
	for _, tt := range []struct {
		f          house.Format
		ask        string
		body, want string
	}{
		{sf, house.Take, inner("8016"), house.Repeated},
		{sf, house.Find, inner("6150"), house.Absent},
		{sf, house.Find, inner("8018"), house.Absent},
		{sf, house.Cancel, inner("8037"), house.Gone},
		{sf, house.Cancel, inner("8252"), house.PickedUp},
		{sf, house.Take, inner("8119"), house.Locked},
		{sf, house.Take, inner("S0001"), house.Busy},
		{sf, house.Take, inner("12345"), house.Refused},
		{sf, house.Take, outer("A1006"), house.Locked},
		{sf, house.Take, outer("A1011"), house.Busy},
		{sf, house.Take, outer("A9999"), house.Refused},
		{sf, house.Take, says(`{"success":true,"msgData":{"filterResult":"3"}}`), house.Refused}, // taken, and no number came
		{sf, house.Find, says(`{"success":true,"msgData":{}}`), house.Absent},
		{sf, house.Cancel, says(`{"success":true,"msgData":{}}`), ""},
		{sf, house.Track, says(`{"success":true,"msgData":{"routeResps":[{"mailNo":"1","routes":[{"opCode":"50","acceptTime":"yesterday"}]}]}}`), house.Busy},
		{sf, house.Take, says(`{"success":`), house.Busy},
		{aggregator, house.Take, other("409"), house.Repeated},
		{aggregator, house.Find, other("408"), house.Absent},
		{aggregator, house.Cancel, other("410"), house.Gone},
		{aggregator, house.Cancel, other("412"), house.PickedUp},
		{aggregator, house.Cancel, other("405"), house.Kept},
		{aggregator, house.Take, other("501"), house.Busy},
		{aggregator, house.Take, other("601"), house.Locked},
		{aggregator, house.Take, other("400"), house.Refused},
		{aggregator, house.Take, other("77"), house.Refused},
		{aggregator, house.Take, `{"result":true,"returnCode":"200","data":{}}`, house.Busy}, // asked again, it is found
		{aggregator, house.Cancel, `{"result":true,"returnCode":"200"}`, ""},
		{aggregator, house.Track, `{"result":true,"returnCode":"200","data":{"events":[{"ftime":"soon"}]}}`, house.Busy},
	} {
		_, err := tt.f.Hear(house.Question{Ask: tt.ask}, 200, []byte(tt.body))
		if got := meansOf(t, err); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.ask, tt.body, got, tt.want)
		}
	}
}

// TestWhatAHouseDoesNotDoIsNotAsked.
func TestWhatAHouseDoesNotDoIsNotAsked(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]string{"sf": house.Segment, "aggregator": "paint"} {
		call, err := house.Formats()[name].Call(account, house.Question{Ask: ask})
		if meansOf(t, err) != house.Kept || call.Body != nil {
			t.Errorf("%s is asked to %s: %v %s", name, ask, err, call.Body)
		}
	}
}
