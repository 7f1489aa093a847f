//go:build !js

package playground

import "testing"

// TestTimeouts: every step of a connection has a limit of time.
func TestTimeouts(t *testing.T) {
	s := newServer(nil)
	if s.ReadTimeout <= 0 || s.WriteTimeout <= 0 || s.IdleTimeout <= 0 {
		t.Errorf("limits %v, %v and %v", s.ReadTimeout, s.WriteTimeout, s.IdleTimeout)
	}
}
