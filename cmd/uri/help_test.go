package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// shellWords splits a line as a shell does. It supports single quotes only.
func shellWords(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words[len(words)-1] += part
			continue
		}
		fields := strings.Fields(part)
		if strings.HasSuffix(part, " ") {
			fields = append(fields, "") // the next quote adds to this word
		}
		words = append(words, fields...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// everyExample returns the commands after "$" in a help page, each with its output.
func everyExample(text string) (list [][2]string) {
	isOutput := false
	for line := range strings.Lines(text) {
		line, indented := strings.CutPrefix(line, "  ")
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case indented && ok:
			list, isOutput = append(list, [2]string{strings.TrimSpace(command), ""}), true
		case indented && isOutput:
			list[len(list)-1][1] += line
		default:
			isOutput = false
		}
	}
	return list
}

// runExample runs an example in this process. It may begin with "echo TEXT |" or "printf TEXT |".
func runExample(t *testing.T, command string) (stdout, stderr string) {
	stdin := ""
	if before, after, ok := strings.Cut(command, " | "); ok {
		words := shellWords(before)
		switch {
		case len(words) == 2 && words[0] == "echo":
			stdin = words[1] + "\n"
		case len(words) == 2 && words[0] == "printf":
			stdin = strings.ReplaceAll(words[1], `\n`, "\n")
		default:
			t.Fatalf("%s: the test cannot run it", command)
		}
		command = after
	}
	words := shellWords(command)
	if words[0] != "uri" {
		t.Fatalf("%s: the test cannot run it", command)
	}
	_, stdout, stderr = runWith(stdin, words[1:]...)
	return stdout, stderr
}

// TestExamples runs every example of the help. The manual page has the same examples.
func TestExamples(t *testing.T) {
	match, _ := helpPage("match")
	_, patterns, _ := strings.Cut(match, "these lines:\n\n")
	patterns, _, _ = strings.Cut(patterns, "\n\n")
	t.Chdir(filepath.Dir(patternFile(t, strings.ReplaceAll(patterns, "  ", "")))) // an example reads FILE
	count := 0
	without := []string{"completion", "help", "man", "play"}
	for _, name := range commandNames() {
		text, formats := helpPage(name)
		examples := everyExample(text + formats)
		if len(examples) == 0 && !slices.Contains(without, name) {
			t.Errorf("%s has no examples", name)
		}
		for _, e := range examples {
			count++
			if !strings.Contains(e[0], "uri "+name+" ") && !strings.HasSuffix(e[0], "uri "+name) {
				t.Errorf("%s has the example %s", name, e[0])
			}
			if stdout, stderr := runExample(t, e[0]); stdout+stderr != e[1] {
				t.Errorf("%s\nprints\n%s%s\nand not\n%s", e[0], stdout, stderr, e[1])
			}
		}
	}
	_, page, _ := runWith("", "man")
	if n := strings.Count(page, "\n  $ "); n != count {
		t.Errorf("the manual page has %d examples, the test ran %d", n, count)
	}
}

