package app

import (
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/job"
)

func TestATrialIsNotToldAsAnImport(t *testing.T) {
	for _, test := range []struct {
		arguments string
		state     job.State
		want      string
	}{
		{`{"mapping":"orders","dryRun":false}`, job.Done, "notice.import_done"},
		{`{"mapping":"orders","dryRun":true}`, job.Done, "notice.import_checked"},
		{`{"mapping":"orders","dryRun":true}`, job.Dead, "notice.import_failed"},
		{`of an older version`, job.Done, "notice.import_done"},
	} {
		ended := &job.Job{Kind: exchange.JobImport, State: test.state, Arguments: test.arguments}
		if told := jobNotice(&catalog.Release{}, ended); told.Key != test.want {
			t.Errorf("%s that is %v is told as %s, want %s", test.arguments, test.state, told.Key, test.want)
		}
	}
}
