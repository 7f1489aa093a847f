//go:build !js

package playground

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fileuri"
)

// Export writes the pages to the folder dir, as static files that need no server. dir must be empty or missing. The
// go command compiles the command "uri" to WebAssembly for them, from the module in the current directory. Before that,
// Export makes sure that it can write to dir. It says on stderr what takes long, and prints the address of the first page to
// stdout. Errors do not show dir, which may be a misplaced argument.
func Export(ctx context.Context, dir string, stdout, stderr io.Writer) error {
	if list, err := os.ReadDir(dir); err == nil && len(list) > 0 {
		return errors.New("the folder is not empty")
	}
	const command = "github.com/urispan/uri/cmd/uri"
	root, err := runGo(ctx, "list", "-f", "{{context.GOROOT}}", command)
	if err != nil {
		return fmt.Errorf("-export needs Go, and a clone of the repository as the current directory: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return engine.Nameless(err)
	}
	scratch, err := os.MkdirTemp(dir, "uri")
	if err != nil {
		return engine.Nameless(err)
	}
	defer os.RemoveAll(scratch)
	fmt.Fprintln(stderr, "uri: play: compiling the command to WebAssembly, which can take a minute")
	binary := filepath.Join(scratch, "uri.wasm")
	if _, err := runGo(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", binary, command); err != nil {
		return err
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return engine.Nameless(err)
	}
	runtime, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	fmt.Fprintln(stderr, "uri: play: writing the pages")
	for name, text := range map[string][]byte{
		"wasm_exec.js": runtime, "uri.js": scriptOf(program), "export.js": []byte(file("export.js")),
		"index.html": exportedPage("/{$}"), "patterns.html": exportedPage("/patterns"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return engine.Nameless(err)
		}
	}
	page, _ := filepath.Abs(filepath.Join(dir, "index.html")) // runGo fails without a current directory
	if u, err := fileuri.FromPath(page, fileuri.Native); err == nil {
		page = u.String()
	}
	_, err = fmt.Fprintf(stdout, "uri: %s (open it in a browser, or copy the folder to a web server)\n", page)
	return err
}

// runGo runs the go command for WebAssembly until ctx is done, and returns its output. An error has the first line of what
// the command says.
func runGo(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	} else if errors.As(err, &exit) {
		message, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = fmt.Errorf("go %s: %s", args[0], message)
	}
	return strings.TrimSpace(string(out)), err
}

// scriptOf returns a script with the program as a string. A page of a file may load scripts, and no other files.
func scriptOf(program []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	w.Write(program) // a buffer takes everything
	w.Close()
	return []byte("const uriProgram = '" + base64.StdEncoding.EncodeToString(packed.Bytes()) + "';\n")
}

// exportedPage returns a page with its policy, the scripts that answer it, and links to files. The large script is deferred,
// so that the fields take text before it is loaded.
func exportedPage(path string) []byte {
	policy := policyOf("", "'self' file: 'wasm-unsafe-eval' ") // in place of the server
	head := `<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(policy) + "\">\n"
	const scripts = `<script src="wasm_exec.js"></script>` + "\n" + `<script src="export.js"></script>` + "\n" +
		`<script defer src="uri.js"></script>` + "\n"
	page := strings.Replace(pages()[path], "<title>", head+"<title>", 1)
	page = strings.Replace(page, "<script>", scripts+"<script>", 1)
	links := strings.NewReplacer(`href="patterns"`, `href="patterns.html"`, `href="./"`, `href="index.html"`)
	return []byte(links.Replace(page))
}
