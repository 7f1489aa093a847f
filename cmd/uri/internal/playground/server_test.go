package playground

import "testing"

// TestTimeouts: no client can hold a connection for ever.
func TestTimeouts(t *testing.T) {
	s := newServer(nil)
	if s.ReadTimeout <= 0 || s.WriteTimeout <= 0 || s.IdleTimeout <= 0 {
		t.Errorf("limits %v, %v and %v", s.ReadTimeout, s.WriteTimeout, s.IdleTimeout)
	}
}
