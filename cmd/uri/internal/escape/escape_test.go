package escape

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func TestAppendJSON(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", `""`},
		{"http://a/?b#c<>&'", `"http://a/?b#c<>&'"`},
		{`a"b\c`, `"a\"b\\c"`},
		{"\t\n\r\x00\x1b\x7f", `"\t\n\r\u0000\u001b\u007f"`},
		{"\u00e9\u20ac\U0001f600\ufffd", "\"\u00e9\u20ac\U0001f600\ufffd\""},
		{"\u0085\u009b\u2028\u2029", `"\u0085\u009b\u2028\u2029"`},
		{"a\xffb\x80", `"a\udcffb\udc80"`},
		{"\xe2\x82", `"\udce2\udc82"`},           // cut short
		{"\xed\xb3\xbf", `"\udced\udcb3\udcbf"`}, // U+DCFF, which UTF-8 does not allow
		{"\xc0\xaf", `"\udcc0\udcaf"`},           // not the shortest form
	}
	for _, test := range tests {
		if got := string(AppendJSON(nil, []byte(test.in))); got != test.want {
			t.Errorf("%q: got %s, want %s", test.in, got, test.want)
		}
	}
}

// TestJSONIsReversible decodes the output for text with encoding/json, and checks that all other inputs have distinct
// outputs.
func TestJSONIsReversible(t *testing.T) {
	inputs := map[string]string{}
	for a := range 256 {
		for b := range 256 {
			in := string([]byte{byte(a), byte(b)})
			out := AppendJSON(nil, []byte(in))
			if other, ok := inputs[string(out)]; ok {
				t.Fatalf("%q and %q are both %s", in, other, out)
			}
			inputs[string(out)] = in
			var got string
			if err := json.Unmarshal(out, &got); err != nil || utf8.ValidString(in) && got != in {
				t.Errorf("%q: %s is read as %q, %v", in, out, got, err)
			}
		}
	}
}

// TestAppendName has what ls 9.1 of the GNU coreutils prints for these names on a terminal, in the locale C.UTF-8. There, ls
// also quotes names that a shell would read in another way, such as "a b", and begins "it's\n" with two more quotes.
func TestAppendName(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"", ""},
		{"plain.txt", "plain.txt"},
		{"a b", "a b"},
		{"it's", "it's"},
		{`a\b"$c`, `a\b"$c`},
		{"\u00e9\u2764\ufe0f\ufffd", "\u00e9\u2764\ufe0f\ufffd"},
		{"a\nb", `'a'$'\n''b'`},
		{"a\tb", `'a'$'\t''b'`},
		{"a\x1bb", `'a'$'\033''b'`},
		{"\nb", `''$'\n''b'`},
		{"a\n", `'a'$'\n'`},
		{"\ab\b\v\f\r", `''$'\a''b'$'\b\v\f\r'`},
		{"a\x7fb", `'a'$'\177''b'`},
		{"caf\xe9", `'caf'$'\351'`},
		{"c\u0085x", `'c'$'\302\205''x'`},
		{"l\u2028x", `'l'$'\342\200\250''x'`},
		{"\ufffd\xff", `'` + "\ufffd" + `'$'\377'`},
		{"it's\n", `'it'\''s'$'\n'`},
		{"a b\\\n", `'a b\'$'\n'`},
	} {
		if got := string(AppendName([]byte("x"), test.name)); got != "x"+test.want {
			t.Errorf("%q: got %s, want %s", test.name, got[1:], test.want)
		}
	}
}
