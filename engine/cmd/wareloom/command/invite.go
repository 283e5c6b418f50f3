package command

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/selftls"
	"github.com/wareloom/wareloom/seeds"
)

// invite gives every account of the demo a new random password, since the usual one
// is known to the world, and prints how to come in: the page of the authority first,
// then a code per account that opens its login page.
func invite(ctx context.Context, a *app.App, d door, out io.Writer) error {
	accounts, err := demoAccounts()
	if err != nil {
		return err
	}
	if err := show(out, d.address+"/ca", "Install the certificate of this server first"); err != nil {
		return err
	}
	for _, account := range accounts {
		account.Password = rand.Text()[:passwordLength]
		if err := a.SetPassword(ctx, account); err != nil {
			return err
		}
		page := d.address + "/login"
		if account.UserType != auth.BackOffice {
			page = d.address + "/user/login"
		}
		if err := show(out, page+"#"+account.Name, fmt.Sprintf("%s, password %s", account.Name, account.Password)); err != nil {
			return err
		}
	}
	return nil
}

// greet names the accounts of the demo, and their password unless it was chosen.
func greet(out io.Writer) error {
	accounts, err := demoAccounts()
	if err != nil {
		return err
	}
	names := make([]string, len(accounts))
	for i, account := range accounts {
		names[i] = account.Name
	}
	words := "password " + app.DemoPassword
	if os.Getenv(envPrefix+"DEMO_PASSWORD") != "" {
		words = "the password that you chose"
	}
	_, err = fmt.Fprintf(out, "Sign in as %s, with %s.\n", strings.Join(names, ", "), words)
	return err
}

// demoAccounts lists the accounts of the demo.
func demoAccounts() ([]app.Account, error) {
	folder, err := fs.Sub(seeds.Files, demoFolder)
	if err != nil {
		return nil, fmt.Errorf("open seeds: %w", err)
	}
	return app.SeededAccounts(folder)
}

// passwordLength is short enough to be typed on a handheld: 60 random bits.
const passwordLength = 12

func show(out io.Writer, address, words string) error {
	code, err := selftls.Print(address)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%s\n%s\n%s", words, address, "\n"+code)
	return err
}
