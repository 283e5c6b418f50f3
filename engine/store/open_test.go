package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func TestOpenRefusesWhatIsNotADatabase(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{"", "x.db", "mysql://x", "sqlite:", "sqlite::memory:", "sqlite:x.db?_pragma=synchronous(0)", "sqlite:file:x"} {
		if _, err := store.Open(t.Context(), dsn, store.Options{}); err == nil {
			t.Errorf("%q was opened", dsn)
		}
	}
	_, err := store.Open(t.Context(), "postgres:///x?host="+url.QueryEscape(t.TempDir()), store.Options{})
	if !fault.IsKey(err, "store.unreachable") {
		t.Errorf("no server: %v", err)
	}
}

func TestClosedDatabaseRefuses(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		for range 2 {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := exec(t, db, "update id_block set next_id = 1"); err == nil {
			t.Error("a closed database was written")
		}
	})
}

// answer asks one question of the database in a write transaction.
func answer(t *testing.T, db *store.DB, question string) (text string) {
	t.Helper()
	err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRow(ctx, question).Scan(&text)
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPostgresNeitherCompilesNorPlansWritesAnew(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.Postgres(t), store.Options{})
	for setting, want := range map[string]string{"jit": "off", "plan_cache_mode": "force_generic_plan"} {
		if got := answer(t, db, "show "+setting); got != want {
			t.Errorf("%s is %s", setting, got)
		}
	}
}

// TestOnlyWhatIsDoneApartDoesNotWaitForTheDisk: the commit behind it does.
func TestOnlyWhatIsDoneApartDoesNotWaitForTheDisk(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.Postgres(t)+"&synchronous_commit=on", store.Options{})
	const ask = "show synchronous_commit"
	apart := ""
	err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Apart(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &apart, ask) })
	})
	if whole := answer(t, db, ask); err != nil || apart != "off" || whole != "on" {
		t.Errorf("apart it is %s, else %s (%v)", apart, whole, err)
	}
}

func TestRequestsRunAsTheRoleThatOwnsNothing(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.Postgres(t), store.Options{})
	if got := answer(t, db, "select current_user"); got != "wareloom_app" {
		t.Errorf("requests run as %q", got)
	}
	if err := exec(t, db, "create table item (id bigint)"); err == nil {
		t.Error("a request created a table")
	}
	if err := exec(t, db, "drop table id_block"); err == nil {
		t.Error("a request dropped a table")
	}
}

func TestWithoutTheRightToCreateRolesRequestsRunAsOwner(t *testing.T) {
	t.Parallel()
	cluster := enginetest.NewCluster(t)
	dsn := cluster.Database(t)
	admin, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec("create role plain login; grant create on schema public to plain"); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	plain := strings.Replace(dsn, "user=wareloom_test", "user=plain", 1)
	db := enginetest.Open(t, plain, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if got := answer(t, db, "select current_user"); got != "plain" {
		t.Errorf("requests run as %q", got)
	}
	if !strings.Contains(log.String(), "role=wareloom_app") {
		t.Errorf("log: %q", log.String())
	}
}

func TestSQLiteIsDurable(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.SQLite(t), store.Options{})
	for question, want := range map[string]string{"pragma synchronous": "2", "pragma journal_mode": "wal", "pragma foreign_keys": "1"} {
		if got := answer(t, db, question); got != want {
			t.Errorf("%s = %s, want %s", question, got, want)
		}
	}
}
