package engine

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"check", "help", "man", "normalize", "play", "relativize", "split", "to-iri", "to-uri"}
	for word, want := range map[string]string{
		"chekc": "check", "chk": "check", "Check": "check", "hcek": "check", "checks": "check", "normalise": "normalize",
		"relative": "relativize", "spilt": "split", "to-url": "to-uri", "to-irl": "to-iri", "mna": "man", "hlep": "help",
		"": "", "fly": "", "build": "", "hunter2": "", "m": "", "\xff": "",
	} {
		if got := Nearest(word, commands); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestSlips compares slips with the recursive definition of the distance.
func TestSlips(t *testing.T) {
	words := []string{""}
	for i := 0; len(words[i]) < 4; i++ {
		for _, c := range []string{"a", "b", "c"} {
			words = append(words, words[i]+c)
		}
	}
	for _, a := range words {
		for _, b := range words {
			if got, want := Slips(a, b), slipsReference(a, b); got != want {
				t.Fatalf("%q, %q: %d, want %d", a, b, got, want)
			}
		}
	}
}

func slipsReference(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	a1, b1 := a[1:], b[1:]
	if a[0] == b[0] {
		return slipsReference(a1, b1)
	}
	n := 1 + min(slipsReference(a1, b), slipsReference(a, b1), slipsReference(a1, b1))
	if a1 != "" && b1 != "" && a[0] == b[1] && a[1] == b[0] {
		n = min(n, 1+slipsReference(a[2:], b[2:]))
	}
	return n
}
