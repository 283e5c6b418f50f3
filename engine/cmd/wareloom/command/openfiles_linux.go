package command

import "syscall"

// openFiles is how many files and connections the system lets this process have open;
// 0 where it does not say.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return limit.Cur
}
