package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"

	"github.com/wareloom/wareloom/engine/httpapi"
)

// config is what the command line, the environment and a YAML file say, in this
// order of strength.
type config struct {
	Addr        string
	DSN         string
	Demo        bool
	LAN         bool // the demo for handhelds on this network
	TLS         string
	TLSCert     string
	TLSKey      string
	Key         string // file of the master key
	Files       string // folder of attachments
	Proxies     string // networks of trusted proxies, separated by commas
	Near        string // addresses around that jobs may call, separated by commas
	Mail        string // mail server that letters are handed to
	Memory      string // MB to stay within
	Calls       string // at once of one user
	Connections string // that are open at once
	Unheld      string // MB of files of one user that no record holds
	Site        string // folder of the site's own metadata

	New       bool // the key or the database is lost, and a new one shall take its place
	Downgrade bool // go on with a database that a newer version wrote
	Safe      bool // leave the site's metadata out
}

// option is one setting: its flag, which is also its name in the file and, in
// upper case behind WARELOOM_, in the environment.
type option struct {
	name, value, usage string
	into               func(*config) *string
}

func options() []option {
	return []option{
		{"addr", "127.0.0.1:8080", "address to listen on", func(c *config) *string { return &c.Addr }},
		{"dsn", "sqlite:./data/wareloom.db", "database: sqlite:<file> or postgres://...", func(c *config) *string { return &c.DSN }},
		{"tls", "", "self: with certificates of an authority of its own, for a network without a public name", func(c *config) *string { return &c.TLS }},
		{"tls-cert", "", "certificate file", func(c *config) *string { return &c.TLSCert }},
		{"tls-key", "", "key file of the certificate", func(c *config) *string { return &c.TLSKey }},
		{"key", "", "file of the master key; by default beside the database", func(c *config) *string { return &c.Key }},
		{"files", "", "folder of attachments; by default beside the database", func(c *config) *string { return &c.Files }},
		{"proxies", "", "networks of proxies whose X-Forwarded-For is believed", func(c *config) *string { return &c.Proxies }},
		{"near", "", "addresses of this network that carriers may have, as 10.0.0.5:8443; localhost for this machine", func(c *config) *string { return &c.Near }},
		{"mail", "", "mail server, as smtp://user:password@host:587?from=wms@example.com; without one no letters are sent", func(c *config) *string { return &c.Mail }},
		{"site", "", "folder of metadata of your own: objects, and overlays over shipped ones", func(c *config) *string { return &c.Site }},
		{"calls", strconv.Itoa(httpapi.DefaultCalls), "calls of one user that are answered at once", func(c *config) *string { return &c.Calls }},
		{"connections", strconv.Itoa(defaultConnections), "connections that are open at once, a quarter of them from one address", func(c *config) *string { return &c.Connections }},
		{"unheld", strconv.Itoa(httpapi.DefaultUnheld >> 20), "MB of files that one user may bring and no record holds", func(c *config) *string { return &c.Unheld }},
		{"memory", "1024", "MB of memory to stay within", func(c *config) *string { return &c.Memory }},
	}
}

// selfTLS is the --tls that signs its own certificates; lanAddr is where --lan
// listens.
const (
	selfTLS = "self"
	lanAddr = "0.0.0.0:8443"
)

// envPrefix begins the names of all our variables.
const envPrefix = "WARELOOM_"

// readConfig reads the configuration of a subcommand; what is left of the
// arguments comes back. The flags that a subcommand adds are its own.
func readConfig(name string, args []string, stderr io.Writer, add func(*flag.FlagSet)) (config, []string, error) {
	var c config
	flags := newFlags(name, stderr)
	path := flags.String("config", "", "YAML file with these settings")
	flags.BoolVar(&c.Demo, "demo", false, "load the demo once and serve it on this machine only")
	flags.BoolVar(&c.LAN, "lan", false, "serve the demo to this network: TLS of its own, random passwords, codes on the console")
	flags.BoolVar(&c.New, "new", false, "the master key or the database is lost: begin with a new one")
	flags.BoolVar(&c.Downgrade, "downgrade", false, "go on with a database that a newer version wrote")
	for _, o := range options() {
		flags.StringVar(o.into(&c), o.name, o.value, o.usage)
	}
	if add != nil {
		add(flags)
	}
	rest, err := parse(flags, args)
	if err != nil {
		return config{}, nil, err
	}
	weaker, err := readOutside(*path)
	if err != nil {
		return config{}, nil, err
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, o := range options() {
		if !given[o.name] && weaker.Exists(o.name) {
			*o.into(&c) = weaker.String(o.name)
		}
	}
	for name, into := range map[string]*bool{"demo": &c.Demo, "lan": &c.LAN} {
		if !given[name] && weaker.Exists(name) {
			*into = weaker.Bool(name)
		}
	}
	c.fill(given["addr"] || weaker.Exists("addr"))
	return c, rest, c.check()
}

// parse reads flags before, between and behind the other arguments, which it gives.
func parse(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, fmt.Errorf("%s: %s --help tells the flags", saidOfFlag(err), flags.Name())
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
}

// printUsage tells the flags of a subcommand, who asks for them.
func printUsage(flags *flag.FlagSet, name string, out io.Writer) {
	fmt.Fprintf(out, "usage: wareloom %s\n", usageOf(name))
	flags.SetOutput(out)
	flags.PrintDefaults()
	flags.SetOutput(io.Discard)
}

// readOutside reads the file, and the environment over it.
func readOutside(path string) (*koanf.Koanf, error) {
	k := koanf.New(".")
	name := func(variable string) string {
		return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(variable, envPrefix)), "_", "-")
	}
	variables := env.Provider(envPrefix, ".", name)
	if err := k.Load(variables, nil); err != nil {
		return nil, fmt.Errorf("read environment: %w", err)
	}
	if path == "" {
		path = k.String("config")
	}
	if path == "" {
		return k, nil
	}
	if err := k.Load(file.Provider(path), yaml.Parser()); err != nil {
		return nil, wrongConfig(path, err)
	}
	return k, k.Load(variables, nil)
}

