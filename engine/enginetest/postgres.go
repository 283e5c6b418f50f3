package enginetest

import (
	"database/sql"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", to create databases with
)

// skipPostgres is the environment variable that leaves PostgreSQL out.
const skipPostgres = "WARELOOM_TEST_SKIP_POSTGRES"

// shared is the cluster of this test process, or of the run that it is one of.
var shared = sync.OnceValues(func() (*Cluster, error) {
	if isOneOfMany() {
		return &Cluster{dir: os.Getenv(runCluster)}, nil
	}
	return startCluster(false)
})

// databases numbers the databases of this test process.
var databases atomic.Int64

// Postgres gives the DSN of a fresh database in the cluster of this test process, or of
// its run. It is dropped when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	RequirePostgres(t)
	cluster, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return cluster.Database(t)
}

// RequirePostgres skips the test where a developer chose to go without.
func RequirePostgres(t testing.TB) {
	t.Helper()
	if os.Getenv(skipPostgres) == "1" {
		t.Skipf("%s=1: not tested on PostgreSQL", skipPostgres)
	}
}

// NewCluster starts a PostgreSQL cluster for one test, with fsync on, so that the
// test may crash it and look for what was promised to be kept.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	RequirePostgres(t)
	cluster, err := StartCluster()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Errorf("remove PostgreSQL cluster: %v", err)
		}
	})
	return cluster
}

// Database creates an empty database and gives its DSN. It is dropped when the
// test ends.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	name := unique("test")
	if err := c.Admin("create database " + name); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Admin("drop database " + name + " with (force)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
	})
	return c.DSN(name)
}

// DSN names a database of the cluster, opened as its superuser.
func (c *Cluster) DSN(database string) string {
	query := url.Values{"host": {c.dir}, "user": {superuser}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + query.Encode()
}

// copying is how a database is copied where the server can choose, which is since 15: file by
// file, which without fsync costs less than through its log.
func (c *Cluster) copying() (string, error) {
	db, err := sql.Open("pgx", c.DSN("postgres"))
	if err != nil {
		return "", err
	}
	defer db.Close()
	var version int
	if err := db.QueryRow("select current_setting('server_version_num')::int").Scan(&version); err != nil {
		return "", err
	}
	if version < 150000 {
		return "", nil
	}
	return " strategy file_copy", nil
}

// Admin runs one statement outside the test databases.
func (c *Cluster) Admin(statement string) error {
	db, err := sql.Open("pgx", c.DSN("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}
