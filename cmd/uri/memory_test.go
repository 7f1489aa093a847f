package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/playground"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// The tests measure the memory and the time for lines of the greatest length, in shapes that need much.

// maxLineMemory is the memory in bytes that a line of 1 MiB may take.
const maxLineMemory = 64 << 20

// slowByte is the time that an answer may take for a byte of its line. If it takes more, shorter lines must take as long
// for a byte. A search of the rest of a line for each of its bytes takes more.
const slowByte = time.Microsecond

// webFactor is the factor for memory with -web: the parser may write nine bytes for one ("\xff" becomes "%EF%BF%BD"),
// and an answer has the href more than once.
const webFactor = 3

// longSize is the length in bytes of a line of each shape: more than longRecord, and less than 1 MiB to save time.
const longSize = 9 << 14

// memoryFor returns the memory in bytes that a line of the given size may take. The race detector needs a quarter more,
// because with it a slice grows by two allocations instead of one.
func memoryFor(size int) uint64 {
	limit := uint64(size) * (maxLineMemory >> 20)
	if testing.AllocsPerRun(10, func() { grown = slices.Grow([]byte(nil), 1000) }) > 1 {
		limit += limit / 4
	}
	return limit
}

var grown []byte // on the heap

// longLines maps names of shapes to lines of the given length, or a little less.
func longLines(size int) map[string]string {
	fill := func(start, unit string) string { return start + strings.Repeat(unit, (size-len(start))/len(unit)) }
	return map[string]string{
		"bars":         fill("http://h/", "|"),
		"backslashes":  fill("http:", "\\"),
		"spaces":       fill(" http://h/", " ") + " x",
		"tabs":         fill("http://h/", "\t"),
		"raw bytes":    fill("http://h/", "\xff"),
		"at signs":     fill("http://", "@") + "h",
		"climbs":       "http://h/" + strings.Repeat("a/", size/4) + strings.Repeat("../", (size/2-9)/3),
		"cut":          fill("http://h/", "a/") + "../",
		"one segment":  fill("http://h/", "a"),
		"percent":      fill("http://h/", "%41a"),
		"encoded dots": fill("http://h/", "%2e%2E/"),
		"query":        fill("http://h/?", "%41?&a="),
		"password":     fill("http://u:", "%41a"),
		"labels":       fill("http://", "a."),
		"A-labels":     fill("http://", "xn--80ak6aa92e."),
		"colons":       fill("http://", ":"),
		"controls":     fill("", "\x01"),
		"late control": fill("http://h/", "a/")[:size-1] + "\x01",
		"not UTF-8":    fill("/", "\xff"),
		"letters":      fill("http://h/", "\u00e9/"),
		"wide":         fill("http://h/", "\u65e5/"),
		"Hebrew":       fill("http://h/", "/\u05d0"),
		"marks":        fill("http://h/", "a\u0301"),
		"only marks":   fill("http://h/", "\u0301"),
		"private":      fill("http://h/?", "a/\ue000"),
		"separators":   fill("http://h/", "\u2028"),
		"Cyrillic":     fill("http://", "\u0430a."),
		"ampersands":   fill("http://h/?", "&"),
		"parameters":   fill("http://h/?", "b=&a=&"),
		"phrase":       fill("http://", "\ufdfa"), // UTS 46 maps it to 18 characters, NFKC too
		"phrase path":  fill("http://h/", "\ufdfa"),
		"wide digits":  fill("http://", "\uff11"), // mapped to ASCII
		"in brackets":  fill("http://", "\u2474"), // mapped to "(1)"
	}
}

// allocated returns the number of bytes that f allocates. It is an upper bound of the memory in use at any time.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLongestLines: the command does not keep a table with a row for every byte or two of a long line in memory, nor a
// list of as many parameters, nor the result of IDNA for a phrase. The other commands take turns with these and other
// shapes. The lines have 1 MiB if URI_LONG is set.
func TestLongestLines(t *testing.T) {
	size := kit.Rounds(1<<18, 1<<18, 1<<20)
	lines := longLines(size)
	for _, verb := range []string{"explain", "explain -picture=always", "explain -json", "explain -iri -json", "explain -format={{.}}"} {
		checkCost(t, verb, "climbs", lines["climbs"], size)
	}
	for _, test := range []struct{ verb, shape string }{
		{"normalize -key=surt-ia", "ampersands"}, {"to-uri -idna", "phrase"}, {"check -iri -audit -format={{.}}", "phrase path"},
		{"normalize -iri -key=surt-ia", "in brackets"}, {"split -format={{.}}", "controls"},
		{"split -web -format={{.}}", "raw bytes"}, {"normalize -iri -key=surt-ia -format={{.}}", "Cyrillic"},
	} {
		checkCost(t, test.verb, test.shape, lines[test.shape], size)
	}
	shapes := slices.Sorted(maps.Keys(lines))
	every := kit.Rounds(40, 40, 1)
	for i, verb := range longCommands {
		if i%every == 0 {
			shape := shapes[i/every%len(shapes)]
			checkCost(t, verb, shape, lines[shape], size)
		}
	}
}

