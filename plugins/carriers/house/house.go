package house

import "time"

// What a house may be asked.
const (
	Quote   = "quote"   // what an order would cost
	Take    = "take"    // a number and a label for an order
	Find    = "find"    // the number that was taken for an order before
	Cancel  = "cancel"  // an order that is not wanted any more
	Filter  = "filter"  // whether an address is served
	Track   = "track"   // what happened to parcels since a cursor
	Segment = "segment" // numbers in advance
	Push    = "push"    // an order whose number we gave ourselves
	Label   = "label"   // where the label of a number lies, at a house that does not send it along
)

// Account is who we are at a house.
type Account struct {
	Endpoint string
	AppKey   string
	Secret   string
	Customer string // customer code
	Card     string // of the monthly account
	Carrier  string // code of the carrier, for a house that serves many
	Label    string // format of the label that is wanted with a number; "" for none
}

// Address is one end of a parcel's way.
type Address struct {
	Name, Phone, Country, Province, City, District, Detail, Zip string
}

// Order is a parcel that wants to be carried. Its key is the same whenever it is asked
// for, so that a house can tell it from another.
type Order struct {
	Key      string
	Number   string // the tracking number, once there is one
	From, To Address
	Goods    string
	Pieces   int64
	Kilos    string // decimal
}

// Question is one question to a house.
type Question struct {
	Ask     string
	Order   Order
	Numbers []string // Track
	Cursor  string   // Track: of the last answer; "" from the beginning
	Count   int64    // Segment
	At      time.Time
}

// Call is a question as a house reads it. Said is what may be kept of it: no secret, no
// signature.
type Call struct {
	Method, URL string
	Header      map[string]string
	Body        []byte
	Said        string
}

// Event is something that happened to a parcel.
type Event struct {
	Ref    string // by which the house knows it; the same one comes once
	Number string
	Code   string // a word of the dropdown tracking_code
	Raw    string // the house's own word
	Place  string
	Text   string
	At     time.Time
}

// Offer is what a service of a house would cost.
type Offer struct{ Service, Price, Currency string }

// Answer is what a house says; each question fills its part.
type Answer struct {
	Number, SortCode, Label string
	File                    []byte // the label itself, where one is wanted
	Lies                    *Place // where the label is to be fetched
	Verdict                 string // Filter: yes, manual, no
	Events                  []Event
	Cursor                  string
	Offers                  []Offer
	Numbers                 []string
}

// Place is an address of a house at which a file lies.
type Place struct {
	URL    string
	Header map[string]string
}

// Format is how a kind of houses is spoken with. Call refuses what a house cannot be
// asked with ErrNotOffered.
type Format interface {
	Call(a Account, q Question) (Call, error)
	Hear(q Question, status int, body []byte) (Answer, error)
}

// Formats are the kinds that are known, values of the dropdown carrier_format.
func Formats() map[string]Format {
	return map[string]Format{"sf": sf{}, "aggregator": aggregator{}}
}
