package app

import (
	"context"
	"io"
	"io/fs"
	"sync"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/foreign"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/store"
)

// papers makes what prints. Its fonts lie with the web app, where the build puts them:
// they are read when somebody prints first.
func (a *App) papers() *printing.Papers {
	page := a.config.Page
	family := font.Lazy(func(weight string) (io.ReadCloser, error) {
		if page == nil {
			return nil, fs.ErrNotExist
		}
		return page.Open("paper/" + weight + ".ttf.gz")
	})
	return &printing.Papers{
		Query: a.Query, Family: family, Zone: a.zone.of, Names: a.Records.UserNames, File: a.openFile,
		Drawer: foreign.NewDrawer(a.config.Cache),
		PDF: sync.OnceValues(func() (*paint.PDF, error) {
			read, err := family()
			if err != nil {
				return nil, err
			}
			return paint.NewPDF(read)
		}),
	}
}

// openFile opens a file that was kept, for paper: sealed ones are not printed, since paper
// asks nobody why.
func (a *App) openFile(ctx context.Context, tx *store.Tx, key string) (io.ReadCloser, error) {
	f, err := a.files.Find(ctx, tx, key)
	if err == nil && f.Sealed {
		err = fault.New(fault.NotFound, "file.unknown")
	}
	if err != nil {
		return nil, err
	}
	return a.files.Open(f)
}
