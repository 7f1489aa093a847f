package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// shellWords splits a line as a shell does, as far as the examples need it: quotes are single ones.
func shellWords(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words[len(words)-1] += part
			continue
		}
		fields := strings.Fields(part)
		if strings.HasSuffix(part, " ") {
			fields = append(fields, "") // what the next quote begins
		}
		words = append(words, fields...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// examplesOf returns the examples of a usage text: commands and what is under them.
func examplesOf(text string) (list [][2]string) {
	_, text, _ = strings.Cut(text, "\nExamples:\n")
	for line := range strings.Lines(text) {
		line, ok := strings.CutPrefix(line, "  ")
		if !ok {
			break
		}
		if command, ok := strings.CutPrefix(line, "$ uri "); ok {
			list = append(list, [2]string{strings.TrimSpace(command), ""})
			continue
		}
		list[len(list)-1][1] += line
	}
	return list
}

// TestExamples: what the usage texts show is what the command prints.
func TestExamples(t *testing.T) {
	for name, v := range verbs {
		examples := examplesOf(v.usage)
		if len(examples) == 0 {
			t.Errorf("%s has no examples", name)
		}
		for _, e := range examples {
			words := shellWords(e[0])
			if words[0] != name {
				t.Errorf("%s has an example of %s", name, words[0])
			}
			_, stdout, stderr := runWith("", words...)
			if stdout != e[1] || stderr != "" {
				t.Errorf("uri %s\nprints\n%s%s\nand not\n%s", e[0], stdout, stderr, e[1])
			}
		}
	}
}

func TestHelpVerb(t *testing.T) {
	for _, name := range verbNames() {
		_, want, _ := runWith("", name, "-h")
		if status, got, stderr := runWith("", "help", name); status != exitValid || got != want || stderr != "" {
			t.Errorf("help %s: status %d, %q; -h says something else", name, status, stderr)
		}
		if !strings.HasPrefix(want, "usage: uri "+name) || !strings.Contains(want, "\n\n") {
			t.Errorf("help %s: %.40q", name, want)
		}
		if !strings.Contains(usage, "uri "+name+" ") {
			t.Errorf("the usage text does not name %s", name)
		}
	}
	for _, args := range [][]string{{"help", "fly"}, {"help", "split", "check"}, {"help", "http://joe:hunter2@h/"},
		{"completion"}, {"completion", "sh"}, {"man", "split"}} {
		status, stdout, stderr := runWith("", args...)
		if status != exitTrouble || stdout != "" || !isMessage(stderr) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}

// TestFlagsDescribed: every flag stands in the text about its verb, at the start of a line.
func TestFlagsDescribed(t *testing.T) {
	for name := range verbs {
		text, _ := usageOf(name)
		for _, f := range flagNames(name) {
			if !strings.Contains(text, "\n  "+f+" ") && !strings.Contains(text, "\n  "+f+"[") {
				t.Errorf("help %s does not describe %s", name, f)
			}
		}
	}
}

// TestCompletion asks bash itself. The others are only looked at for what must be in them.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		_, script, _ := runWith("", "completion", shell)
		for _, want := range []string{"relativize", "refuse-above-root", "always"} {
			if !strings.Contains(script, want) {
				t.Errorf("%s: no %q", shell, want)
			}
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	_, script, _ := runWith("", "completion", "bash")
	for typed, want := range map[string]string{
		"uri sp":                    "split",
		"uri help rel":              "relativize",
		"uri resolve -ref":          "-refuse-above-root",
		"uri split -picture a":      "auto always",
		"uri check http://a/ -quie": "-quiet",
		"uri split x":               "",
	} {
		words := strings.Fields(typed)
		ask := script + "COMP_WORDS=(" + typed + "); COMP_CWORD=" + string(rune('0'+len(words)-1)) + `; _uri; echo "${COMPREPLY[*]}"`
		out, err := exec.Command(bash, "-c", ask).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", typed, got, err, want)
		}
	}
}

// TestMan: the page has every line of the texts that it is made from, and no line that could be taken for a request.
func TestMan(t *testing.T) {
	_, page, _ := runWith("", "man")
	requests := []string{".TH ", ".SH ", ".SS ", ".PP", ".nf", ".fi"}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") &&
			!slices.ContainsFunc(requests, func(r string) bool { return strings.HasPrefix(line, r) }) {
			t.Errorf("a request: %s", line)
		}
	}
	for _, name := range verbNames() {
		if !strings.Contains(page, "\n.SH URI "+strings.ToUpper(name)+"\n") {
			t.Errorf("nothing about %s", name)
		}
	}
	man, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	format := exec.Command(man, "-man", "-Tutf8", "-ww")
	format.Stdin = strings.NewReader(page)
	var complaints bytes.Buffer
	format.Stderr = &complaints
	out, err := format.Output()
	if err != nil || complaints.Len() > 0 || !bytes.Contains(out, []byte(`\______________/\_________/`)) {
		t.Errorf("%v, %s", err, &complaints)
	}
}

