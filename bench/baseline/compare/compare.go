// Package compare compares the results and the times of two versions of the library. The command baseline imports it
// into the program that it builds.
package compare

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// A Version is package side of one version of the library.
type Version struct {
	Results []struct {
		Name string
		Of   func(ref, base string) string
	}
	Timings []struct {
		Name    string
		Prepare func(references []string) (loop func() int)
	}
}

// A List is references, and their name.
type List struct {
	Name       string
	References []string
}

// Options are what the command baseline passes on.
type Options struct {
	Inputs int
	Seed   uint64
	Passes int
	Only   string
	Lists  []string
}

// AddFlags adds the flags for o, with their defaults.
func (o *Options) AddFlags(flags *flag.FlagSet) {
	flags.IntVar(&o.Inputs, "n", 100_000, "compare the results for `n` random inputs")
	flags.Uint64Var(&o.Seed, "seed", 3986, "make the inputs from this `number`")
	flags.IntVar(&o.Passes, "passes", 20, "time each loop `n` times, and take the least time")
	flags.StringVar(&o.Only, "only", "", "take only results and loops whose names the regular `expression` matches")
	flags.Func("list", "time the lines of `file` instead of the usual lists; may be repeated", func(name string) error {
		o.Lists = append(o.Lists, name)
		return nil
	})
}

// Args returns the arguments that AddFlags reads as o.
func (o *Options) Args() []string {
	args := []string{
		fmt.Sprint("-n=", o.Inputs), fmt.Sprint("-seed=", o.Seed), fmt.Sprint("-passes=", o.Passes), "-only=" + o.Only,
	}
	for _, name := range o.Lists {
		args = append(args, "-list="+name)
	}
	return args
}

// Main compares two versions, prints the differences and times, and returns the exit status: 1 if results differ, 2 for
// an error. The file web has references of web pages.
func Main(before, after Version, web string) int {
	var o Options
	o.AddFlags(flag.CommandLine)
	flag.Parse()
	lists, err := listsOf(o.Lists, web)
	only, err2 := regexp.Compile(o.Only)
	if err = errors.Join(err, err2); err != nil {
		fmt.Fprintln(os.Stderr, "baseline:", err)
		return 2
	}
	pairs := Pair(before, after, only)
	differ := pairs.Results(os.Stdout, NewInputs(lists, o.Seed), o.Inputs)
	pairs.Times(os.Stdout, lists, o.Passes)
	if differ > 0 {
		return 1
	}
	return 0
}

// listsOf returns the lists to time: from the files or, without files, the usual ones.
func listsOf(files []string, web string) (lists []List, err error) {
	if len(files) == 0 {
		files = []string{web}
		lists = []List{
			{"files", kit.Files()}, {"queries", kit.Queries()}, {"IPv6", kit.IPv6()}, {"RFC 3986", kit.Refs()},
		}
		for _, kind := range kit.Kinds() {
			lists = append(lists, List{kind.Name, kind.References})
		}
	}
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		references := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		lists = slices.Insert(lists, i, List{strings.TrimSuffix(filepath.Base(name), ".txt"), references})
	}
	return lists, nil
}

// Inputs are random references.
type Inputs struct {
	random *rand.Rand
	lists  []List
}

// NewInputs returns inputs that follow from a seed.
func NewInputs(lists []List, seed uint64) *Inputs {
	return &Inputs{rand.New(rand.NewPCG(seed, 0)), lists}
}

// edits are what an edit puts into a reference.
var edits = strings.Split(`: / ? # @ [ ] % \ . .. // %2e %2F %5C %41 %7e %c3%a9 %zz é 例 ß `+
	"\u0301 \u202e \xff \xed\xa0\x80 \t \n \r \x00 < > ^ ` { } | \" ' ; = & + - ~ 0 9 a Z xn-- :80 :443 :0 :65536 "+
	"http: https:// file:///C:/ C| mailto: a: user:pw@ [::1] 127.1 0x7f", " ")

