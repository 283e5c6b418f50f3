package release_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAColumnThatWasDroppedIsToldOfBeforeAWayBack removes a field, drops its column 30
// days later and goes back to the release that had it.
func TestAColumnThatWasDroppedIsToldOfBeforeAWayBack(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
		db, err := store.Open(t.Context(), dsn, store.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		d := open(t, db, shippedShelf)
		backups := 0
		d.BackUp = func(context.Context, []string) error { backups++; return nil }
		d.begin(nil)
		had := d.publish(box(field("width", "integer") + field("depth", "integer")))
		d.run("insert into box (id, version, created_at, updated_at, width, depth) values (1, 1, 0, 0, 7, 8)")
		without := d.publish(box(""))

		kept, err := d.Kept(t.Context())
		if err != nil || len(kept) != 2 || kept[1].Name() != "box.width" || kept[1].Release != without || kept[1].Values != 1 {
			t.Fatalf("kept is %+v (%v)", kept, err)
		}
		width := ddl.Kept{Table: "box", Field: "width", Author: "ann"}
		if _, err := d.DropKept(t.Context(), width, nil); !fault.IsKey(err, "ddl.kept_until") {
			t.Fatalf("dropped at once: %v", err)
		}
		now = now.Add(ddl.KeptFor)
		stopped := errors.New("the server ended here")
		if _, err := d.DropKept(t.Context(), width, func(context.Context, *store.Tx) error { return stopped }); !errors.Is(err, stopped) {
			t.Fatal(err)
		}
		if d.count("select width from box") != 7 {
			t.Fatal("one that was stopped lost values")
		}
		if gone, err := d.DropKept(t.Context(), width, nil); err != nil || gone.Values != 1 {
			t.Fatalf("dropped %+v: %v", gone, err)
		}
		if sqlite := db.Dialect() == store.SQLite; sqlite != (backups == 2) {
			t.Errorf("%d backups were made before tables are built anew", backups)
		}

		files, err := d.Export(t.Context(), had)
		if err != nil {
			t.Fatal(err)
		}
		preview, err := d.Preview(t.Context(), files)
		if err != nil || len(preview.Plan) != 1 || preview.Plan[0].Name != "width" || preview.Plan[0].Lost != 1 {
			t.Errorf("the preview of the way back is %+v (%v)", preview.Plan, err)
		}
		if _, err := d.Rollback(t.Context(), had, release.By{Author: "ann"}); err != nil {
			t.Fatal(err)
		}
		if n := d.count("select count(*) from box where width is null and depth = 8"); n != 1 {
			t.Error("the way back has not the kept value beside the empty column")
		}
	})
}
