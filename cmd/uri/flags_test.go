package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

const password = "hunter2"

// secrets are arguments that contain a password: URLs, parts of URLs, templates, and words.
var secrets = []string{
	"http://u:hunter2@h/", "http://u:hunter2@h/ ", "u:hunter2@h:80", "localhost:hunter2", "127.0.0.1:hunter2",
	"[::1]:hunter2", "hunter2", "hunter2=", "=hunter2", "-hunter2", "hunter2\n", "case,hunter2",
	"a:\thttp://u:hunter2@h/ ",
	"http://u:{{hunter2@h/", "http://u:{{hunter2}}@h/", "{{.hunter2}}", "{{$hunter2}}", "{{template `hunter2`}}",
	"{{.input.hunter2}}", "{{.ranges.hunter2}}", "{{index .input `hunter2`}}", "{{slice `hunter2` 9}}", "{{`hunter2",
	"{{hunter2", "{{/* hunter2", "{{1hunter2}}", "{{if hunter2}}", "{{len 1 `hunter2`}}", "{{block `hunter2`}}",
	"{{define `hunter2`}}{{end}}{{define `hunter2`}}a{{end}}", "{{printf `hunter2` | 1}}",
	"{{index . .input | len `hunter2`}}",
}

// TestNoSecretInErrors passes passwords as a command, and as the name and the value of every flag. No message may show
// one, except for a message about an invalid input: it shows a word that is a password, but not the password of an
// address. If the work fails, standard output may not show one either.
func TestNoSecretInErrors(t *testing.T) {
	for _, name := range []string{"COLUMNS", "TERM", "NO_COLOR"} {
		t.Setenv(name, secrets[0])
	}
	turn, every := 0, kit.Rounds(41, 41, 5) // the arguments take turns
	for _, secret := range secrets {
		t.Chdir(t.TempDir()) // some flags name output files
		check := func(args []string) {
			if turn++; turn%every == 0 {
				checkHides(t, args)
			}
		}
		for _, args := range [][]string{{secret}, {secret, "a"}, {"-" + secret}, {"help", secret}, {"-h=" + secret}} {
			checkHides(t, args)
		}
		for _, verb := range commandNames() {
			command := []string{verb}
			t.Chdir(t.TempDir()) // some commands read files that exist, and find prints their names
			if verb == "dedupe" {
				command = append(command, "-memory=64K") // the default takes long to clear
			}
			for _, args := range [][]string{{"-" + secret}, {"--" + secret}, {"---" + secret}, {secret, "-" + secret}} {
				check(slices.Concat(command, args))
			}
			flagsOf(verb).VisitAll(func(f *flag.Flag) {
				for _, args := range flagForms(f.Name, secret) {
					check(slices.Concat(command, args))
				}
			})
		}
	}
}

// flagForms returns the arguments that combine a flag and value.
func flagForms(name, value string) [][]string {
	return [][]string{
		{"-" + name, value}, {"-" + name + "=" + value}, {"--" + name, value}, {"--" + name + "=" + value},
		{"-" + name + value}, {"-" + value, "-" + name}, {value, "-" + name}, {value, "--" + name + "=" + value},
		{"-" + value + "=" + name}, {"-" + name, value, "-" + name}, {"-" + name, "-" + name, value},
	}
}

// checkHides runs the command with args, which contain a password, and with a password on standard input.
func checkHides(t *testing.T, args []string) {
	t.Helper()
	status, stdout, stderr := runWith("a\nhttp://u:hunter2 @h/\n", args...)
	shown := stderr
	if !slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "//u:") }) {
		shown = complaints.ReplaceAllString(stderr, "") // messages show invalid inputs without the passwords of addresses
	}
	if strings.Contains(shown, password) || status == engine.ExitTrouble && strings.Contains(stdout, password) {
		t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
	}
	if status == engine.ExitTrouble && !strings.HasPrefix(stderr, "uri: ") {
		t.Errorf("%q: message %q", args, stderr)
	}
}

// TestFlagErrorsHelp: an error about a flag names the flag and the values that it takes, for every flag of every
// command.
func TestFlagErrorsHelp(t *testing.T) {
	for _, verb := range commandNames() {
		flagsOf(verb).VisitAll(func(f *flag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s -%s: the definition does not describe the value of the flag", verb, f.Name)
			}
			args := []string{verb, "-" + f.Name}
			if isBoolean(f) {
				args[1] += "=http://h/"
			}
			want := fmt.Sprintf("want %s; ", f.Usage)
			status, _, stderr := runWith("", args...)
			if status != engine.ExitTrouble || !strings.HasPrefix(stderr, "uri: "+verb+": -"+f.Name+": ") ||
				!strings.Contains(stderr, want) || !isMessage(stderr) {
				t.Errorf("%q: status %d, %q, want %q", args, status, stderr, want)
			}
		})
	}
}

// isBoolean reports whether f takes a value only after an "=".
func isBoolean(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// TestFlagsTwice: a flag that is given twice is used twice or refused.
func TestFlagsTwice(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, stdout, want string }]("flags.txt", "TestFlagsTwice") {
		status, stdout, stderr := runWith("", strings.Fields(test.args)...)
		if stdout != test.stdout || (status == engine.ExitTrouble) != (test.want != "") || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: %d, %q, %q, want %q, %q", test.args, status, stdout, stderr, test.stdout, test.want)
		}
	}
	_, stdout, _ := runWith("http://h/?a=1&b=2&c=3\n", "redact", "-keys", "a", "-keys", "b")
	if stdout != "http://h/?a=xxxxx&b=xxxxx&c=3\n" {
		t.Error(stdout)
	}
}

// TestWrongFlagValues has wrong values of every flag with a restricted value.
func TestWrongFlagValues(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, want string }]("flags.txt", "TestWrongFlagValues") {
		args := strings.Fields(test.args)
		if status, _, stderr := runWith("a\n", args...); status != engine.ExitTrouble || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: status %d, %q, want %q", args, status, stderr, test.want)
		}
	}
}
