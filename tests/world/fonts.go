package world

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/wareloom/wareloom/engine/printing/font"
)

// Fonts reads the fonts of paper from the package that the build packs them from. Without
// it, which npm ci installs, the error is that of a file that is not there.
var Fonts = sync.OnceValues(func() (*font.Family, error) {
	family := &font.Family{}
	for _, weight := range []struct {
		name, file string
		into       **font.Face
	}{{"regular", "400Regular/NotoSansSC_400Regular.ttf", &family.Regular}, {"bold", "700Bold/NotoSansSC_700Bold.ttf", &family.Bold}} {
		data, err := os.ReadFile(filepath.Join("../../node_modules/@expo-google-fonts/noto-sans-sc", filepath.FromSlash(weight.file)))
		if err != nil {
			return nil, err
		}
		if *weight.into, err = font.Parse(weight.name, data); err != nil {
			return nil, err
		}
	}
	return family, nil
})
