package store

import (
	"bytes"
	"database/sql/driver"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Packed are bytes that take less room in a column of type BLOB. From packFrom on they are
// kept as a frame of zstd (RFC 8878), where that is shorter; shorter ones, and those kept
// before there was packing, as they are. What is kept must not begin as a frame does.
type Packed []byte

// packFrom is from how many bytes packing is worth its time: it begins at some microseconds,
// and spares a short text little.
const packFrom = 512

// mostPacked is what a frame may give: far above any answer, so that a damaged file does
// not fill the memory.
const mostPacked = 256 << 20

var packMark = []byte{0x28, 0xb5, 0x2f, 0xfd} // the magic number of a frame

var packer = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
})

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(mostPacked), zstd.WithDecoderLowmem(true))
})

// Value implements driver.Valuer.
func (p Packed) Value() (driver.Value, error) {
	if p == nil {
		return nil, nil
	}
	if len(p) < packFrom || len(p) > mostPacked {
		return []byte(p), nil
	}
	encoder, err := packer()
	if err != nil {
		return nil, fmt.Errorf("pack %d bytes: %w", len(p), err)
	}
	if frame := encoder.EncodeAll(p, make([]byte, 0, len(p)/4)); len(frame) < len(p) {
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
	decoder, err := unpacker()
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	whole, err := decoder.DecodeAll(kept, nil)
	if err != nil {
		return fmt.Errorf("unpack %d bytes: %w", len(kept), err)
	}
	*p = whole
	return nil
}
