package kit

import (
	"os/exec"
	"testing"
)

// Command returns a command that is killed when the test ends, if it still runs. On Linux and FreeBSD it is also killed
// when the process of the test ends, for example because it is interrupted.
func Command(t testing.TB, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), name, args...)
	EndWithParent(cmd)
	return cmd
}

// EndWithParent lets the system kill cmd when this process ends, on Linux and FreeBSD. A goroutine that is locked to its
// thread must not start cmd: the system would kill it when that thread ends.
func EndWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = endWithParent() }

// Chromium returns the path of the browser Chromium. It skips the test if the system has none.
func Chromium(t testing.TB) (path string) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium")
	return ""
}
