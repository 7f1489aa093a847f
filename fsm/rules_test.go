package fsm

import "testing"

// TestIPv4 tells IPv4 addresses from registered names. Package hostname tests the rule.
func TestIPv4(t *testing.T) {
	for s, want := range map[string]HostKind{"//192.0.2.16": IPv4, "//u@0.0.0.0:80/": IPv4, "//1.2.3.4.": RegName, "//1.2.3.256": RegName,
		"//1.2.3.%34": RegName, "//a": RegName} {
		var r Ranges
		if _, ok := Scan(s, &r); !ok || HostKindOf(s, &r) != want || HostKindOf([]byte(s), &r) != want {
			t.Errorf("%q: %v, want %v", s, HostKindOf(s, &r), want)
		}
	}
}

// TestReasonNames fixes the names of reasons. The command prints them, and programs may read its output.
func TestReasonNames(t *testing.T) {
	want := []string{"", "illegal byte", "bad percent-encoding", "bad IP-literal", "bad port", "colon in first segment",
		"no scheme", "unwanted scheme", "unwanted fragment", "too long", "invalid UTF-8", "list of hosts", ""}
	for r, text := range want {
		if got := Reason(r).String(); got != text {
			t.Errorf("Reason(%d) is %q, want %q", r, got, text)
		}
	}
}
