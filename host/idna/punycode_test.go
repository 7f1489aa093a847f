package idna_test

import (
	"testing"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

// referencePunycode implements the encoding procedure of RFC 3492, section 6.3, step by step.
func referencePunycode(input []rune) (output string) {
	n, delta, bias := rune(128), 0, 72
	for _, c := range input {
		if c < 128 {
			output += string(c)
		}
	}
	b := len(output)
	h := b
	if b > 0 {
		output += "-"
	}
	for h < len(input) {
		m := rune(1 << 30)
		for _, c := range input {
			if c >= n {
				m = min(m, c)
			}
		}
		delta += int(m-n) * (h + 1)
		n = m
		for _, c := range input {
			if c < n {
				delta++
			}
			if c != n {
				continue
			}
			q := delta
			for k := 36; ; k += 36 {
				t := min(max(k-bias, 1), 26)
				if q < t {
					break
				}
				output += string(digit(t + (q-t)%(36-t)))
				q = (q - t) / (36 - t)
			}
			output += string(digit(q))
			bias = referenceAdapt(delta, h+1, h == b)
			delta = 0
			h++
		}
		delta++
		n++
	}
	return output
}

func digit(n int) rune { return rune("abcdefghijklmnopqrstuvwxyz0123456789"[n]) }

// referenceAdapt implements section 6.1.
func referenceAdapt(delta, points int, first bool) (k int) {
	if delta /= 2; first {
		delta = delta * 2 / 700
	}
	delta += delta / points
	for ; delta > 35*26/2; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}

// TestPunycodeReference encodes and decodes labels of all lengths.
func TestPunycodeReference(t *testing.T) {
	pools := []string{
		"a日", "日本語漢字", "abcxyz-0é", "\U00020000\U000323af一é", "aé", "é", "中文字母表排列順序的任何組合都可以是標籤",
	}
	r := kit.Random(t)
	for n := 1; n <= 1000; n += 1 + n/20 {
		for _, pool := range pools {
			chars := []rune(pool)
			label := make([]rune, n)
			for i := range label {
				label[i] = chars[r.IntN(len(chars))]
			}
			label[r.IntN(n)] = 'é'
			if n > 63 && label[0] == '-' {
				label[0] = 'a'
			}
			want := "xn--" + referencePunycode(label)
			got, err := idna.Browser.AppendASCII(nil, string(label))
			if err != nil || string(got) != want {
				t.Fatalf("%q: %q, %v, want %q", string(label), got, err, want)
			}
			text, err := idna.Browser.AppendUnicode(nil, want)
			if err != nil || string(text) != string(label) {
				t.Fatalf("%q: %q, %v, want %q", want, text, err, string(label))
			}
		}
	}
}

// TestPunycodeErrors decodes labels that no encoder writes.
func TestPunycodeErrors(t *testing.T) {
	for _, label := range []string{
		"xn---", "xn--9", "xn--99999a", "xn--9999999999a", "xn----", "xn---a-", "xn--é", "xn--a_b-", "xn--ab-é",
		"xn--zzzzzzzzzzzz", "xn--0", "xn--a-\x00", "xn--ib9999999999999999999999999999999999999999999999999999999",
		"xn--ib9b", // U+D800, a surrogate
	} {
		if text, err := idna.Browser.AppendUnicode(nil, label); err == nil {
			t.Errorf("%q: %q", label, text)
		}
	}
}
