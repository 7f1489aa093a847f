package paint

import "testing"

func TestUnderstandsColour(t *testing.T) {
	tests := []struct {
		term, noColor string
		want          bool
	}{
		{"xterm-256color", "", true}, {"xterm", "1", false}, {"dumb", "", false}, {"", "", false},
	}
	for _, test := range tests {
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.noColor)
		if got := understandsColour(); got != test.want {
			t.Errorf("TERM=%q NO_COLOR=%q: %t, want %t", test.term, test.noColor, got, test.want)
		}
	}
}
