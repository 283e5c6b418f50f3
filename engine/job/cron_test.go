package job

import (
	"testing"
	"time"
)

func TestCronNext(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, line, zone, after, want string }{
		{"every minute", "* * * * *", "UTC", "2026-03-01T10:00:30Z", "2026-03-01T10:01:00Z"},
		{"strictly after", "0 10 * * *", "UTC", "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z"},
		{"step", "*/15 * * * *", "UTC", "2026-03-01T10:16:00Z", "2026-03-01T10:30:00Z"},
		{"step from a number", "10/20 * * * *", "UTC", "2026-03-01T10:31:00Z", "2026-03-01T10:50:00Z"},
		{"list and range", "5 8-9,17 * * *", "UTC", "2026-03-01T09:06:00Z", "2026-03-01T17:05:00Z"},
		{"weekday", "0 6 * * 1", "UTC", "2026-03-03T00:00:00Z", "2026-03-09T06:00:00Z"},
		{"seven is Sunday", "0 6 * * 7", "UTC", "2026-03-03T00:00:00Z", "2026-03-08T06:00:00Z"},
		{"day or weekday", "0 0 13 * 5", "UTC", "2026-03-02T00:00:00Z", "2026-03-06T00:00:00Z"},
		{"year's end", "0 0 1 1 *", "UTC", "2026-03-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"leap day", "0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00Z"},
		{"in its zone", "0 2 * * *", "Asia/Shanghai", "2026-03-01T17:00:00Z", "2026-03-01T18:00:00Z"},
		{"an hour that spring leaves out", "30 2 * * *", "Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after, err := time.Parse(time.RFC3339, tt.after)
			if err != nil {
				t.Fatal(err)
			}
			next, err := nextTime(tt.line, tt.zone, after.UnixMilli())
			if got := time.UnixMilli(next).UTC().Format(time.RFC3339); err != nil || got != tt.want {
				t.Errorf("got %s, want %s (%v)", got, tt.want, err)
			}
		})
	}
}

func TestCronMistakes(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "5-1 * * * *", "*/0 * * * *", "a * * * *", "1-b * * * *", "0 0 31 2 *"} {
		if _, err := nextTime(line, "", 0); err == nil {
			t.Errorf("%q was accepted", line)
		}
	}
	if _, err := nextTime("* * * * *", "Nowhere/Else", 0); err == nil {
		t.Error("an unknown zone was accepted")
	}
}
