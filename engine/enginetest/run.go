package enginetest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// runCluster is the environment variable that names the folder of a cluster which all test
// processes of a run share, and what they begin with. Without it each starts one of its own.
const runCluster = "WARELOOM_TEST_CLUSTER"

func isOneOfMany() bool { return os.Getenv(runCluster) != "" }

// unique makes the name of a database that no other process of the run takes.
func unique(kind string) string {
	return fmt.Sprintf("%s_%d_%d", kind, os.Getpid(), databases.Add(1))
}

// Serve starts the cluster of a run, says where it is, and stops it at the end of the input.
func Serve(in io.Reader, out io.Writer) error {
	c, err := startCluster(false)
	if err != nil {
		return err
	}
	_, told := fmt.Fprintln(out, c.dir)
	_, waited := io.Copy(io.Discard, in)
	return errors.Join(told, waited, c.Stop())
}

// ofRun gives the folder of a thing that is named and of one kind, which no other process
// of the run looks into before leave is called; a folder that leave removes where there is
// no name or no run.
func ofRun(name, kind string) (dir string, leave func(), err error) {
	if name == "" || !isOneOfMany() {
		dir, err := os.MkdirTemp("", "wareloom-begin-")
		return dir, func() { _ = os.RemoveAll(dir) }, err
	}
	dir = filepath.Join(os.Getenv(runCluster), "kept", name, kind)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", nil, err
	}
	return dir, func() { _ = lock.Close() }, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
}