// fill puts key and files beside the database, and says what --lan stands for.
func (c *config) fill(addressed bool) {
	if c.LAN {
		c.Demo, c.TLS = true, selfTLS
		if !addressed {
			c.Addr = lanAddr
		}
	}
	folder, base := "data", "wareloom"
	if path, ok := strings.CutPrefix(c.DSN, "sqlite:"); ok {
		folder, base = filepath.Dir(path), strings.TrimSuffix(filepath.Base(path), ".db")
	}
	if c.Key == "" {
		c.Key = filepath.Join(folder, base+".key")
	}
	if c.Files == "" {
		c.Files = filepath.Join(folder, base+"-files")
	}
}

// keyBeside reports whether the key lies in the folder of the database's file.
func (c *config) keyBeside() bool {
	path, ok := strings.CutPrefix(c.DSN, "sqlite:")
	return ok && filepath.Clean(filepath.Dir(path)) == filepath.Clean(filepath.Dir(c.Key))
}

// authority is where the authority of --tls self is kept, without extension.
func (c *config) authority() string { return strings.TrimSuffix(c.Key, filepath.Ext(c.Key)) + "-ca" }

// overTLS reports whether connections are encrypted.
func (c *config) overTLS() bool { return c.TLS == selfTLS || c.TLSCert != "" }

// check refuses what must not be served: the demo's passwords are known, so it
// stays on this machine unless --lan gives it others.
func (c *config) check() error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %s is no address: write host:port, as 127.0.0.1:8080", c.Addr)
	}
	ip := net.ParseIP(host)
	if c.Demo && !c.LAN && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--demo serves this machine only: %s is no loopback address", c.Addr)
	}
	if c.TLS != "" && c.TLS != selfTLS {
		return fmt.Errorf("--tls %s is not known; only %s is: say that, or give --tls-cert and --tls-key", c.TLS, selfTLS)
	}
	if c.TLS == selfTLS && c.TLSCert != "" {
		return errors.New("--tls self makes its own certificate: leave --tls-cert out")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key belong together: give both, or neither")
	}
	return nil
}

// near are the addresses around that jobs may call; the demo may call this machine, at
// whose door it listens alone.
func (c *config) near() []string {
	var list []string
	for one := range strings.SplitSeq(c.Near, ",") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	if c.Demo && !c.LAN {
		list = append(list, "localhost")
	}
	return list
}

// limits are what one user may take of the server.
func (c *config) limits() (httpapi.Limits, error) {
	calls, err := strconv.Atoi(c.Calls)
	if err != nil || calls < 1 {
		return httpapi.Limits{}, fmt.Errorf("--calls %s is no bound: give a number of calls, 1 at least", c.Calls)
	}
	unheld, err := strconv.ParseInt(c.Unheld, 10, 40)
	if err != nil || unheld < 1 {
		return httpapi.Limits{}, fmt.Errorf("--unheld %s is no bound: give a number of MB, 1 at least", c.Unheld)
	}
	return httpapi.Limits{Calls: calls, Unheld: unheld << 20}, nil
}

// connections bound what is open at once. Neither this machine nor a proxy is one
// address among others: behind it may stand everybody.
func (c *config) connections(log *slog.Logger) (*connections, error) {
	most, err := strconv.Atoi(c.Connections)
	if err != nil || most < partOfAddress {
		return nil, fmt.Errorf("--connections %s is no bound: give a number of connections, %d at least", c.Connections, partOfAddress)
	}
	if room := roomOf(openFiles()); room < most {
		log.Warn("fewer connections than there may be", "connections", room, "wanted", most)
		most = room
	}
	free, err := proxies("127.0.0.0/8,::1/128," + c.Proxies)
	return &connections{most: most, each: most / partOfAddress, free: free, log: log}, err
}

// roomOf is how many connections there may be where so many files may be open: a quarter
// of them is left to the database and to attachments. Without an open file nobody is
// let in at all.
func roomOf(files uint64) int {
	if files == 0 {
		return math.MaxInt
	}
	return max(int(min(files-files/4, math.MaxInt32)), partOfAddress)
}

// shownDSN is the DSN without its passwords, for the log; of one that cannot be read only
// what kind it is.
func (c *config) shownDSN() string {
	if strings.HasPrefix(c.DSN, "sqlite:") {
		return c.DSN
	}
	u, err := url.Parse(c.DSN)
	if err != nil {
		kind, _, _ := strings.Cut(c.DSN, ":")
		return kind + ":…"
	}
	query, hidden := u.Query(), false
	for _, name := range []string{"password", "sslpassword"} {
		if query.Has(name) {
			query.Set(name, "xxxxx")
			hidden = true
		}
	}
	if hidden {
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}
