// Package agents kills servers and agents while labels are printed, loses their network,
// and counts what lies in the tray of the printer.
package agents
