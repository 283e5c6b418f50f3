package house

// Words of the dropdown tracking_code, by the words of the houses. A word that is in none of
// them is unknown, and is kept as it came.
var (
	sfWords = map[string]string{
		"50": "picked_up", "54": "picked_up", "30": "in_transit", "31": "in_transit", "36": "in_transit", "44": "out_for_delivery", "204": "out_for_delivery",
		"80": "delivered", "8000": "delivered", "70": "delivery_failed", "33": "delivery_failed", "99": "return_to_sender", "648": "return_to_sender",
	}
	aggregatorWords = map[string]string{
		"0": "in_transit", "1": "picked_up", "2": "delivery_failed", "3": "delivered", "4": "return_to_sender", "5": "out_for_delivery", "6": "return_to_sender",
		"7": "in_transit", "8": "customs", "14": "delivery_failed",
	}
)

func word(words map[string]string, raw string) string {
	if w, ok := words[raw]; ok {
		return w
	}
	return "unknown"
}
