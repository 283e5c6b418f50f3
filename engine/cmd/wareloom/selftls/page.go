package selftls

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// Addresses of the page and of the certificate that it installs.
const (
	pagePath        = "/ca"
	certificatePath = "/ca.crt"
)

var page = template.Must(template.New("").Parse(`<!doctype html>
<html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Wareloom</title>
<style>body{font:16px/1.6 system-ui;max-width:36rem;margin:2rem auto;padding:0 1rem}svg{width:14rem;height:14rem}</style>
<h1>Wareloom</h1>
<p><a href="{{.Address}}">{{.Address}}</a></p>
{{.Code}}
<p>在手持设备上打开此链接或扫描二维码，安装证书并设为受信任，然后登录。</p>
<p>Open this link on the handheld or scan the code, install the certificate and trust it, then sign in.</p>
<p>Abra este enlace en el terminal o escanee el código, instale el certificado y confíe en él; después inicie sesión.</p>
`))

// Handler shows the page and hands out the certificate of the authority; all else
// is for the next handler. The page is public: a certificate is no secret.
func (a *Authority) Handler(next http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", next)
	mux.HandleFunc("GET "+certificatePath, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-x509-ca-cert")
		w.Header().Set("Content-Disposition", `attachment; filename="wareloom-ca.crt"`)
		_, _ = w.Write(a.certificate.Raw) // the client may have gone
	})
	mux.HandleFunc("GET "+pagePath, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		address := "https://" + r.Host + certificatePath
		code, err := picture(address)
		if err != nil {
			http.Error(w, "no code for this address", http.StatusBadRequest)
			return
		}
		_ = page.Execute(w, map[string]any{"Address": address, "Code": code}) // the client may have gone
	})
	return mux
}

// picture is a QR code as an SVG.
func picture(text string) (template.HTML, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("make code: %w", err)
	}
	b := &strings.Builder{}
	size := code.Bounds().Dx()
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 %d %d" shape-rendering="crispEdges"><path d="`, size+8, size+8)
	for y := range size {
		for x := range size {
			if dark(code, x, y) {
				fmt.Fprintf(b, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String()), nil // only digits of our own
}

// Print draws a QR code for a console with a dark background, two rows of it in one
// row of characters.
func Print(text string) (string, error) {
	code, err := qr.Encode(text, qr.L, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("make code: %w", err)
	}
	const quiet = 2 // light modules around the code
	b := &strings.Builder{}
	size := code.Bounds().Dx()
	for y := -quiet; y < size+quiet; y += 2 {
		for x := -quiet; x < size+quiet; x++ {
			b.WriteString([]string{"█", "▀", "▄", " "}[place(code, x, y)*2+place(code, x, y+1)])
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// place is 1 where a module is dark.
func place(code barcode.Barcode, x, y int) int {
	if dark(code, x, y) {
		return 1
	}
	return 0
}

func dark(code barcode.Barcode, x, y int) bool {
	size := code.Bounds().Dx()
	if x < 0 || y < 0 || x >= size || y >= size {
		return false
	}
	red, _, _, _ := code.At(x, y).RGBA()
	return red == 0
}
