package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/base32"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nlnwa/gowarc/v3"
)

// archivedSite has pages of all kinds.
func archivedSite() *site {
	s := emptySite()
	s.links("a.test/p/0", "/zipped", "/moved", "/image", "/gone", "/long")
	s.add("a.test/zipped", 1, visited, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, anchors("/inside"))
		_ = z.Close()
	})
	s.leaves("a.test/inside")
	s.redirect("a.test/moved", "/inside")
	s.add("a.test/image", 1, noHTML, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(w, "picture")
	})
	s.add("a.test/gone", 1, missing, http.NotFound)
	s.html("a.test/long", "text/html", strings.Repeat("x", 5000))
	s.refuses("end of a page that is too long", 1)
	return s
}

// TestArchive reads the archive of a crawl with the checks of the library: each exchange has a request and a response,
// and the body of a response is what the server sent.
func TestArchive(t *testing.T) {
	s, at, dir := archivedSite(), boltHome(t), filepath.Join(t.TempDir(), "warc")
	crawl(t, s, at, "-warc", dir, "-body", "4000", "-user-agent", "Tester/2 (x)", seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
	files, err := filepath.Glob(filepath.Join(dir, "crawl-*.warc.gz"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	kinds, bodies := map[string]int{}, map[string]string{}
	readArchive(t, files[0], func(r gowarc.WarcRecord, block []byte) {
		url := r.WarcHeader().Get(gowarc.WarcTargetURI)
		kinds[r.Type().String()]++
		checkDigests(t, r, block)
		switch r.Type() {
		case gowarc.Response:
			resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(block)), nil)
			if err != nil {
				t.Errorf("%s: %v", url, err)
				return
			}
			_, body, _ := bytes.Cut(block, []byte("\r\n\r\n"))
			bodies[url] = string(body)
			if cut := r.WarcHeader().Get(gowarc.WarcTruncated); (cut == "length") != strings.HasSuffix(url, "/long") {
				t.Errorf("%s: truncated: %q", url, cut)
			}
			if resp.StatusCode == 0 || r.WarcHeader().Get(gowarc.WarcIPAddress) != "127.0.0.1" {
				t.Errorf("%s: %s", url, block)
			}
		case gowarc.Request:
			req, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(block)))
			if err != nil || "http://"+req.Host+req.RequestURI != url || req.UserAgent() != "Tester/2 (x)" {
				t.Errorf("%s: %v\n%s", url, err, block)
			}
			if r.WarcHeader().Get("WARC-Concurrent-To") == "" {
				t.Errorf("%s: the request does not name the response", url)
			}
		}
	})
	want := map[string]int{"warcinfo": 1, "response": len(s.pages) + 1, "request": len(s.pages) + 1}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	z, err := gzip.NewReader(strings.NewReader(bodies["http://a.test/zipped"]))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || string(text) != anchors("/inside") || bodies["http://a.test/image"] != "picture" ||
		len(bodies["http://a.test/long"]) != 4000 {
		t.Errorf("%q, %v", bodies, err)
	}
}

// checkDigests computes the digests of a record as its readers do: the payload follows the header of HTTP.
func checkDigests(t *testing.T, r gowarc.WarcRecord, block []byte) {
	t.Helper()
	digestOf := func(b []byte) string {
		sum := sha1.Sum(b)
		return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
	}
	want := map[string]string{gowarc.WarcBlockDigest: digestOf(block)}
	if r.Type() != gowarc.Warcinfo {
		_, payload, ok := bytes.Cut(block, []byte("\r\n\r\n"))
		if !ok {
			t.Errorf("%s: no payload", block)
		}
		want[gowarc.WarcPayloadDigest] = digestOf(payload)
	}
	for name, digest := range want {
		if got := r.WarcHeader().Get(name); got != digest {
			t.Errorf("%s of %s is %q, want %q", name, r.WarcHeader().Get(gowarc.WarcTargetURI), got, digest)
		}
	}
}

