package host

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

func TestIsLocalhost(t *testing.T) {
	for host, want := range kit.Pairs[string, bool]("localhost.txt", "TestIsLocalhost") {
		if got := IsLocalhost(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}
