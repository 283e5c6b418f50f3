package release

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// Folder is what one source of metadata says: the text of each file by its path.
type Folder map[string][]byte

// ReadFolder reads the files of metadata under a folder as they are.
func ReadFolder(files fs.FS) (Folder, error) {
	found := Folder{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path.Base(name) == meta.SchemaFolder:
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".json":
			return nil
		}
		found[name], err = fs.ReadFile(files, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read folder of metadata: %w", err)
	}
	return found, nil
}

// formatted gives the files in their one form, which those of the program have anyway.
func (f Folder) formatted(shapes *shape.Shapes) (Folder, error) {
	made := Folder{}
	for name, text := range f {
		if meta.IsObject(shapes, name) {
			var err error
			if text, err = meta.Format(shapes, name, text); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		made[name] = text
	}
	return made, nil
}

// Zip packs the files. Equal folders give equal bytes.
func (f Folder) Zip() ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range slices.Sorted(maps.Keys(f)) {
		file, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = file.Write(f[name])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack folder: %w", err)
	}
	return packed.Bytes(), nil
}

// Bounds of what comes packed, against files that unpack without end.
const (
	mostFiles = 5000
	mostBytes = 32 << 20
)

// Unzip reads the files of metadata that came packed. The fault is release.not_packed.
func Unzip(packed []byte) (Folder, error) {
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(r.File) > mostFiles {
		return nil, notPacked(err)
	}
	size := uint64(0)
	for _, file := range r.File {
		if size += file.UncompressedSize64; size > mostBytes || file.UncompressedSize64 > mostBytes {
			return nil, notPacked(nil)
		}
	}
	files, err := ReadFolder(r)
	if err != nil {
		return nil, notPacked(err)
	}
	return files, nil
}

func notPacked(err error) error {
	return fault.New(fault.Invalid, "release.not_packed", "files", mostFiles, "mb", mostBytes>>20).On("file").Because(err)
}

// FS gives the files as a file system.
func (f Folder) FS() (fs.FS, error) {
	packed, err := f.Zip()
	if err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
}