// next returns a reference. Most have one or more mistakes.
func (in *Inputs) next() string {
	r := in.random
	var s string
	if r.IntN(2) == 0 {
		s = hostile.RandomReference(r)
	} else {
		list := in.lists[r.IntN(len(in.lists))].References
		s = list[r.IntN(len(list))]
	}
	for n := r.IntN(4); n > 0; n-- {
		lo := r.IntN(len(s) + 1)
		if r.IntN(2) == 0 {
			lo = min(lo, r.IntN(20)) // where the scheme and the authority are
		}
		hi := min(len(s), lo+r.IntN(3))
		edit := edits[r.IntN(len(edits))]
		if r.IntN(16) == 0 {
			edit = strings.Repeat(edit, r.IntN(80)) // longer than the blocks of vector instructions
		}
		s = s[:lo] + edit + s[hi:]
	}
	return s
}

// Pairs are the results and the timings of two versions.
type Pairs struct {
	results []pair[func(ref, base string) string]
	timings []pair[func(references []string) (loop func() int)]
}

type pair[F any] struct {
	name          string
	before, after F
}

// Pair returns the results and timings that both versions have, if only matches their names.
func Pair(before, after Version, only *regexp.Regexp) (p Pairs) {
	for _, b := range before.Results {
		for _, a := range after.Results {
			if a.Name == b.Name && only.MatchString(a.Name) {
				p.results = append(p.results, pair[func(ref, base string) string]{a.Name, b.Of, a.Of})
			}
		}
	}
	for _, b := range before.Timings {
		for _, a := range after.Timings {
			if a.Name == b.Name && only.MatchString(a.Name) {
				p.timings = append(p.timings, pair[func(references []string) (loop func() int)]{a.Name, b.Prepare, a.Prepare})
			}
		}
	}
	return p
}

// shown is the number of differences of a result that are printed.
const shown = 3

// Results compares the results for n inputs, prints the first differences, and returns the number of all.
func (p Pairs) Results(w io.Writer, inputs *Inputs, n int) (all int) {
	if n == 0 {
		return 0
	}
	differ := make([]int, len(p.results))
	for range n {
		ref, base := inputs.next(), inputs.next()
		for i, result := range p.results {
			before, after := outcome(result.before, ref, base), outcome(result.after, ref, base)
			if before == after {
				continue
			}
			if differ[i]++; differ[i] <= shown {
				fmt.Fprintf(w, "%s\n\tinput %q\n\tbase  %q\n\told   %q\n\tnew   %q\n", result.name, ref, base, before, after)
			}
		}
	}
	for i, count := range differ {
		if all += count; count > 0 {
			fmt.Fprintf(w, "%s: %d of %d inputs have other results\n", p.results[i].name, count, n)
		}
	}
	if all == 0 {
		fmt.Fprintf(w, "%d inputs: no difference in %d results of each\n", n, len(p.results))
	}
	return all
}

// outcome returns a result. A panic is a result too.
func outcome(of func(ref, base string) string, ref, base string) (s string) {
	defer func() {
		if v := recover(); v != nil {
			s = fmt.Sprint("panic: ", v)
		}
	}()
	return of(ref, base)
}

// passTime is the least time that a pass takes.
const passTime = 10 * time.Millisecond

// Times prints the CPU time for a reference of each list. The passes of both versions alternate.
func (p Pairs) Times(w io.Writer, lists []List, passes int) {
	if passes == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-28s %-14s %8s %8s %8s\n", "ns for a reference", "list", "old", "new", "new/old")
	for _, timing := range p.timings {
		for _, list := range lists {
			loops := [2]func() int{timing.before(list.References), timing.after(list.References)}
			rounds := 1
			for run(loops[0], rounds) < passTime {
				rounds *= 2
			}
			least := [2]float64{math.Inf(1), math.Inf(1)}
			for pass := range passes {
				for _, v := range [2]int{pass % 2, (pass + 1) % 2} {
					least[v] = min(least[v], float64(run(loops[v], rounds))/float64(rounds*len(list.References)))
				}
			}
			fmt.Fprintf(w, "%-28s %-14s %8.1f %8.1f %8.3f\n", timing.name, list.Name, least[0], least[1], least[1]/least[0])
		}
	}
}

// run returns the CPU time that a loop takes. Unlike the time of the clock, it leaves out what else the machine does.
func run(loop func() int, rounds int) time.Duration {
	return hostile.CPUTime(func() {
		for range rounds {
			sum += loop()
		}
	})
}

var sum int
