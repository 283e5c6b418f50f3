// Package scale reads scales: what each says in the protocols that indicators speak, over
// TCP, a serial line or as a USB scale, with what a weight is worth: whether it stands
// still, in which unit, and what was taken off for the tare.
package scale
