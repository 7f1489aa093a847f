package simd

import (
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/randtest"
)

var queryRules = &QueryRules{
	Text:  Row(func(c byte) bool { return in(&Nibbles[RowQueryRun], c) && c != ';' }),
	Pairs: LowNibbles("&%"),
	Keys:  LowNibbles("=%"),
}

// checkQuery compares Query with queryPortable, and returns the result of Query. If maybe is set, Query may return
// false for keys with equal hashes.
func checkQuery(t *testing.T, s string, lo int, maybe bool) bool {
	t.Helper()
	s = s[lo:]
	if at := uintptr(unsafe.Pointer(unsafe.StringData(s))) % 4096; at < 16 || (at+uintptr(len(s)-1))%4096 >= 4096-16 {
		maybe = true
	}
	var got, want Percents
	for i := range got {
		got[i] = 0xa5
	}
	want = got
	ok, wantOK := Query(s, queryRules, &got), queryPortable(s, queryRules, &want)
	if ok && (!wantOK || got != want) || !ok && wantOK && !maybe {
		t.Fatalf("%q: %v, want %v\n%x, want\n%x", s, ok, wantOK, got, want)
	}
	return ok
}

// haveQuery skips a test if there is no kernel.
func haveQuery(t *testing.T) {
	t.Helper()
	if !Available || !HasQuery {
		t.Skip("there is no kernel")
	}
}

// TestQueryShort reads all queries of up to seven of the bytes that matter, after and before bytes that could be
// mistaken for a part of them.
func TestQueryShort(t *testing.T) {
	haveQuery(t)
	most := 7
	if testing.Short() {
		most = 5
	}
	var build func(s []byte, left int)
	build = func(s []byte, left int) {
		if len(s) > 9 {
			checkQuery(t, unsafe.String(&s[0], len(s)), 9, false)
			checkQuery(t, unsafe.String(&s[0], len(s)), 8, false)
		}
		if left > 0 {
			for _, c := range []byte("&=%ab;") {
				build(append(s, c), left-1)
			}
		}
	}
	room := append([]byte("a=b&a=b&a"), strings.Repeat("=;&a%\x80", 40)...)
	build(room[:9], most)
}

// TestQueryKeys has keys of all lengths at all places of a block, equal ones and keys that differ in one byte.
func TestQueryKeys(t *testing.T) {
	haveQuery(t)
	const key = "abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz"
	step := 3
	if testing.Short() {
		step = 11
	}
	for n := 1; n <= len(key); n++ {
		for fill := n % step; fill < 140; fill += step {
			value := strings.Repeat("v", fill)
			for _, after := range []string{"", "=", "&", "=w&", "&d=" + value} {
				head := "https://a.example/?1=" + value + "&" + key[:n] + "=" + value[fill/2:] + "&"
				lo := strings.IndexByte(head, '?') + 1
				checkQuery(t, head+key[:n]+after, lo, false)
				for i := range n {
					// The hash does not read the bytes between the first and the last eight.
					checkQuery(t, head+key[:i]+"+"+key[i+1:n]+after, lo, i >= 8 && i < n-8)
				}
				checkQuery(t, head+key[:n]+key[:1]+after, lo, true)
				checkQuery(t, head+key[1:n]+"="+after, lo, false)
			}
		}
	}
}

// TestQueryMany has queries of up to QueryLen bytes, with up to more keys than QueryKeys, which end on both sides of
// every border of a block.
func TestQueryMany(t *testing.T) {
	haveQuery(t)
	random := randtest.New(t)
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	tries, passed := 0, 0
	for range 20_000 {
		b := []byte("https://a/?")
		keys, longest := random.IntN(80), 1+random.IntN(40)
		for i := range keys {
			b = append(b, digits[i%len(digits)], digits[i/len(digits)])
			b = append(b, key40[:random.IntN(longest)]...)
			for random.IntN(3) > 0 {
				b = append(b, []string{"=", "=a", "=%20", "%%", "b"}[random.IntN(4)]...)
			}
			b = append(b, '&')
		}
		b = append(b, digits[random.IntN(len(digits)):]...)
		for random.IntN(60) == 0 {
			b[11+random.IntN(len(b)-11)] = "&=%;#\x80"[random.IntN(6)]
		}
		s := string(b)
		if checkQuery(t, s, 11, true) {
			passed++
		}
		if queryPortable(s[11:], queryRules, new(Percents)) {
			tries++
		}
	}
	if passed < tries*9/10 || tries < 1000 {
		t.Errorf("%d of %d queries need no inspection", passed, tries)
	}
	long := "https://a/?" + strings.Repeat("x", 2*QueryLen)
	for n := 1; n < 2*QueryLen; n++ {
		checkQuery(t, long[:11+n], 11, false)
		checkQuery(t, "https://a/?b&"+long[11:11+n], 11, false)
	}
}

const key40 = "-a-very-very-long-key-with-no-meaning-at-all"

// TestQueryEqual has up to 64 keys, and some more, of which two are equal, or which all differ.
func TestQueryEqual(t *testing.T) {
	haveQuery(t)
	key := func(i int) string { return string([]byte{'a' + byte(i)%26, 'A' + byte(i)/26}) }
	for n := 1; n <= QueryKeys+30; n++ {
		query := ""
		for i := range n {
			query += key(i) + "&"
		}
		checkQuery(t, query, 0, false)
		checkQuery(t, query[:len(query)-1], 0, false)
		for i := range n {
			checkQuery(t, query+key(i), 0, false)
			if j := 3 * i * 7 % len(query); query[j] != '&' {
				checkQuery(t, query[:3*i]+key(j/3)+query[3*i+2:], 0, false)
			}
		}
	}
	for n := 1; n < QueryLen; n++ {
		checkQuery(t, strings.Repeat("a&", QueryLen/2)[:n], 0, false)
		checkQuery(t, strings.Repeat("a", n%3)+strings.Repeat("=&", QueryLen/2)[:n], 0, false)
	}
}

// TestQueryGuardPages puts queries of all lengths next to unreadable pages and near them.
func TestQueryGuardPages(t *testing.T) {
	haveQuery(t)
	page := os.Getpagesize()
	readable := input.Guarded(t, 2)
	for i := range readable {
		readable[i] = []byte{'a' + byte(i/5%26), 'a' + byte(i/5/26%26), '=', '1', '&'}[i%5]
	}
	passed := 0
	for n := 1; n <= 300; n++ {
		for _, start := range []int{0, 2*page - n, page, page - n, page - n/2, 2*page - n - 5, 2*page - n - 16, 2*page - n - 30, 16, 20, 3} {
			s := unsafe.String(&readable[start], n)
			if checkQuery(t, s, 0, false) {
				passed++
			}
			at := start + n*3/4
			was := readable[at]
			readable[at] = ';'
			checkQuery(t, s, 0, false)
			readable[at] = was
			if next := start + n; next < len(readable) {
				was := readable[next]
				readable[next] = ';'
				checkQuery(t, s, 0, false)
				readable[next] = was
			}
		}
	}
	if passed < 500 {
		t.Errorf("%d queries need no inspection", passed)
	}
}

// TestQueryMasks checks the masks of all lengths of keys, which the assembly reads.
func TestQueryMasks(t *testing.T) {
	const end = 16 + QueryLen
	for n := range QueryLen {
		for i := range 16 {
			first, last := queryMasks[end-n:][i] != 0, queryMasks[n:][i] != 0
			if first != (i < n) || last != (16-i <= n) {
				t.Fatalf("length %d, byte %d: first %v, last %v", n, i, first, last)
			}
		}
	}
}