// longCommands lists every verb with every kind of answer (text, JSON, a picture and a template), in every dialect, and
// with every key and every profile of IDNA.
var longCommands = func() (list []string) {
	with := func(verbs []string, flags ...string) (list []string) {
		for _, verb := range verbs {
			for _, flag := range flags {
				list = append(list, verb+flag)
			}
		}
		return list
	}
	all := []string{"split", "check", "explain", "resolve -base=http://b/x", "normalize"}
	list = with(all, "", " -iri", " -web")
	list = append(list, with([]string{"check -audit"}, "", " -iri")...)
	list = append(list, "relativize -base=http://h/b/")
	list = append(list, with([]string{"to-uri", "to-iri"}, "", " -idna", " -idna=registration")...)
	for _, name := range keyWords.Names() {
		list = append(list, with([]string{"normalize -key=" + name}, "", " -iri")...)
		if key, _ := keyWords.Find(name); key == nil || key.web {
			list = append(list, "normalize -key="+name+" -web")
		}
	}
	list = with(list, "", " -json", " -picture=always", " -format={{.}}", " -format={{.input}}{{.ok}}")
	return append(list, with([]string{"explain", "explain -iri", "explain -web"}, "", " -json", " -picture=always")...)
}()

func init() {
	for _, command := range otherVerbs(longCommands) {
		for _, format := range []string{"", " -picture=always", " -json", " -format={{.}}"} {
			if name, _, _ := strings.Cut(command, " "); format == " -picture=always" && verbs[name].Picture == nil {
				continue
			}
			longCommands = append(longCommands, command+format)
		}
	}
}

// TestLongLines: for lines of every shape, the memory of every verb is bounded by the length of the line. Each shape
// takes turns with a few commands, and with a third if URI_LONG is set.
func TestLongLines(t *testing.T) {
	lines := longLines(longSize)
	every := kit.Rounds(120, 120, 3)
	for i, shape := range slices.Sorted(maps.Keys(lines)) {
		for j, command := range longCommands {
			if (i+j)%every == 0 {
				checkCost(t, command, shape, lines[shape], longSize)
			}
		}
	}
}

// TestLongWideScreen: an absurd width of the screen does not make a drawing as large as the line.
func TestLongWideScreen(t *testing.T) {
	t.Setenv("COLUMNS", strconv.Itoa(math.MaxInt32))
	lines := longLines(longSize)
	for i, verb := range []string{"split -picture=always", "check -picture=always", "explain -picture=always"} {
		for j, shape := range []string{"one segment", "controls", "late control"} {
			if i != j && !kit.Long() {
				continue
			}
			checkCost(t, verb, shape, lines[shape], longSize)
		}
	}
}

func checkCost(t *testing.T, verb, shape, line string, maxLine int) {
	t.Helper()
	answer := func(line string, maxLine int) {
		args := append(strings.Fields(verb), fmt.Sprint("-max-line=", maxLine))
		if run(args, strings.NewReader(line), io.Discard, io.Discard) == engine.ExitTrouble {
			t.Errorf("uri %s: trouble with %s", verb, shape)
		}
	}
	n := uint64(0)
	took := hostile.AllCPUTime(func() { n = allocated(func() { answer(line, maxLine) }) })
	if took > time.Duration(len(line))*slowByte {
		hostile.CheckAllLinear(t, fmt.Sprintf("uri %s: %s", verb, shape), min(maxLine, 1<<18), func(n int) func() {
			line := longLines(n)[shape]
			return func() { answer(line, n) }
		})
		if t.Failed() {
			t.FailNow() // the others would take long
		}
	}
	limit := memoryFor(maxLine)
	if strings.Contains(verb, " -web") || strings.HasPrefix(verb, "unwrap") { // unwrap also reads as browsers do
		limit *= webFactor
	}
	if n > limit {
		t.Errorf("uri %s: %d bytes of %s take %d bytes, want at most %d", verb, len(line), shape, n, limit)
	}
}

