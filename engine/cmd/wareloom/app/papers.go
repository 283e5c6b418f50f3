package app

import (
	"io"
	"io/fs"
	"sync"

	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/paint"
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
		Query: a.Query, Family: family, Zone: a.zone.of, Names: a.Records.UserNames,
		PDF: sync.OnceValues(func() (*paint.PDF, error) {
			read, err := family()
			if err != nil {
				return nil, err
			}
			return paint.NewPDF(read)
		}),
	}
}