func TestTemplate(t *testing.T) {
	for _, test := range []struct {
		template string
		args     []string
		want     string
	}{
		{"{{.host}}", []string{"split", "http://a/"}, "a\n"},
		{"{{.query}}|{{.fragment}}", []string{"split", "?a"}, "a|\n"},
		{"{{if .query}}some{{else if defined .query}}empty{{else}}none{{end}}", []string{"split", "?a", "?", ""},
			"some\nempty\nnone\n"},
		{"{{index .ranges.path 1}}", []string{"split", "abc" + strings.Repeat("a", 1<<21)}, "2097155\n"},
		{"{{with .ranges.port}}{{index . 0}}{{end}}.", []string{"split", "//a:1", "//a"}, "4.\n.\n"},
		{"{{.ok}} {{.offset}} {{.host}}{{.reason}}", []string{"check", "a b", "a"}, "false 1 illegal byte\ntrue  \n"},
		{"{{.input}}", []string{"check", "a\xff\n\\"}, "a\\xff\\n\\\\\n"},
		{"{{.target}}{{.base}}{{.ref}}", []string{"resolve", "-base", "a:/", "b"}, "a:/ba:/b\n"},
		{"{{.output}}", []string{"normalize", "-iri", "\u2028"}, "\u2028\n"},
	} {
		args := slices.Insert(slices.Clone(test.args), 1, "-format", test.template)
		if _, got, stderr := runWith("", args...); got != test.want || stderr != "" {
			t.Errorf("%s %.40q: %q, %q, want %q", test.template, test.args, got, stderr, test.want)
		}
	}
}

// TestTemplateErrors: a mistake is told, after the answers to what came before it.
func TestTemplateErrors(t *testing.T) {
	long := strings.Repeat("a", longRecord+1)
	for _, test := range []struct{ template, stdin, stdout, want string }{
		{"{{.hots}}", "a\n", "", "hots"},
		{"{{", "a\n", "", "unclosed"},
		{"", "a\n", "", "empty"},
		{"{{if .ok}}yes{{else}}{{.reason.x}}{{end}}", "a\nb c\nd", "yes\n", "reason"},
		{"{{if .ok}}yes{{else}}{{.reason.x}}{{end}}", "a\n" + long + " \nd", "yes\n", "reason"},
	} {
		status, stdout, stderr := runWith(test.stdin, "check", "-format", test.template)
		if status != exitTrouble || !strings.HasPrefix(stdout, test.stdout) || strings.Count(stdout, "yes") > 1 ||
			!strings.Contains(stderr, test.want) || !isMessage(stderr) {
			t.Errorf("%s: status %d, %.40q, %q", test.template, status, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"check", "-json", "-format", "x"}, {"check", "-picture=always", "-format", "x"}} {
		if status, _, stderr := runWith("", args...); status != exitTrouble || !strings.Contains(stderr, "-format") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}

// TestTemplateKeys fails for a key of -json that templates would not know.
func TestTemplateKeys(t *testing.T) {
	for _, args := range [][]string{{"split", "a:"}, {"check", "a"}, {"resolve", "-base", "a:", "b"}, {"normalize", "a"},
		{"relativize", "-base", "a:", "a:"}, {"to-uri", "a"}, {"to-iri", "a"}, {"check", "%"}, {"explain", "%"}} {
		_, line, _ := runWith("", slices.Insert(args, 1, "-json")...)
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		for key := range object {
			if !slices.Contains(templateKeys, key) {
				t.Errorf("%q: %q is not in templateKeys", args, key)
			}
		}
	}
}
