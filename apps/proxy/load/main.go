//go:build linux

// Load measures the cost of the proxy's checks, with wrk. Run it on Linux in the directory of the proxy:
//
//	go run ./load
//
// It builds the proxy and starts it twice, with and without -plain. Both are separate processes with the same backend.
// In each round it runs wrk on both of them. They take turns: one wrk is stopped while the other runs, for a few
// hundredths of a second each, so that other work on the machine affects both. It prints the requests per second during
// their turns and the CPU time of the proxies per request, and at the end the medians of the ratios, with the
// quartiles.
package main

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"time"
)

//go:embed targets.lua targets.txt
var files embed.FS

func main() {
	rounds := flag.Int("rounds", 41, "the number of rounds")
	length := flag.Duration("d", 3*time.Second, "the length of a round, in whole seconds")
	conns := flag.Int("c", 32, "the number of connections")
	flag.Parse()
	if err := measure(*rounds, &bench{length: *length, conns: *conns}); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// A bench is the files and the settings of the runs.
type bench struct {
	dir, backend string
	length       time.Duration
	conns        int
}

// A result is the result of one run.
type result struct {
	perSecond float64
	cpu       float64 // microseconds per request
}

func measure(rounds int, b *bench) error {
	if _, err := exec.LookPath("wrk"); err != nil {
		return errors.New("wrk is missing: run apt-get install wrk")
	}
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	backend, err := startBackend()
	if err != nil {
		return err
	}
	b.dir, b.backend = dir, backend
	if err := b.build(); err != nil {
		return err
	}
	checked, err := b.start(false)
	if err != nil {
		return err
	}
	defer checked.stop()
	plain, err := b.start(true)
	if err != nil {
		return err
	}
	defer plain.stop()
	return b.compare(checked, plain, rounds)
}

func (b *bench) compare(checked, plain *proxy, rounds int) error {
	var throughput, cpu []float64
	fmt.Println("round   req/s: uri  net-url  ratio   CPU us/req: uri  net-url  ratio")
	for i := range rounds + 1 {
		x, y, err := b.round(checked, plain)
		switch {
		case errors.Is(err, errRun):
			fmt.Fprintln(os.Stderr, err)
			continue
		case err != nil:
			return err
		case i == 0:
			continue // to warm up
		}
		throughput = append(throughput, x.perSecond/y.perSecond)
		cpu = append(cpu, x.cpu/y.cpu)
		fmt.Printf("%5d  %11.0f  %7.0f  %.3f  %16.1f  %7.1f  %.3f\n", i, x.perSecond, y.perSecond,
			x.perSecond/y.perSecond, x.cpu, y.cpu, x.cpu/y.cpu)
	}
	if len(cpu) == 0 {
		return errRun
	}
	fmt.Println("ratio of throughput:", quartiles(throughput))
	fmt.Println("ratio of CPU time:  ", quartiles(cpu))
	return nil
}

func quartiles(x []float64) string {
	return fmt.Sprintf("median %.3f (quartiles %.3f to %.3f)", quartile(x, 2), quartile(x, 1), quartile(x, 3))
}

// quartile sorts x and returns its nth quartile.
func quartile(x []float64, n int) float64 {
	slices.Sort(x)
	return x[(len(x)-1)*n/4]
}

// build builds the proxy in the current directory.
func (b *bench) build() error {
	if err := os.CopyFS(b.dir, files); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", filepath.Join(b.dir, "proxy"), ".")
	build.Stderr = os.Stderr
	return build.Run()
}

// A proxy is a running proxy.
type proxy struct {
	*exec.Cmd
	addr string
}

func (b *bench) start(plain bool) (*proxy, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	p := &proxy{exec.Command(filepath.Join(b.dir, "proxy"), "-listen="+addr, "-route=/=http://"+b.backend,
		"-route=/api/=http://"+b.backend, "-host=*.example.com", "-plain="+strconv.FormatBool(plain)), addr}
	if err := p.Start(); err != nil {
		return nil, err
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return p, c.Close()
		}
		if time.Now().After(until) {
			p.stop()
			return nil, err
		}
	}
}

