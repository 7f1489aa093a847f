package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const testVersion = "v1.0.0-test"

// TestRelease makes a release of a copy of the tree with a proxy made of files: a program of another module gets the
// root, the command is installed with its version, and an example builds without a replace directive. The module cache
// is empty. Other modules come from the cache of the machine or, if it lacks them, from the proxy of the go command.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks and builds modules")
	}
	tree, scratch := copyTree(t), t.TempDir()
	proxy := filepath.Join(scratch, "proxy")
	if err := requireRelease(tree, testVersion); err != nil {
		t.Fatal(err)
	}
	if err := writeProxy(tree, testVersion, proxy); err != nil {
		t.Fatal(err)
	}
	cache, others, _ := strings.Cut(strings.TrimSpace(run(t, ".", nil, "go", "env", "GOMODCACHE", "GOPROXY")), "\n")
	env := []string{
		"GOPROXY=file://" + proxy + ",file://" + cache + "/cache/download," + others,
		// With -trimpath, the build cache serves modules whose folders differ in each run.
		"GOSUMDB=off", "GOFLAGS=-modcacherw -mod=mod -trimpath", "GOWORK=off",
		"GOMODCACHE=" + filepath.Join(scratch, "modules"), "GOBIN=" + filepath.Join(scratch, "bin"),
	}

	user := filepath.Join(scratch, "user")
	if err := os.Mkdir(user, 0o777); err != nil {
		t.Fatal(err)
	}
	program := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"" + root + "\"\n)\n\nfunc main() { fmt.Println(uri.MustParse(\"http://h/../x\").Key()) }\n"
	if err := os.WriteFile(filepath.Join(user, "main.go"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, user, env, "go", "mod", "init", "example.com/user")
	run(t, user, env, "go", "get", root+"@"+testVersion)
	if out := run(t, user, env, "go", "run", "."); out != "http://h/x\n" {
		t.Errorf("the program prints %q", out)
	}

	run(t, scratch, env, "go", "install", root+"/cmd/uri@"+testVersion)
	if out := run(t, scratch, env, filepath.Join(scratch, "bin", "uri"), "--version"); !strings.HasPrefix(out, "uri "+testVersion+" ") {
		t.Errorf("the version of the command is %q", out)
	}

	folder := filepath.Join(tree, "apps", "proxy")
	run(t, folder, env, "go", "mod", "tidy")
	run(t, folder, env, "go", "vet", ".")
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), root+" "+testVersion) || strings.Contains(string(text), "replace") {
		t.Errorf("go.mod of the proxy:\n%s", text)
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]bool{
		"v1.0.0": true, "v1.2.3-rc.1": true, "v0.1.0": true, "": false, "1.0.0": false, "v1": false, "v1.0.0+meta": false, "v2.0.0": false,
	} {
		if err := checkVersion(version); (err == nil) != want {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// copyTree copies the files of the working tree to a repository of their own.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := run(t, "../..", nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for name := range strings.SplitSeq(strings.TrimSuffix(files, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, nil, "git", "init", "-q")
	return dir
}

// run returns the output of a command that succeeds.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}
