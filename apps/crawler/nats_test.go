package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A natsCluster is a cluster of servers, or one server without a cluster, which are processes. Each test has its own account, and so its own
// streams.
type natsCluster struct {
	configs []string     // files
	ports   []int        // for clients
	used    atomic.Int64 // accounts
	servers []*exec.Cmd
}

const (
	natsServers  = 3
	natsAccounts = 40
)

// If this variable is in its environment, the test binary is a NATS server. The value is the name of its configuration.
const natsEnv = "CRAWLER_TEST_NATS"

// sharedCluster is for tests that do not stop its servers. TestMain removes sharedDir.
var (
	sharedDir     string
	sharedCluster = sync.OnceValues(func() (c *natsCluster, err error) {
		if sharedDir, err = os.MkdirTemp("", "crawler-test-nats"); err != nil {
			return nil, err
		}
		return startCluster(sharedDir, natsServers)
	})
)

func startCluster(dir string, servers int) (*natsCluster, error) {
	c, err := configure(dir, servers)
	for i := 0; i < servers && err == nil; i++ {
		err = c.start(i)
	}
	return c, err
}

// configure writes the configurations of n servers.
func configure(dir string, n int) (*natsCluster, error) {
	ports, err := freePorts(2 * n)
	if err != nil {
		return nil, err
	}
	c := &natsCluster{ports: ports[:n], servers: make([]*exec.Cmd, n)}
	var routes, accounts strings.Builder
	for _, port := range ports[n:] {
		fmt.Fprintf(&routes, "\"nats-route://127.0.0.1:%d\"\n", port)
	}
	for i := range natsAccounts {
		fmt.Fprintf(&accounts, "a%d { jetstream: enabled, users: [{user: u%d, password: p}] }\n", i, i)
	}
	for i := range n {
		text := fmt.Sprintf("server_name: s%d\nlisten: 127.0.0.1:%d\njetstream { store_dir: %q, max_file: 10GB }\naccounts {\n%s}\n",
			i, ports[i], filepath.Join(dir, fmt.Sprint("s", i)), &accounts)
		if n > 1 {
			text += fmt.Sprintf("cluster { name: test, listen: 127.0.0.1:%d, routes: [%s] }\n", ports[n+i], &routes)
		}
		file := filepath.Join(dir, fmt.Sprintf("s%d.conf", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return nil, err
		}
		c.configs = append(c.configs, file)
	}
	return c, nil
}

func freePorts(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// serveNATS is the main function of a server. It returns when the process of the tests ends, because that closes the
// standard input of the server.
func serveNATS(file string) int {
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s.Start()
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// start starts a server.
func (c *natsCluster) start(i int) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), natsEnv+"="+c.configs[i])
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		return err
	}
	c.servers[i] = cmd
	return cmd.Start()
}

// kill kills a server, as by kill -9.
func (c *natsCluster) kill(i int) {
	_ = c.servers[i].Process.Kill()
	_ = c.servers[i].Wait()
}

// stop kills all servers.
func (c *natsCluster) stop() {
	for i, cmd := range c.servers {
		if cmd != nil {
			c.kill(i)
		}
	}
}

// newAccount returns the URLs of the servers for an account without streams.
func (c *natsCluster) newAccount() string {
	var urls []string
	account := c.used.Add(1) - 1
	for _, port := range c.ports {
		urls = append(urls, fmt.Sprintf("nats://u%d:p@127.0.0.1:%d", account, port))
	}
	return strings.Join(urls, ",")
}

// A home is the flags that select a frontier.
type home []string

func boltHome(t testing.TB) home { return home{"-dir", t.TempDir()} }

// testLease is longer than the pauses of a process on a busy machine. shortLease is for tests that wait until a lease
// expires. They must also pass if one expires earlier than they expect.
const (
	testLease  = 20 * time.Second
	shortLease = 4 * time.Second
)

func clusterHome(t testing.TB) home {
	t.Helper()
	c, err := sharedCluster()
	if err != nil {
		t.Fatal(err)
	}
	return c.home()
}

func (c *natsCluster) home() home {
	return home{"-frontier", c.newAccount(), "-partitions", "4", "-lease", testLease.String()}
}

// eachFrontier runs a test with a frontier of each kind.
func eachFrontier(t *testing.T, test func(t *testing.T, at home)) {
	t.Run("bbolt", func(t *testing.T) { test(t, boltHome(t)) })
	t.Run("NATS", func(t *testing.T) { test(t, clusterHome(t)) })
}

// open opens the frontier.
func (at home) open(t testing.TB) frontier {
	t.Helper()
	o, err := parseFlags(at, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	o.noSync, o.hasSeeds = true, true
	f, err := o.open()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFinalErrors: an error of the servers that repetition cannot change ends the run at once, with advice.
func TestFinalErrors(t *testing.T) {
	t.Parallel()
	c, err := startCluster(t.TempDir(), 1)
	t.Cleanup(c.stop)
	if err != nil {
		t.Fatal(err)
	}
	at := c.home()
	for _, tt := range []struct {
		flags []string
		want  string
	}{
		{nil, "use -replicas 1"},
		{[]string{"-replicas", "6"}, "maximum replicas is 5"},
		{[]string{"-frontier", strings.Replace(at[1], ":p@", ":secret@", 1)}, "authorization"},
	} {
		began := time.Now()
		var out bytes.Buffer
		cmd := exec.Command(os.Args[0], slices.Concat(at, tt.flags, []string{seedURL})...)
		cmd.Env = append(os.Environ(), crawlEnv+"=127.0.0.1:1")
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if said := out.String(); err == nil || !strings.Contains(strings.ToLower(said), tt.want) || strings.Contains(said, "secret") {
			t.Errorf("%q: %v: %s", tt.flags, err, said)
		}
		if took := time.Since(began); took > patience {
			t.Errorf("%q: it took %v", tt.flags, took)
		}
	}
	f := append(at, "-replicas", "1").openCluster(t)
	put(t, f, &result{links: linksOf("http://a.test/")})
	first(t, f)
}
