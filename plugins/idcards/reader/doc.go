// Package reader speaks with a text-recognition service: a picture of one side of an ID
// card goes out with the headers guid and accessToken alone, and what stands on the card
// comes back. It is functions over bytes, so that recorded examples prove it. An answer is
// not believed: what it says is cut to what a card can say, and judged.
package reader
