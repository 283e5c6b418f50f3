// Command generate writes the vectors for the browser's tests: the core and, from
// a seed, as many more as are wanted, each with its checked tree.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/wareloom/wareloom/tests/vectors"
)

func main() {
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the random expressions")
	count := flag.Int("count", 10_000, "number of random expressions")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if err := write(*out, *seed, *count); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "seed %d\n", *seed)
}

func write(path string, seed uint64, count int) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("create vectors: %w", err)
	}
	w := bufio.NewWriter(file)
	if err := vectors.WriteAll(w, seed, count); err != nil {
		return fmt.Errorf("write vectors of seed %d: %w", seed, err)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	return file.Close()
}
