package enginetest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// superuser is the role that initdb makes.
const superuser = "wareloom_test"

// Cluster is a throw-away PostgreSQL server on a Unix socket in its own folder.
type Cluster struct {
	dir     string // data in dir/data, the socket in dir
	bin     string // folder of the PostgreSQL programs
	alive   io.Closer
	keeper  *exec.Cmd
	account []string // words before a command that must not run as root
}

// keeperScript makes and starts the cluster, says so, waits for the end of its
// input and takes everything away again. The input is a pipe that only the test
// process holds, so the cluster ends with it, however it ends. The ICU collation
// is there to show a forgotten COLLATE "C".
const keeperScript = `set -e
cd "$DIR"
trap '' INT HUP TERM
"$BIN/initdb" -D data -U ` + superuser + ` -A trust -E UTF8 --no-locale --locale-provider=icu --icu-locale=en -N >initdb.log 2>&1
cat >>data/postgresql.conf <<END
listen_addresses = ''
unix_socket_directories = '$DIR'
max_connections = 600
shared_buffers = 32MB
$SETTINGS
END
"$BIN/pg_ctl" -D data -l server.log -w start >start.log 2>&1
echo ready
cat >/dev/null
"$BIN/pg_ctl" -D data -m immediate -w stop >stop.log 2>&1 || true
cd /
rm -rf "$DIR"
`

// fastSettings give durability up for speed, and find deadlocks early.
const fastSettings = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\ndeadlock_timeout = 50ms\n"

// StartCluster starts a cluster with fsync on, for who measures or crashes it. Stop
// takes it away.
func StartCluster() (*Cluster, error) { return startCluster(true) }

func startCluster(durable bool) (*Cluster, error) {
	c := &Cluster{}
	if err := c.locate(); err != nil {
		return nil, err
	}
	if err := c.makeFolder(); err != nil {
		return nil, fmt.Errorf("make folder for PostgreSQL: %w", err)
	}
	settings := fastSettings
	if durable {
		settings = ""
	}
	if err := c.launch(settings); err != nil {
		return nil, errors.Join(fmt.Errorf("start PostgreSQL: %w: %s", err, c.logs()), c.Stop())
	}
	return c, nil
}

// locate finds the newest PostgreSQL on this machine, and the account to run it.
func (c *Cluster) locate() error {
	if found, err := exec.LookPath("initdb"); err == nil {
		c.bin = filepath.Dir(found)
	}
	versions, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return err
	}
	if c.bin == "" && len(versions) > 0 {
		slices.SortFunc(versions, func(a, b string) int { return majorOf(a) - majorOf(b) })
		c.bin = filepath.Dir(versions[len(versions)-1])
	}
	if c.bin == "" {
		return fmt.Errorf("PostgreSQL is needed for this test: install it (Debian: apt-get install postgresql), or set %s=1 to test on SQLite alone", skipPostgres)
	}
	if os.Geteuid() == 0 {
		c.account = []string{"runuser", "-u", "postgres", "--"}
	}
	return nil
}

// majorOf reads 15 out of /usr/lib/postgresql/15/bin/initdb; 0 if there is none.
func majorOf(path string) int {
	major, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	if err != nil {
		return 0
	}
	return major
}

// makeFolder makes the cluster's folder and gives it to the account.
func (c *Cluster) makeFolder() (err error) {
	if c.dir, err = os.MkdirTemp("", "wareloom-pg-"); err != nil || c.account == nil {
		return err
	}
	owner, err := user.Lookup("postgres")
	if err != nil {
		return err
	}
	uid, err := strconv.Atoi(owner.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(owner.Gid)
	if err != nil {
		return err
	}
	return os.Chown(c.dir, uid, gid)
}

// launch starts the keeper and waits until the server answers.
func (c *Cluster) launch(settings string) error {
	c.keeper = c.command("sh", "-c", keeperScript)
	c.keeper.Env = append(os.Environ(), "DIR="+c.dir, "BIN="+c.bin, "SETTINGS="+settings, "LC_ALL=C")
	c.keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // Ctrl-C reaches it as the end of its input
	stdin, err := c.keeper.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := c.keeper.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.keeper.Start(); err != nil {
		return err
	}
	c.alive = stdin
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if strings.TrimSpace(line) != "ready" {
		return fmt.Errorf("the keeper said %q (%w)", line, err)
	}
	return nil
}

// command prepares a program to run under the cluster's account.
func (c *Cluster) command(words ...string) *exec.Cmd {
	words = append(slices.Clone(c.account), words...)
	return exec.Command(words[0], words[1:]...)
}

// Crash stops the server at once, as if its processes were killed.
func (c *Cluster) Crash() error { return c.control("stop", "-m", "immediate") }

// Start starts the server again after Crash.
func (c *Cluster) Start() error {
	return c.control("start", "-l", filepath.Join(c.dir, "server.log"))
}

func (c *Cluster) control(verb string, more ...string) error {
	words := append([]string{filepath.Join(c.bin, "pg_ctl"), verb, "-w", "-D", filepath.Join(c.dir, "data")}, more...)
	cmd := c.command(words...)
	cmd.Dir = c.dir
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("pg_ctl %s: %w", verb, err)
	}
	return nil
}

// Stop ends the keeper and with it the cluster.
func (c *Cluster) Stop() error {
	if c.alive == nil {
		return os.RemoveAll(c.dir)
	}
	closed := c.alive.Close()
	if err := c.keeper.Wait(); err != nil {
		return errors.Join(closed, err, os.RemoveAll(c.dir))
	}
	return closed
}

// logs gives what the programs wrote, for the message of a failure.
func (c *Cluster) logs() []byte {
	var all [][]byte
	for _, name := range []string{"initdb.log", "start.log", "server.log"} {
		if text, err := os.ReadFile(filepath.Join(c.dir, name)); err == nil {
			all = append(all, text)
		}
	}
	return bytes.Join(all, []byte("\n"))
}
