package store

import (
	"bytes"
	"database/sql/driver"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Packed are bytes that take less room in a column of type BLOB. From packFrom on they are
// kept as a frame of zstd (RFC 8878), where that is shorter; shorter ones, and those kept
// before there was packing, as they are. What is kept must not begin as a frame does.
type Packed []byte

// packFrom is from how many bytes packing is worth its time.
const packFrom = 512

// most that a frame may give: far above any answer, so that a damaged file does not fill
// the memory.
const mostPacked = 256 << 20

var (
	packMark = []byte{0x28, 0xb5, 0x2f, 0xfd} // the magic number of a frame
	packer   = must(zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false)))
	unpacker = must(zstd.NewReader(nil, zstd.WithDecoderMaxMemory(mostPacked), zstd.WithDecoderLowmem(true)))
)

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // an option that the library does not know
	}
	return made
}

// Value implements driver.Valuer.
func (p Packed) Value() (driver.Value, error) {
	if p == nil {
		return nil, nil
	}
	if len(p) < packFrom {
		return []byte(p), nil
	}
	if frame := packer.EncodeAll(p, make([]byte, 0, len(p)/4)); len(frame) < len(p) {
		return frame, nil
	}
	return []byte(p), nil
}

// Scan implements sql.Scanner.
func (p *Packed) Scan(value any) error {
	kept, ok := value.([]byte)
	switch {
	case value == nil:
		*p = nil
		return nil
	case !ok:
		return fmt.Errorf("unpack %T", value)
	case !bytes.HasPrefix(kept, packMark):
		*p = bytes.Clone(kept)
		return nil
	}
	whole, err := unpacker.DecodeAll(kept, nil)
	if err != nil {
		return fmt.Errorf("unpack %d bytes: %w", len(kept), err)
	}
	*p = whole
	return nil
}