func TestHelpVerb(t *testing.T) {
	for _, name := range commandNames() {
		_, want, _ := runWith("", name, "-h")
		if status, got, stderr := runWith("", "help", name); status != engine.ExitValid || got != want || stderr != "" {
			t.Errorf("help %s: status %d, %q; -h prints another text", name, status, stderr)
		}
		if !strings.HasPrefix(want, "usage: uri "+name) || !strings.Contains(want, "\n\n") {
			t.Errorf("help %s: %.40q", name, want)
		}
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(helpFile("uri")) {
			t.Errorf("the usage text does not name %s", name)
		}
	}
	for _, args := range [][]string{{"help", "fly"}, {"help", "split", "check"}, {"help", "http://joe:hunter2@h/"},
		{"completion"}, {"completion", "sh"}, {"man", "split"}} {
		status, stdout, stderr := runWith("", args...)
		if status != engine.ExitTrouble || stdout != "" || !isMessage(stderr) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}

// TestHelpFiles: each file of the help belongs to a page, and each word in angle brackets on a line of its own has a text.
func TestHelpFiles(t *testing.T) {
	files, err := helpFiles.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	want := append(helpNames(), "idna", "lines", "mapping", "uri")
	slices.Sort(want)
	var got []string
	for _, f := range files {
		got = append(got, strings.TrimSuffix(f.Name(), ".txt"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	for _, name := range helpNames() {
		if text, formats := helpPage(name); regexp.MustCompile(`(?m)<\w+>$`).MatchString(text+formats) || text == "" {
			t.Errorf("help %s: a word is not replaced:\n%s", name, text)
		}
	}
}

// TestHelpScreen: the text about a command fits a screen of 24 rows, with a row for the next prompt. What else there is
// to say about its flags and formats is on a page of its own.
func TestHelpScreen(t *testing.T) {
	if n := strings.Count(helpFile("uri"), "\n"); n > 23 {
		t.Errorf("help has %d lines", n)
	}
	_, page, _ := runWith("", "man")
	for _, c := range commands() {
		_, text, _ := runWith("", "help", c.name)
		if n := strings.Count(text, "\n"); n > 23 {
			t.Errorf("help %s has %d lines", c.name, n)
		}
		_, details := helpPage(c.name)
		if details == "" {
			continue
		}
		if !strings.Contains(strings.ReplaceAll(text, "\n", " "), `"uri help `+c.name+` formats"`) {
			t.Errorf("help %s does not refer to its formats", c.name)
		}
		_, formats, _ := runWith("", "help", c.name, "formats")
		for line := range strings.Lines(formats) {
			if !strings.HasPrefix(line, " ") && line != "\n" && strings.Contains(text, "\n"+line) {
				t.Errorf("help %s formats repeats %s", c.name, line)
			}
		}
		if first, _, _ := strings.Cut(details, "\n"); !strings.Contains(page, strings.ReplaceAll(first, "-", `\-`)) {
			t.Errorf("the manual page lacks %q", first)
		}
	}
}

// TestHelpLines: no line of the first page is refused, with its words filled in.
func TestHelpLines(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"page.html", "old"} {
		if err := os.WriteFile(name, []byte("<a href=\"http://h.example/page.html\">\nhttp://h.example/\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fill := strings.NewReplacer("FILE", "page.html", "DIR", ".", "URL", "http://h.example/", "LIST", "h.example",
		"=OLD", "=h.example", "OLD", "old", "NEW", "new.example")
	count := 0
	for row := range strings.Lines(helpFile("uri")) {
		row, ok := strings.CutPrefix(row, "  uri ")
		if !ok {
			continue
		}
		count++
		typed, _, _ := strings.Cut(row, "  ")
		typed, _, _ = strings.Cut(typed, " | ")
		line, in, _ := strings.Cut(fill.Replace(typed), " < ")
		if in != "" {
			in = "http://h.example/\n"
		}
		if status, _, stderr := runWith(in, splitShell(line)...); status == engine.ExitTrouble {
			t.Errorf("uri %s: status %d, %s", typed, status, stderr)
		}
	}
	if count < 10 {
		t.Errorf("%d lines", count)
	}
}

// TestHelpShared: the help pages that all verbs share have names, and the help of a verb refers to them.
func TestHelpShared(t *testing.T) {
	for name, headings := range map[string][]string{
		"flags":   {"References:\n", "\nFlags:\n", "\nExit status:\n"},
		"formats": {"Bytes that are not text:\n", "\nIRIs:\n", "\nTerminals:\n", "\nSecrets:\n"},
	} {
		status, text, stderr := runWith("", "help", name)
		if status != engine.ExitValid || stderr != "" || !strings.HasPrefix(text, headings[0]) {
			t.Errorf("help %s: status %d, %q, %.40q", name, status, stderr, text)
		}
		for _, heading := range headings {
			if !strings.Contains(text, heading) {
				t.Errorf("help %s has no %q", name, heading)
			}
		}
	}
	for verb := range verbs {
		text, _ := helpPage(verb)
		more := moreFlags(verbs[verb], text)
		words := strings.Fields(more)
		if !strings.HasSuffix(helpOn(verb), more) {
			t.Errorf("help %s does not refer to the shared texts", verb)
		}
		for _, f := range engine.FlagNames(flagsOf(verb)) {
			described := strings.Contains(text, "\n  "+f) || strings.Contains(text, " "+f+" VALUE")
			if described == slices.Contains(words, f) {
				t.Errorf("help %s does not name %s, or names it twice", verb, f)
			}
		}
	}
	if _, _, stderr := runWith("", "help", "fromats"); !strings.Contains(stderr, "; try:\nuri help formats\n") {
		t.Errorf("fromats: %q", stderr)
	}
}

// TestFlagsDescribed: the text about a verb, or the text about all verbs, describes each of its flags at the start of a
// line. The text about another command names each flag.
func TestFlagsDescribed(t *testing.T) {
	for name := range verbs {
		text := helpOn(name) + helpFile("flags")
		for _, f := range engine.FlagNames(flagsOf(name)) {
			if !strings.Contains(text, "\n  "+f+" ") && !strings.Contains(text, "\n  "+f+"[") && !strings.Contains(text, ", "+f+" VALUE") {
				t.Errorf("help %s does not describe %s", name, f)
			}
		}
	}
	for _, c := range commands() {
		text, formats := helpPage(c.name)
		words := strings.FieldsFunc(text+formats, func(r rune) bool { return strings.ContainsRune(" \n,[]()", r) })
		for _, f := range engine.FlagNames(flagsOf(c.name)) {
			if c.verb == nil && !slices.Contains(words, f) {
				t.Errorf("help %s does not name %s", c.name, f)
			}
		}
	}
}

// completions maps typed text with an incomplete last word to the words that shells offer, sorted and separated by
// single spaces.
var completions = kit.Pairs[string, string]("help.txt", "completions")

// needShell returns the path of a shell and the script for it.
func needShell(t *testing.T, name string) (shell, script string) {
	shell, err := exec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	_, script, _ = runWith("", "completion", name)
	return shell, script
}

// checkCompletions runs a program in a shell for each of completions.
func checkCompletions(t *testing.T, ask func(typed string) *exec.Cmd) {
	for typed, want := range completions {
		cmd := ask(typed)
		cmd.Dir = t.TempDir() // an empty directory, since shells offer files
		out, err := cmd.Output()
		got := strings.Fields(string(out))
		slices.Sort(got)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %q", typed, got, err, want)
		}
	}
}

// TestCompletionBash splits words as bash does: "=" is a separate word.
func TestCompletionBash(t *testing.T) {
	bash, script := needShell(t, "bash")
	checkCompletions(t, func(typed string) *exec.Cmd {
		args := []string{"-c", script + `COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _uri
			for word in "${COMPREPLY[@]}"; do echo "$given$word"; done`, "bash"}
		given := ""
		for word := range strings.SplitSeq(typed, " ") {
			before, after, ok := strings.Cut(word, "=")
			if args = append(args, before); ok {
				args = append(args, "=")
				given = before + "="
			}
			if after != "" {
				args = append(args, after)
			}
		}
		cmd := kit.Command(t, bash, args...)
		cmd.Env = append(os.Environ(), "given="+given)
		return cmd
	})
}

// TestCompletionZsh replaces the builtins that work only while a user is typing.
func TestCompletionZsh(t *testing.T) {
	zsh, script := needShell(t, "zsh")
	checkCompletions(t, func(typed string) *exec.Cmd {
		ask := `compdef() { }; _default() { }
			compset() { IPREFIX+=${(M)PREFIX##$~2}; PREFIX=${PREFIX##$~2} }
			compadd() { list=(${(M)list:#${(b)PREFIX}*}); print -l -- $IPREFIX${^list} }
			` + script + `words=("$@") CURRENT=$# PREFIX=${words[-1]}; _uri; :`
		return kit.Command(t, zsh, append([]string{"-f", "-c", ask, "zsh"}, strings.Split(typed, " ")...)...)
	})
}

// TestCompletionZshInFpath: zsh can load the script as the function from $fpath, and it works at the first call. It
// does not depend on the user's options.
func TestCompletionZshInFpath(t *testing.T) {
	zsh, script := needShell(t, "zsh")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "_uri"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, option := range []string{"sh_word_split", "ksh_arrays"} {
		const ask = `compdef() { print no }; compadd() { print -l -- ${(M)list:#$word*} }; fpath=($1); autoload -Uz _uri
			words=(uri completion z) CURRENT=3; _uri; setopt $2; _uri`
		out, err := kit.Command(t, zsh, "-f", "-c", ask, "zsh", dir, option).CombinedOutput()
		if string(out) != "zsh\nzsh\n" || err != nil {
			t.Errorf("%s: %q, %v", option, out, err)
		}
	}
}

// TestCompletionZshFiles: the functions of zsh that complete files find the options that they need. Without extended_glob,
// they fail with "no matches found".
func TestCompletionZshFiles(t *testing.T) {
	zsh, script := needShell(t, "zsh")
	ask := `setopt extended_glob; compdef() { }; _default() { [[ -o extended_glob ]] && print files }
		` + script + `words=(uri find ur) CURRENT=3; _uri`
	if out, err := kit.Command(t, zsh, "-f", "-c", ask).CombinedOutput(); string(out) != "files\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

func TestCompletionFish(t *testing.T) {
	fish, script := needShell(t, "fish")
	checkCompletions(t, func(typed string) *exec.Cmd {
		cmd := kit.Command(t, fish, "-N", "-c", script+"complete -C $typed")
		cmd.Env = append(os.Environ(), "typed="+typed, "HOME="+t.TempDir(), "XDG_CONFIG_HOME=", "XDG_DATA_HOME=")
		return cmd
	})
}

// TestChoices: a flag takes exactly the words that completion offers for it. If the error of a flag lists words,
// completion offers them.
func TestChoices(t *testing.T) {
	listsWords := regexp.MustCompile(`(want|want some of|an object has) ([][A-Za-z_-]+, )*[][A-Za-z_-]+ (or|and) [a-z-]+`)
	for _, name := range commandNames() {
		v := verbs[name]
		if v == nil {
			continue
		}
		for _, f := range engine.FlagNames(flagsOf(name)) {
			set := func(value string) error {
				args := []string{f + "=" + value}
				if f == "-invalid" {
					args = append(args, "-field=ok") // -invalid needs it
				}
				if name == "set" && f != "-append" {
					args = append(args, "-append=x") // set needs something to do
				}
				_, err := v.Parse(args, isKnownFlag)
				return err
			}
			c, ok := flagsOf(name).Lookup(f[1:]).Value.(*engine.Choice)
			if !ok {
				c = new(engine.Choice)
			}
			err := set("nonsense")
			if wants := err != nil && listsWords.MatchString(err.Error()); wants != (c.Words != nil && !strings.HasSuffix(c.Words[0], "=")) {
				t.Errorf("%s %s: words %q, but %v", name, f, c.Words, err)
			}
			for _, word := range c.Words {
				switch { // a word that ends with "=" needs a value
				case word == "port=":
					word += "80"
				case word == "domain=":
					word += "a.example"
				case strings.HasSuffix(word, "="):
					word += "a"
				}
				if err := set(word); err != nil || c.List && set(word+","+word) != nil {
					t.Errorf("%s %s=%s: %v", name, f, word, err)
				}
			}
		}
	}
	for _, shell := range shells {
		if status, _, stderr := runWith("", "completion", shell); status != engine.ExitValid {
			t.Errorf("completion %s: %s", shell, stderr)
		}
	}
}

// lineColumns returns the number of columns of a line without its newline. Tabs stop at every eighth column.
func lineColumns(line string) (n int) {
	for _, r := range strings.TrimSuffix(line, "\n") {
		if n++; r == '\t' {
			n = (n + 7) / 8 * 8
		}
	}
	return n
}

// TestUsageFits: every line of the help fits a terminal of 80 columns.
func TestUsageFits(t *testing.T) {
	_, texts, _ := runWith("", "-h")
	for _, name := range helpNames() {
		_, text, _ := runWith("", "help", name)
		texts += text
	}
	for _, name := range commandNames() {
		texts += formatsOf(name)
	}
	for line := range strings.Lines(texts) {
		if n := lineColumns(line); n > 79 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestManFits: man(1) indents text that it does not fill by 7 columns, and does not break it.
func TestManFits(t *testing.T) {
	_, page, _ := runWith("", "man")
	escape := regexp.MustCompile(`\\(\(..|.)`)
	verbatim, lines := false, 0
	for line := range strings.Lines(page) {
		switch {
		case line == ".nf\n", line == ".fi\n":
			verbatim = line == ".nf\n"
		case verbatim:
			lines++
			if n := lineColumns(escape.ReplaceAllString(strings.TrimPrefix(line, `\&`), "x")); n > 72 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
	if lines < 50 {
		t.Errorf("%d lines that are not filled", lines)
	}
	for _, line := range formatted(t, page, 80) {
		if n := lineColumns(line); n > 80 {
			t.Errorf("%d columns on a terminal: %s", n, line)
		}
	}
}

// formatted returns the lines of a manual page on a terminal, or nil if groff is not installed.
func formatted(t *testing.T, page string, columns int) []string {
	t.Helper()
	groff, err := exec.LookPath("groff")
	if err != nil {
		return nil
	}
	format := kit.Command(t, groff, "-man", "-Tutf8", "-ww", "-P-cbou", fmt.Sprintf("-rLL=%dn", columns))
	format.Stdin = strings.NewReader(page)
	var complaints bytes.Buffer
	format.Stderr = &complaints
	out, err := format.Output()
	if err != nil || complaints.Len() > 0 {
		t.Errorf("%v, %s", err, &complaints)
	}
	return strings.Split(string(out), "\n")
}

// TestUsageBlocks: in a block of a help text, all lines are indented, or no line is.
func TestUsageBlocks(t *testing.T) {
	var texts []string
	for _, name := range helpNames() {
		texts = append(texts, helpOn(name))
		if text := formatsOf(name); text != "" {
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
			lines := strings.Split(block, "\n")
			if strings.HasPrefix(block, "usage: ") || strings.HasSuffix(lines[0], ":") {
				lines = lines[1:]
			}
			isIndented := func(line string) bool { return strings.HasPrefix(line, " ") }
			for _, line := range lines {
				if isIndented(line) != isIndented(lines[0]) {
					t.Errorf("neither a paragraph nor a table:\n%s", block)
				}
			}
		}
	}
}

// TestManSections: the page has all sections, and no line of text that groff reads as a request.
func TestManSections(t *testing.T) {
	_, page, _ := runWith("", "man")
	requests := []string{".TH ", ".SH ", ".SS ", ".TP\n", ".PP\n", ".nf\n", ".fi\n"}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") &&
			!slices.ContainsFunc(requests, func(r string) bool { return strings.HasPrefix(line, r) }) {
			t.Errorf("a request: %s", line)
		}
	}
	for _, name := range commandNames() {
		if !strings.Contains(page, "\n.SH URI "+strings.ToUpper(name)+"\n") {
			t.Errorf("nothing about %s", name)
		}
	}
	if strings.Contains(page, "usage:") || strings.Contains(page, "\n.SS With") ||
		!strings.Contains(page, "\n.SH DESCRIPTION\n.TP\n\\fBuri split ") ||
		!strings.Contains(page, "\nAlso: decode") ||
		!strings.Contains(page, "\n.SS Exit status\n0 if") {
		t.Errorf("the page has no proper description:\n%.600s", page)
	}
	lines := formatted(t, page, 78)
	isPicture := func(line string) bool { return strings.Contains(line, `\______________/\_________/`) }
	if lines != nil && !slices.ContainsFunc(lines, isPicture) {
		t.Error("there is no picture")
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
		{"{{.ok}} {{.offset}} {{.host}}{{.reason}}", []string{"split", "a b", "a"}, "false 1 illegal byte\ntrue  \n"},
		{"{{.input}}{{$.ok}}", []string{"check", "a\xff\n\\"}, "a\\xff\\n\\\\false\n"},
		{`{{index . "offset"}}{{.input}}`, []string{"check", "a b"}, "1a b\n"},
		{"{{.hint}}", []string{"explain", "a b", "a"}, "a space: write %20\n\n"},
		{"{{range .hazards}}{{.hazard}}{{index .range 0}}{{end}}", []string{"check", "-audit", "http://u@h/"},
			"userinfo7\n"},
		{"{{len .hazards}}", []string{"check", "-audit", "http://u@h/"}, "1\n"},
		{"{{.target}}{{.base}}{{.ref}}", []string{"resolve", "-base", "a:/", "b"}, "a:/ba:/b\n"},
		{"{{.output}}", []string{"normalize", "-iri", "\u2028"}, "\u2028\n"},
	} {
		args := slices.Insert(slices.Clone(test.args), 1, "-format", test.template)
		if _, got, stderr := runWith("", args...); got != test.want || stderr != "" {
			t.Errorf("%s %.40q: %q, %q, want %q", test.template, test.args, got, stderr, test.want)
		}
	}
}

// fieldHint matches lines that differ if they are about -field: one leaves out its empty lines.
var fieldHint = regexp.MustCompile(`uri: \d of [34] lines (?:is|are) invalid.*; try:\nuri .*\n`)

// TestField: -field is short for a template, but has another error and a hint.
func TestField(t *testing.T) {
	const stdin = "http://u:p@h:1/a?b#c\n//h\na b\n\nhttp://h/\n"
	for _, test := range []string{"split host", "split query", "split ok", "split offset", "split absolute_uri",
		"check reason", "check -web input", "check -web code", "normalize output", "resolve -base=x: target",
		"relativize -base=x: ref", "explain hint", "split -web hostname", "split -iri path"} {
		args := strings.Fields(test)
		last := len(args) - 1
		wantStatus, want, wantMessages := runWith(stdin, append(args[:last:last], "-format={{."+args[last]+"}}")...)
		status, stdout, stderr := runWith(stdin, append(args[:last:last], "-field", args[last])...)
		stderr, wantMessages = fieldHint.ReplaceAllString(stderr, ""), fieldHint.ReplaceAllString(wantMessages, "")
		if status != wantStatus || stdout != want || stderr != wantMessages {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test, status, stdout, stderr, wantStatus, want, wantMessages)
		}
	}
	for _, test := range kit.Cases[[2]string]("help.txt", "TestField") {
		args := strings.Fields(test[0])
		var stderr bytes.Buffer
		status := run(args, iotest.ErrReader(errors.New("it was read")), io.Discard, &stderr)
		if want := "uri: " + test[1] + "; "; status != engine.ExitTrouble || !strings.HasPrefix(stderr.String(), want) ||
			!isMessage(stderr.String()) {
			t.Errorf("%s: status %d, %q, want %q", test[0], status, &stderr, want)
		}
	}
}

// TestColumns: -field with several keys prints columns, and the escapes \t, \n and \\ in the text of a template mean a
// tab, a newline and a backslash. Domains and suffixes follow from the Public Suffix List.
func TestColumns(t *testing.T) {
	const stdin = "HTTP://www.Example.co.uk/a\n//[::1]/\na b\nmailto:x\n"
	for _, test := range kit.Cases[struct{ stdin, args, want string }]("help.txt", "TestColumns", map[string]any{"stdin": stdin}) {
		if status, stdout, _ := runWith(test.stdin, strings.Fields(test.args)...); stdout != test.want {
			t.Errorf("%s: %d, %q, want %q", test.args, status, stdout, test.want)
		}
	}
}

// TestTemplateInvalid: a template that does not depend on validity is not executed for an invalid record, so that its
// output cannot be mistaken for an answer. The record still has a line, and a message without a password.
func TestTemplateInvalid(t *testing.T) {
	const stdin = "http://a/\nb c\nhttp://u:hunter2 @h/\n\n//d\n"
	const message = "uri: line 2: illegal space in path at byte 1: b c\n" +
		"uri: line 3: illegal byte in userinfo at byte 16: http://u:xxxxx@h/\n"
	for _, test := range kit.Cases[struct {
		stdout, stderr string
		args           []string
	}]("help.txt", "TestTemplateInvalid", map[string]any{"message": message}) {
		status, stdout, stderr := runWith(stdin, test.args...)
		if status != engine.ExitInvalid || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%q: status %d, %q, %q", test.args, status, stdout, stderr)
		}
	}
	for _, key := range []string{"ok", "offset", "component", "reason", "expected", "hint"} {
		if !strings.Contains(helpFile("flags"), "."+key) {
			t.Errorf("the usage text does not mention the key %s", key)
		}
		if status, stdout, stderr := runWith("", "explain", "-format", "-{{."+key+"}}", "b c"); status != engine.ExitInvalid ||
			!strings.HasPrefix(stdout, "-") || stderr != "" {
			t.Errorf("%s: status %d, %q, %q", key, status, stdout, stderr)
		}
	}
	_, _, stderr := runWith("", "split", "-format", "{{.host}}", "a", "b c")
	if stderr != "uri: argument 2: illegal space in path at byte 1: b c\n" {
		t.Error(stderr)
	}
	long := strings.Repeat("a", 100)
	_, stdout, stderr := runWith("b\n"+long+"\nc%\n", "split", "-max-line=50", "-format", "{{.path}}")
	if stdout != "b\n\n\n" || stderr != "uri: line 2: longer than 50 bytes (-max-line): "+long[:50]+
		"\nuri: line 3: unexpected end in path at byte 2: expected a hex digit: c%\n" {
		t.Errorf("%q, %q", stdout, stderr)
	}
}

// TestTemplateNested: if a key is missing in an inner object, the error does not list the keys of the outer one.
func TestTemplateNested(t *testing.T) {
	for _, test := range []struct{ verb, template, want string }{
		{"split", "{{.ranges.foo}}", `-format: line 1, byte 9: no such key there`},
		{"split", "{{with .ranges}}{{.host}}{{.input}}{{end}}", `byte 27: no such key there`},
		{"split", "{{with .ranges}}{{$.hst}}{{end}}", `byte 19: no such key: an object has absolute_uri,`},
		{"explain", "{{range .steps}}{{.rule}}{{end}}", `byte 18: no such key there`},
		{"check -audit", "{{range .hazards}}{{.foo}}{{end}}", `byte 20: no such key there`},
	} {
		args := append(strings.Fields(test.verb), "-format", test.template)
		var stderr bytes.Buffer
		run(args, iotest.ErrReader(errors.New("it was read")), io.Discard, &stderr)
		if got := stderr.String(); !strings.Contains(got, test.want) || !isMessage(got) ||
			strings.Contains(got, "an object has") != strings.Contains(test.want, "an object has") {
			t.Errorf("%q: %s", args, got)
		}
	}
	for _, text := range []string{"{{index .ranges.path 2}}", "{{index .ranges.path `a`}}", "{{slice .path 2}}"} {
		status, stdout, stderr := runWith("", "split", "-format", text, "a")
		if status != engine.ExitTrouble || stdout != "\n" || !isMessage(stderr) {
			t.Errorf("%s: status %d, %q, %q", text, status, stdout, stderr)
		}
	}
}

// TestTemplateErrors: a mistake is reported after the answers to the inputs before it.
func TestTemplateErrors(t *testing.T) {
	long := strings.Repeat("a", longRecord+1)
	for _, test := range kit.Cases[struct{ template, stdin, stdout, want string }]("help.txt", "TestTemplateErrors", map[string]any{"longRecord": "a\n" + long + " b\nd"}) {
		status, stdout, stderr := runWith(test.stdin, "check", "-format", test.template)
		if status != engine.ExitTrouble || !strings.HasPrefix(stdout, test.stdout) || strings.Count(stdout, "yes") > 1 ||
			!strings.Contains(stderr, test.want) || !isMessage(stderr) {
			t.Errorf("%s: status %d, %.40q, %q", test.template, status, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"check", "-json", "-format", "x"}, {"check", "-picture=always", "-format", "x"}} {
		if status, _, stderr := runWith("", args...); status != engine.ExitTrouble || !strings.Contains(stderr, "-format") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}
