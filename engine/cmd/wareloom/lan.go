package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/selftls"
	"github.com/wareloom/wareloom/seeds"
)

// invite gives every account of the demo a new random password, since the usual one
// is known to the world, and prints how to come in: the page of the authority first,
// then a code per account that opens its login page.
func invite(ctx context.Context, a *app.App, d door, out io.Writer) error {
	folder, err := fs.Sub(seeds.Files, demoFolder)
	if err != nil {
		return fmt.Errorf("open seeds: %w", err)
	}
	accounts, err := app.SeededAccounts(folder)
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
