package uritemplate_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/uritemplate"
)

const (
	unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	reserved   = ":/?#[]@!$&'()*+,;="
)

// A variable is a variable and its value for the reference. A string has value, a list has members, and an associative
// array has names too. If all are nil, it is undefined.
type variable struct {
	spec    string // with the modifier
	value   *string
	names   []string
	members []string
}

// encode encodes s as RFC 6570, section 3.2.1, says. allowReserved is the set U+R of that section.
func encode(s string, allowReserved bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte(unreserved, c) >= 0, allowReserved && strings.IndexByte(reserved, c) >= 0,
			allowReserved && isTriplet(s[i:]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isTriplet(s string) bool {
	if len(s) < 3 || s[0] != '%' {
		return false
	}
	_, err := strconv.ParseUint(s[1:3], 16, 8)
	return err == nil && s[1] != '+'
}

// expandReference expands an expression by the table and the steps of RFC 6570, Appendix A.
func expandReference(operator string, vars []variable) string {
	first, sep, named, ifemp, allow := "", ",", false, "", false
	switch operator {
	case "+":
		allow = true
	case "#":
		first, allow = "#", true
	case ".", "/":
		first, sep = operator, operator
	case ";":
		first, sep, named = ";", ";", true
	case "?", "&":
		first, sep, named, ifemp = operator, "&", true, "="
	}
	var fields []string
	for _, v := range vars {
		name, explode := strings.CutSuffix(v.spec, "*")
		name, prefix, _ := strings.Cut(name, ":")
		pair := func(name, value string, always bool) string {
			switch {
			case !named && !always:
				return value
			case named && value == "":
				return name + ifemp
			}
			return name + "=" + value
		}
		switch {
		case v.value != nil:
			s := *v.value
			if n, err := strconv.Atoi(prefix); err == nil {
				s = cutCharacters(s, n, allow)
			}
			fields = append(fields, pair(name, encode(s, allow), false))
		case v.members == nil:
		case explode:
			for i, member := range v.members {
				if v.names == nil {
					fields = append(fields, pair(name, encode(member, allow), false))
				} else {
					fields = append(fields, pair(encode(v.names[i], allow), encode(member, allow), true))
				}
			}
		default:
			var list []string
			for i, member := range v.members {
				if v.names != nil {
					list = append(list, encode(v.names[i], allow))
				}
				list = append(list, encode(member, allow))
			}
			field := strings.Join(list, ",")
			if named {
				field = name + "=" + field
			}
			fields = append(fields, field)
		}
	}
	if fields == nil {
		return ""
	}
	return first + strings.Join(fields, sep)
}

// cutCharacters returns the first n characters of s. Where percent-encodings stay, all encodings of one character count
// as one.
func cutCharacters(s string, n int, triplets bool) string {
	rest := s
	for ; n > 0 && rest != ""; n-- {
		if !triplets || !isTriplet(rest) {
			_, size := utf8.DecodeRuneInString(rest)
			rest = rest[size:]
			continue
		}
		var octets []byte
		for r := rest; isTriplet(r) && len(octets) < 4; r = r[3:] {
			octet, _ := strconv.ParseUint(r[1:3], 16, 8)
			octets = append(octets, byte(octet))
		}
		_, size := utf8.DecodeRune(octets)
		rest = rest[3*size:]
	}
	return s[:len(s)-len(rest)]
}

// randomText returns a short text of characters that are treated differently.
func randomText(r *rand.Rand) string {
	pieces := []string{"", "a", "B7", "~", ".", "-", "/", ",", "=", "&", ";", "?", ":", "+", "!", " ", "%", "%41", "%C3%BC", "%2f", "ü", "日", "\xff", "\""}
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomTemplate returns a template, its values, and its expansion by the reference. Each variable occurs once.
func randomTemplate(r *rand.Rand) (template, expansion string, values uritemplate.Map) {
	values = uritemplate.Map{}
	var b, want strings.Builder
	operators := []string{"", "", "+", "#", ".", "/", ";", "?", "&"}
	number := 0
	for range r.IntN(4) {
		if r.IntN(2) == 0 {
			literal := []string{"a", "/", "/x/", ".", "%41", "ü", "?q=", "'"}[r.IntN(8)]
			b.WriteString(literal)
			want.WriteString(encode(literal, true))
		}
		operator := operators[r.IntN(len(operators))]
		var vars []variable
		var specs []string
		for range 1 + r.IntN(3) {
			v := variable{spec: "v" + strconv.Itoa(number)}
			name := v.spec
			number++
			switch r.IntN(6) {
			case 0: // undefined
			case 1:
				for range 1 + r.IntN(3) {
					v.members = append(v.members, randomText(r))
				}
				values[name] = uritemplate.List(v.members...)
			case 2:
				var pairs []uritemplate.Pair
				for range 1 + r.IntN(3) {
					pair := uritemplate.Pair{Name: randomText(r), Value: randomText(r)}
					pairs = append(pairs, pair)
					v.names = append(v.names, pair.Name)
					v.members = append(v.members, pair.Value)
				}
				values[name] = uritemplate.Pairs(pairs...)
			default:
				s := randomText(r)
				v.value = &s
				values[name] = uritemplate.String(s)
			}
			switch n := r.IntN(8); {
			case n == 0:
				v.spec += "*"
			case n == 1 && v.members == nil:
				v.spec += ":" + strconv.Itoa(1+r.IntN(4))
			}
			vars = append(vars, v)
			specs = append(specs, v.spec)
		}
		b.WriteString("{" + operator + strings.Join(specs, ",") + "}")
		want.WriteString(expandReference(operator, vars))
	}
	return b.String(), want.String(), values
}

var expressions = regexp.MustCompile(`\{([+#./;?&]?)([^}]*)\}|[^{]+`)

// referenceOf returns the expansion of a template by the reference, and whether no name is in it twice. ok is false for a
// prefix of a list or of pairs, which is an error.
func referenceOf(template string, values uritemplate.Map) (want string, isUnique, ok bool) {
	isUnique = true
	seen := map[string]bool{}
	for _, m := range expressions.FindAllStringSubmatch(template, -1) {
		if m[2] == "" {
			want += encode(m[0], true)
			continue
		}
		var vars []variable
		for spec := range strings.SplitSeq(m[2], ",") {
			name, prefix, _ := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
			v := variable{spec: spec}
			if s, ok := values[name].Text(); ok {
				v.value = &s
			}
			v.members, _ = values[name].Members()
			pairs, _ := values[name].Pairs()
			for _, p := range pairs {
				v.names, v.members = append(v.names, p.Name), append(v.members, p.Value)
			}
			if prefix != "" && v.members != nil {
				return "", false, false
			}
			vars = append(vars, v)
			isUnique = isUnique && !seen[name]
			seen[name] = true
		}
		want += expandReference(m[1], vars)
	}
	return want, isUnique, true
}

// FuzzExpand compares Expand to the reference, and matches the expansion.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"/{x}{?y*,z}", "{+x:3}/{#y}", "{/z*}{;x:2}{&y}", "{.y*}%41ü{w}", "{;w}{;x}"} {
		f.Add(s, "a b%41ü", "")
	}
	f.Fuzz(func(t *testing.T, template, a, b string) {
		tmpl, err := uritemplate.Parse(template)
		if err != nil || len(template)*(len(a)+len(b)) > 1<<16 {
			return
		}
		values := uritemplate.Map{
			"x": uritemplate.String(a), "y": uritemplate.List(a, b),
			"z": uritemplate.Pairs(uritemplate.Pair{Name: a, Value: b}, uritemplate.Pair{Name: b, Value: a}),
		}
		want, isUnique, ok := referenceOf(template, values)
		u, err := tmpl.Expand(values)
		if _, bad := uri.Parse(want); (err == nil) != (ok && bad == nil) || err == nil && u.String() != want {
			t.Fatalf("%s with %v: %q, %v, want %q, %v", template, values, u, err, want, bad)
		}
		m, conflict := tmpl.Matcher()
		if err != nil || conflict != nil || !isUnique {
			return
		}
		found, ok := m.Match(want)
		if again, err := tmpl.Expand(found); !ok || err != nil || again != u {
			t.Fatalf("%s: %q gives %v, %t, which gives %q, %v", template, want, found, ok, again, err)
		}
	})
}

// FuzzMatch checks that expanding the values of a match gives the input.
func FuzzMatch(f *testing.F) {
	f.Add("/users/{id}{?page,sort*}", "/users/%C3%BC?page=2&a=b")
	f.Add("{;a}{;b}", ";b=1")
	f.Add("a{.x*}", "a.b=c.d")
	f.Add("{+x}", "a,%2c%20")
	f.Fuzz(func(t *testing.T, template, s string) {
		tmpl, err := uritemplate.Parse(template)
		if err != nil {
			return
		}
		m, err := tmpl.Matcher()
		if err != nil {
			return
		}
		if values, ok := m.Match(s); ok {
			if u, err := tmpl.Expand(values); err != nil || u.String() != s {
				t.Fatalf("%s: %q gives %v, which gives %q, %v", template, s, values, u, err)
			}
		}
	})
}

// TestRandomTemplates compares Expand to the reference, and checks that Match finds values in each expansion of a template
// that can be matched.
func TestRandomTemplates(t *testing.T) {
	r := kit.Random(t)
	matched := 0
	for range kit.Rounds(10_000, 20_000, 1_000_000) {
		template, want, values := randomTemplate(r)
		tmpl, err := uritemplate.Parse(template)
		if err != nil {
			t.Fatalf("%s: %v", template, err)
		}
		got, err := tmpl.Expand(values)
		if _, bad := uri.Parse(want); (bad == nil) != (err == nil) || err == nil && got.String() != want {
			t.Fatalf("%s with %v: %s, %v, want %s, %v", template, values, got, err, want, bad)
		}
		m, conflict := tmpl.Matcher()
		if err != nil || conflict != nil {
			continue
		}
		matched++
		found, ok := m.Match(want)
		if !ok {
			t.Fatalf("%s with %v does not match its expansion %s", template, values, want)
		}
		if again, err := tmpl.Expand(found); err != nil || again.String() != want {
			t.Fatalf("%s: %s gives %v, which gives %s, %v", template, want, found, again, err)
		}
	}
	if matched == 0 {
		t.Error("no template could be matched")
	}
	t.Logf("%d matched", matched)
}