// TestPermissions: URLs and pages may be secret, so only the user can read the files of a crawl.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has other permissions")
	}
	s, dir := archivedSite(), filepath.Join(t.TempDir(), "new")
	crawl(t, s, home{"-dir", dir}, "-warc", filepath.Join(dir, "warc"), "-log", filepath.Join(dir, "log"), "-body", "4000", seedURL)
	stop, err := startProfile(filepath.Join(dir, "profile"))
	if err != nil {
		t.Fatal(err)
	}
	stop()
	files := 0
	err = filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		want := os.FileMode(0o600)
		if info.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil || files != 4 {
		t.Errorf("%d files, %v", files, err)
	}
}

// readArchive calls each for each record of a file, and fails if the library finds a fault in one.
func readArchive(t *testing.T, file string, each func(r gowarc.WarcRecord, block []byte)) {
	t.Helper()
	in, err := gowarc.NewWarcFileReader(file, 0, gowarc.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for {
		r, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil || len(r.Validation) > 0 {
			t.Fatalf("%v, %v", err, r.Validation)
		}
		raw, err := r.WarcRecord.Block().RawBytes()
		if err != nil {
			t.Fatal(err)
		}
		block, err := io.ReadAll(raw)
		if err != nil {
			t.Fatal(err)
		}
		each(r.WarcRecord, block)
		_ = r.WarcRecord.Close()
	}
}

// TestArchiveFails: if the archive cannot be written, the crawl ends with an error, and the page waits.
func TestArchiveFails(t *testing.T) {
	s, at, dir := archivedSite(), boltHome(t), filepath.Join(t.TempDir(), "warc")
	o, err := parseFlags(append(at, "-delay", "0", "-warc", dir, seedURL), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	o.dial, o.noSync = dialOnly(serve(t, s)), true
	f, err := o.open()
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if err := f.done(&result{links: o.seeds}); err != nil {
		t.Fatal(err)
	}
	c, err := newCrawler(&o.config, f)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := c.run(t.Context()); !errors.Is(err, errArchive) {
		t.Error(err)
	}
	_ = c.close()
	if got, err := tallyOf(f); got.outcomes[queued.String()] != 1 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestFetchLog: the log has a line for each request.
func TestFetchLog(t *testing.T) {
	s, at, file := archivedSite(), boltHome(t), filepath.Join(t.TempDir(), "log")
	crawl(t, s, at, "-log", file, seedURL)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	status := map[string]int{}
	for line := range bytes.Lines(text) {
		var x struct {
			URL    string
			Status int
			Bytes  int
			MS     float64
		}
		if err := json.Unmarshal(line, &x); err != nil || x.MS <= 0 {
			t.Errorf("%s: %v", line, err)
		}
		status[x.URL] = x.Status
	}
	want := map[string]int{"http://a.test/robots.txt": 404, "http://a.test/p/0": 200, "http://a.test/zipped": 200,
		"http://a.test/inside": 200, "http://a.test/moved": 302, "http://a.test/image": 200, "http://a.test/gone": 404,
		"http://a.test/long": 200}
	if diff := cmp.Diff(want, status); diff != "" {
		t.Error(diff)
	}
}

// TestUserAgent: robots.txt files know the crawler by the name at the beginning of its User-Agent.
func TestUserAgent(t *testing.T) {
	s := emptySite()
	s.robots["a.test"] = "User-agent: tester\nDisallow: /x/1\n\nUser-agent: *\nDisallow: /\n"
	s.links("a.test/p/0", "/x/1", "/x/2")
	s.leaves("a.test/x/2")
	s.forbidden("a.test/x/1")
	at := boltHome(t)
	crawl(t, s, at, "-user-agent", "Tester/1.0", seedURL)
	s.checkHits(t, 0)
	s.checkFrontier(t, at)
}
