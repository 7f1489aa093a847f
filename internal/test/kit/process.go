package kit

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
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

// RemoveAll removes a folder of a process. Its child processes can live a little longer, and write files meanwhile.
func RemoveAll(folder string) {
	for range 100 {
		if os.RemoveAll(folder) == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

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

// Oracle gives a program for Node.js the JSON of inputs, and reads want from the JSON that it writes. The environment
// variable URI_ORACLES names the folder that the program's packages are installed in.
func Oracle(t testing.TB, program string, inputs, want any) {
	t.Helper()
	stdin, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := Command(t, "node", "-e", program)
	cmd.Dir, cmd.Stdin, cmd.Stderr = os.Getenv("URI_ORACLES"), bytes.NewReader(stdin), os.Stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(stdout, want); err != nil {
		t.Fatal(err)
	}
}

// Node returns the path of Node.js. It skips the test unless URI_LONG is set and Node.js has the version of Unicode.
func Node(t testing.TB, unicodeVersion string) (path string) {
	if !Long() {
		t.Skip("URI_LONG is not set")
	}
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node.js")
	}
	version, err := Command(t, path, "-p", "process.versions.unicode").Output()
	if v := strings.TrimSpace(string(version)); err != nil || !strings.HasPrefix(unicodeVersion, v) {
		t.Skipf("Node.js has Unicode %s, and not %s: %v", v, unicodeVersion, err)
	}
	return path
}
