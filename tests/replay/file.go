package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// outcome is what the server tells of an import.
type outcome struct {
	Created, Skipped, Failed, Rejected int
}

// importThrough imports the file of the month through a mapping and waits for the end.
func (p *player) importThrough(ctx context.Context, mapping string, params m) (*outcome, error) {
	content, err := p.month.file()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var asked struct{ Job int64 }
	if err := p.Upload(ctx, "import", "import/"+mapping, map[string]string{"params": string(text)}, "month.csv", content, &asked); err != nil {
		return nil, err
	}
	for {
		var job struct {
			State, Message string
			Data           *outcome
		}
		if err := p.Call(ctx, "job", fmt.Sprintf("job/%d/get", asked.Job), m{}, &job); err != nil {
			return nil, err
		}
		switch job.State {
		case "done":
			return job.Data, nil
		case "failed", "cancelled":
			return nil, errors.New(job.Message)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// file is the part of the month that is played, as it came.
func (m *month) file() ([]byte, error) {
	var content bytes.Buffer
	err := csv.NewWriter(&content).WriteAll(m.rows)
	return content.Bytes(), err
}
