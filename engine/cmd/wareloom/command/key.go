package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
)

const keyUsage = "key add [--type TYPE] [--name NAME] [--days N] [--addresses NETWORKS] ACCOUNT | key list | key revoke ID"

// key makes, lists and revokes the keys of other systems.
func key(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) == 0 || !slices.Contains([]string{"add", "list", "revoke"}, args[0]) {
		return errors.New("say add, list or revoke; usage: wareloom " + keyUsage)
	}
	var owner app.Account
	var asked auth.Key
	var addresses string
	days := 0
	a, rest, err := openApp(ctx, "key", args[1:], errs, func(f *flag.FlagSet) {
		f.StringVar(&owner.UserType, "type", auth.BackOffice, "user type of the account")
		f.StringVar(&asked.Name, "name", "default", "name of the key; two of one name may be good at once")
		f.StringVar(&addresses, "addresses", "", "networks from which it is taken, separated by commas")
		f.IntVar(&days, "days", 365, "how long it is good")
	})
	if err != nil {
		return err
	}
	defer a.Close()
	switch args[0] {
	case "list":
		if err := none(rest, "key"); err != nil {
			return err
		}
		return listKeys(ctx, a, out)
	case "revoke":
		id, err := one(rest, "the id of a key", "key")
		if err != nil {
			return err
		}
		return a.RevokeKey(ctx, id)
	case "add":
		if owner.Name, err = one(rest, "an account", "key"); err != nil {
			return err
		}
		if asked.Addresses, err = networks(addresses); err != nil {
			return err
		}
		asked.ExpiresAt = time.Now().AddDate(0, 0, days)
		shown, err := a.AddKey(ctx, owner, asked)
		if err == nil {
			_, err = fmt.Fprintln(out, shown)
		}
		return err
	}
	return errors.New("usage: wareloom " + keyUsage)
}

func listKeys(ctx context.Context, a *app.App, out io.Writer) error {
	keys, err := a.Keys(ctx)
	if err != nil {
		return err
	}
	for _, k := range keys {
		used := "never"
		if !k.UsedAt.IsZero() {
			used = k.UsedAt.UTC().Format(time.RFC3339)
		}
		if _, err := fmt.Fprintf(out, "%s  user %d  %s  until %s  used %s  %v\n", k.ID, k.UserID, k.Name, k.ExpiresAt.UTC().Format(time.DateOnly), used, k.Addresses); err != nil {
			return err
		}
	}
	return nil
}

// networks reads addresses and networks.
func networks(list string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if address, err := netip.ParseAddr(text); err == nil {
			all = append(all, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--addresses %s is no network: write it as 10.0.0.0/8", text)
		}
		all = append(all, prefix)
	}
	return all, nil
}