func (p *proxy) stop() {
	p.Process.Signal(syscall.SIGTERM)
	p.Wait()
}

// cpuTime returns the CPU time of the proxy's threads. These do not end before the proxy does.
func (p *proxy) cpuTime() (t time.Duration, err error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.Process.Pid))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		var ns int64
		if _, err := fmt.Sscan(string(text), &ns); err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		t += time.Duration(ns)
	}
	return t, err
}

// turn is how long one wrk runs before the other. If a turn lasts longer than longTurn, the rest of it does not count,
// because the machine was busy with other work.
const (
	turn     = 20 * time.Millisecond
	longTurn = turn + turn/4
)

// round runs two wrks in turns.
func (b *bench) round(checked, plain *proxy) (x, y result, err error) {
	runs := [2]*run{b.newRun(checked), b.newRun(plain)}
	for _, r := range runs {
		if err := r.begin(); err != nil {
			return x, y, err
		}
	}
	for i := 0; time.Since(runs[1].began) < b.length; i++ {
		if err := runs[i%2].takeTurn(); err != nil {
			return x, y, err
		}
	}
	x, err1 := runs[0].end()
	y, err2 := runs[1].end()
	return x, y, errors.Join(err1, err2)
}

// A run is one run of wrk on one proxy.
type run struct {
	*exec.Cmd
	proxy   *proxy
	summary bytes.Buffer
	before  time.Duration // the CPU time of the proxy
	began   time.Time
	active  time.Duration // the length of the turns
}

func (b *bench) newRun(p *proxy) *run {
	length := (b.length + time.Second).String() // it is interrupted before
	r := &run{proxy: p, Cmd: exec.Command("wrk", "-t1", "-c"+strconv.Itoa(b.conns), "-d"+length, "-stargets.lua",
		"http://"+p.addr, "--", "targets.txt")}
	r.Dir, r.Stdout, r.Stderr = b.dir, &r.summary, &r.summary
	return r
}

func (r *run) begin() (err error) {
	if r.before, err = r.proxy.cpuTime(); err != nil {
		return err
	}
	r.began = time.Now()
	if err := r.Start(); err != nil {
		return err
	}
	return r.Process.Signal(syscall.SIGSTOP)
}

func (r *run) takeTurn() error {
	start := time.Now()
	err := r.Process.Signal(syscall.SIGCONT)
	time.Sleep(turn)
	err = errors.Join(err, r.Process.Signal(syscall.SIGSTOP))
	r.active += min(time.Since(start), longTurn)
	return err
}

// end interrupts wrk, which then prints its summary.
func (r *run) end() (result, error) {
	err := errors.Join(r.Process.Signal(syscall.SIGINT), r.Process.Signal(syscall.SIGCONT), r.Wait())
	after, err2 := r.proxy.cpuTime()
	requests, err3 := parse(r.summary.Bytes())
	used := float64((after - r.before).Nanoseconds()) / 1000
	return result{requests / r.active.Seconds(), used / requests}, errors.Join(err, err2, err3)
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

var (
	requestsLine = regexp.MustCompile(`(\d+) requests in`)
	errorLine    = regexp.MustCompile(`Non-2xx|Socket errors`)
)

var errRun = errors.New("wrk had errors, or the machine was too busy")

// parse returns the number of requests in the summary of wrk. A run with errors does not count.
func parse(summary []byte) (requests float64, err error) {
	n := requestsLine.FindSubmatch(summary)
	if n == nil || errorLine.Match(summary) {
		return 0, fmt.Errorf("%w: %s", errRun, summary)
	}
	return strconv.ParseFloat(string(n[1]), 64)
}

// startBackend starts a server that does almost nothing, so that nearly all of the work is the proxy's.
func startBackend() (addr string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c)
		}
	}()
	return l.Addr().String(), nil
}

var response = append([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1024\r\n\r\n"),
	bytes.Repeat([]byte("x"), 1024)...)

// answer answers requests without a body.
func answer(c net.Conn) {
	defer c.Close()
	for in := bufio.NewReader(c); ; {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		if len(line) > len("\r\n") {
			continue
		}
		if _, err := c.Write(response); err != nil {
			return
		}
	}
}
