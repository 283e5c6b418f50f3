// Package mailing keeps who gets which report by letter, and when: each mailing is one
// report for one reader, on a timetable of hours of the house. It reckons when the next
// letter is due and remembers how the last one went; who computes and sends is told.
package mailing
