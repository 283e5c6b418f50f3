package price

import "math/bits"

// half is a*b/by with halves rounded up, for factors that are not negative. The product
// may be longer than one number.
func half(a, b, by int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(by)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(by))
	return int64(quotient)
}