// TestLongQuestions: the memory of the playground is bounded by the length of the question. Its answers contain the
// reference many times, and are made as a whole.
func TestLongQuestions(t *testing.T) {
	h := playground.NewHandler(verbs)
	limit := webFactor * memoryFor(longSize)
	every := kit.Rounds(11, 11, 1) // the shapes take turns
	lines := longLines(longSize)
	for i, shape := range slices.Sorted(maps.Keys(lines)) {
		line := lines[shape]
		escaped := strings.NewReplacer("\x01", `\r`, `\`, `\\`, "\t", `\t`).Replace(line)
		for j, flag := range []string{"", "iri"} {
			if (i+2*j)%every != 0 {
				continue
			}
			body := fmt.Sprintf(`{"ref":"%s","base":"http://b/x","dialect":"%s"}`, escaped, flag)
			r := httptest.NewRequest("POST", "http://127.0.0.1/read", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := &discarding{header: http.Header{}}
			n := allocated(func() { h.ServeHTTP(w, r) })
			if n > limit || w.status != 0 || w.size == 0 {
				t.Errorf("%s, dialect %q: %d bytes, want at most %d; status %d", shape, flag, n, limit, w.status)
			}
		}
	}
}

// discarding is a response that keeps only its size.
type discarding struct {
	header http.Header
	status int
	size   int
}

func (d *discarding) Header() http.Header    { return d.header }
func (d *discarding) WriteHeader(status int) { d.status = status }
func (d *discarding) Write(p []byte) (int, error) {
	d.size += len(p)
	return len(p), nil
}

// TestLongRows: a long table has the same rows as a short one, with other offsets.
func TestLongRows(t *testing.T) {
	const pairs = 50_000
	var want strings.Builder
	in := "/" + strings.Repeat("ab/", pairs)
	fmt.Fprintf(&want, "ok  %s\n", in)
	fmt.Fprintf(&want, " %6d  /   path-absolute (3.3) or relative-part (4.2)\n", 0)
	for i := range pairs {
		rule := "segment"
		if i == 0 {
			rule = "segment-nz"
		}
		fmt.Fprintf(&want, " %6d  ab  %s (3.3)\n %6d  /   path-absolute (3.3)\n", 1+3*i, rule, 3+3*i)
	}
	_, got, _ := runWith("", "explain", in)
	if got != want.String() {
		t.Errorf("-want +got:\n%.1000s", cmp.Diff(want.String()[len(in):][:2000], got[len(in):][:2000]))
	}
}

// TestLongAnswers: answers that are written in pieces are in the order of the lines, for any number of workers, and the
// same as for each line alone.
func TestLongAnswers(t *testing.T) {
	var lines []string
	for i := range kit.Rounds(15, 20, 40) {
		lines = append(lines, strings.Repeat([]string{"a/", "%41a", "\u2028", "\u00e9b:", " "}[i%5], 1+i*i*10))
	}
	for _, args := range [][]string{
		{"explain"}, {"explain", "-json"}, {"explain", "-iri"}, {"explain", "-iri", "-json"},
	} {
		var want strings.Builder
		for _, line := range lines {
			_, answer, _ := runWith(line, args...)
			want.WriteString(answer)
		}
		for _, workers := range []int{1, 3} {
			_, got, _ := runWorkers(workers, strings.NewReader(strings.Join(lines, "\n")+"\n"), args...)
			if got != want.String() {
				t.Errorf("%d workers, %q: %d bytes, want %d", workers, args, len(got), want.Len())
			}
			if args[len(args)-1] == "-json" && strings.Contains(got, "\u2028") {
				t.Errorf("%q: U+2028 is not escaped", args)
			}
		}
	}
}

// TestLongWriteError: if a piece of an answer cannot be written, the error is reported and nothing more is written.
func TestLongWriteError(t *testing.T) {
	for _, args := range [][]string{{"explain"}, {"explain", "-json"}} {
		var stderr bytes.Buffer
		in := strings.Repeat("a/", 100_000)
		if status := run(args, strings.NewReader(in), &failing{1}, &stderr); status != engine.ExitTrouble || !isMessage(stderr.String()) {
			t.Errorf("%q: status %d, %q", args, status, &stderr)
		}
	}
}

// TestTemplateSteps: a template has the first steps, which take memory.
func TestTemplateSteps(t *testing.T) {
	for size, want := range map[int]string{4: "4\n", 12_000: "5000\n"} {
		_, got, stderr := runWith("", "explain", "-format", "{{len .steps}}", strings.Repeat("a", size))
		if got != want || stderr != "" {
			t.Errorf("%d steps: %s%s", size, got, stderr)
		}
	}
}

// TestHiddenComponents: a component inside a hidden password has no column of its own, so a list replaces the picture.
func TestHiddenComponents(t *testing.T) {
	for _, in := range []string{"//u%3Ap/x?q@y", "//u%3Ap/x?q@y#f", "//u%3Ap/x#q@y"} {
		for _, columns := range []string{"20", "80"} {
			t.Setenv("COLUMNS", columns)
			for _, args := range [][]string{{in}, {in, in}, {"//h/", in}} {
				status, got, _ := runWith("", append([]string{"split", "-picture=always"}, args...)...)
				if status != engine.ExitValid || !strings.Contains(got, "path        xxxxx") || strings.Contains(got, "/x") {
					t.Errorf("%q: status %d\n%s", args, status, got)
				}
			}
		}
	}
}
