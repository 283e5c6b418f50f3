// Package network has people scan over a network that loses, doubles and reorders what it
// carries, on devices that are reloaded and signed out in mid-scan, and looks whether the
// server holds exactly what the devices were told that it took.
//
// The devices send as the browser does. call_test.go does what runtime-ui/src/data/client.ts
// does, queue_test.go what runtime-ui/src/data/inputQueue.ts does, and desk_test.go what
// runtime-ui/src/screens/station/desk.ts does; whoever changes one changes the other.
// Left out are the token of version 1 signatures, what a device judges by itself without a
// network, supervisors, and the pauses between attempts: this network is back at once.
package network
