package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestGuesses types each guess of the tables, with an argument that may be a secret. Standard error has a line that works
// when it is pasted, with URL, FILE and VALUE replaced, and does not show any part of the argument.
func TestGuesses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte("http://h.example.com/a?2=x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var typed [][]string
	for _, g := range guesses() {
		for _, word := range g.words {
			if kinds.MatchString(word) {
				continue
			}
			switch {
			case isCommand(word), isGuess("alias", word):
			case slices.Contains(g.on, ""), slices.Contains(g.on, "*"):
				typed = append(typed, []string{word}, []string{word, "http://u:hunter2@h/"}, []string{word, "list"})
			case slices.Contains(g.on, "field"):
				typed = append(typed, []string{word, "http://u:hunter2@h/"}, []string{"split", word}, []string{"split", "-" + word, "http://u:hunter2@h/"})
			}
			word, isAlone := strings.CutSuffix(word, "?")
			for _, command := range []string{"split", "check", "normalize", "dedupe", "find", "redact", "match"} {
				isFlag := slices.Contains(g.on, "-")
				switch {
				case !isFlag && !slices.Contains(g.on, command), !isAlone && flagsOf(command).Lookup(word) != nil:
				case g.line == "FIELD" || isFlag && g.line == "split IN":
					typed = append(typed, []string{command, "-" + word, "host", "http://u:hunter2@h/"})
				case g.takes:
					typed = append(typed, []string{command, "-" + word, "hunter2=1", "http://h/"})
				default:
					typed = append(typed, []string{command, "-" + word})
				}
			}
		}
	}
	for _, key := range splitVerb.Keys {
		if isPrinted(&key) && key.With == nil {
			typed = append(typed, []string{key.Name}, []string{"split", key.Name, "-json"}, []string{"-" + key.Name, "list"})
		}
	}
	typed = append(typed, []string{"redact", "-keys", "hunter2", "-usr"}, []string{"split", "-report=hunter2", "-jsno"})
	for _, args := range typed {
		if len(args) > 1 && args[0] == "-version" {
			continue
		}
		status, _, stderr := runWith("", args...)
		_, line, ok := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n")
		if status != engine.ExitTrouble || !ok || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
			continue
		}
		if status, stderr := paste(line); status == engine.ExitTrouble || clashes(line) {
			t.Errorf("%q: %s: %q", args, line, stderr)
		}
	}
}

// TestFlagsGoTogether: no line has two flags that exclude each other. It has a flag that the user gave, and those that
// read the lines of the file.
func TestFlagsGoTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range commands() {
		fs, _ := c.flags()
		for _, flag := range engine.FlagNames(fs) {
			for _, value := range []string{"", "=1", "=input", "=same", "=http", "=host=h", "={{.input}}", "=a=b", "=64K", "=host"} {
				args := []string{flag + value}
				if c.verb == nil && c.name != "dedupe" || !c.accepts(args) {
					continue
				}
				var lines []string
				for _, reads := range []string{"-iri", "-web", "-no-scheme", "-iri -no-scheme", "-web -no-scheme", "-audit", "-only=absolute", "-keep-rest"} {
					lines = append(lines, lineAgain(c.name, reads, args))
				}
				for _, text := range []string{"http://h/\u00fc\n", "http://h/|\n", "a.com/|\n", "b.com\n\u0430.com\n"} {
					if err := os.WriteFile("list", []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
					lines = append(lines, correctionOf(c.name, append(args, "list")))
				}
				for _, line := range lines {
					if _, line, _ = strings.Cut("\n"+line, "\nuri "+c.name+" "); line == "" {
						continue
					}
					line = strings.Replace(line, "-memory VALUE", "-memory 64K", 1)
					line, _, _ = strings.Cut(line, " < ")
					line, _, _ = strings.Cut(line, " | ")
					line, _, _ = strings.Cut(line, " > ")
					if words := wordsOfShell(c.name + " " + line)[1:]; !c.accepts(words) {
						t.Errorf("uri %s %s: %q", c.name, flag, line)
					}
				}
				break
			}
		}
	}
}

// kinds matches a word of a guess that is no word to type.
var kinds = regexp.MustCompile(`^[!+~]|[A-Z]{2}|.=`)

// patternsTyped matches the file with a pattern in a line.
var patternsTyped = regexp.MustCompile(`<\((echo '.*?VALUE'|sed '.*?' PATTERNS)\)`)

// sourceTyped matches what reads the addresses in a file in a line.
var sourceTyped = regexp.MustCompile(`<\(uri (?:find|links)[^()]* (\w+)\)`)

// inPlace matches the parts of lines that keep a file, and write it after they have read it.
var inPlace = regexp.MustCompile(`\| diff -u FILE -$|\| tee -a FILE$`)

// clashes reports whether a line has FILE twice. With one name for both, the shell may empty the file before it is read.
func clashes(line string) bool {
	return len(wholeFile.FindAllString(inPlace.ReplaceAllString(line, ""), -1)) > 1
}

var wholeFile = regexp.MustCompile(`\bFILE\b`)

// missingInput matches the input of a line with -missing.
var missingInput = regexp.MustCompile(`(FILE|DIR)$`)

// paste runs the commands of a line of a message, with its words for arguments replaced. Other programs copy their input.
func paste(line string) (status int, stderr string) {
	input := "http://h.example.com/a?2=x\n"
	if strings.Contains(line, "-missing") { // only links to files are checked
		line, input = missingInput.ReplaceAllString(line, "-"), "<a href=file:///none>"
	}
	status, _, stderr = pasteOn(input, line)
	return status, stderr
}

// pasteOn does the same with the text of standard input, and also returns standard output. It returns the messages of all
// commands.
func pasteOn(stdin, line string) (status int, stdout, stderr string) {
	line = strings.NewReplacer("domain=@SCOPE", "domain=a.example", "@SCOPE", "2", "-memory VALUE", "-memory 64K").Replace(line)
	line = patternsTyped.ReplaceAllString(line, "FILE")
	line = sourceTyped.ReplaceAllString(line, "$1")
	line = strings.NewReplacer("-against OLD NEW", "-against FILE FILE", "-against NEW OLD", "-against FILE FILE",
		"-against OLD", "-against FILE", "OTHER", "FILE", "-patterns PATTERNS", "-patterns FILE",
		"expand -values FILE", "expand").Replace(line)
	if text, ok := strings.CutPrefix(line, "find FILE -type f -exec "); ok {
		line = strings.Replace(text, "{} +", "FILE", 1)
	}
	line = strings.ReplaceAll(line, "; uri ", " | uri ") // one command after the other
	for part := range strings.SplitSeq(line, " | ") {
		part, _, _ = strings.Cut(part, " > ")
		text, isURI := strings.CutPrefix(part, "uri ")
		text, _, _ = strings.Cut(text, " < ")
		args := wordsOfShell(text)
		if !isURI || args[0] == "play" {
			continue
		}
		if args[0] == "dedupe" && !slices.Contains(args, "-csv") && !slices.Contains(args, "-memory") {
			args = append(args, "-memory=64K") // the default takes long to clear
		}
		var messages string
		status, stdout, messages = runWith(stdin, args...)
		if stderr += messages; status == engine.ExitTrouble {
			return status, "", stderr
		}
		stdin = stdout
	}
	return status, stdin, stderr
}

// TestLinesOfMessyFiles: the line that answers a wrong one reads all eight addresses of a file that people have.
func TestLinesOfMessyFiles(t *testing.T) {
	const text = "# a crawl\r\nhttp://h/a b c\nhttp://h/?a[]=1\r\n\n  http://b\u00FCcher.example/ \nhttp://h/3 200\nhttp://h/4\n" +
		"- http://h/5\n<http://h/6>\nhttp://h/7 200\n"
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{
		"get host list", "normalize list", "uniq list", "split list", "json list", "sort list", "exclude png list",
		"remove utm_* list", "resolve http://h/ list", "force-https list",
	} {
		_, _, stderr := runWith(text, strings.Fields(typed)...)
		_, line, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n")
		addresses := "\n"
		if strings.Contains(line, " -text ") { // the other text stays
			addresses = "://"
		}
		if status, stdout, stderr := pasteOn(text, line); status != engine.ExitValid || strings.Count(stdout, addresses) != 8 {
			t.Errorf("uri %s: %s: status %d, %q, %q", typed, line, status, stdout, stderr)
		}
	}
}

// wordsOfShell returns the words of a line as the shell does, with URL, FILE and VALUE replaced.
func wordsOfShell(line string) []string {
	words := splitShell(line)
	for i, word := range words {
		if i > 0 && words[i-1] == "-scheme" {
			word = strings.ReplaceAll(word, "VALUE", "http")
		}
		if word == "port=VALUE" || word == "VALUE" && words[i-1] == "-port" {
			word = strings.ReplaceAll(word, "VALUE", "80")
		}
		if i > 0 && words[i-1] == "-csv" {
			word = "1" // the column of a list
		}
		words[i] = strings.NewReplacer("scheme=VALUE", "scheme=http", "scheme=OLD", "scheme=http", "scheme=NEW", "scheme=https",
			"scheme!=VALUE", "scheme!=http", "domain=VALUE", "domain=a.example", "domain!=VALUE", "domain!=a.example",
			"DIR=URL", ".=http://h/", "URL", "http://h/b",
			"DIR", ".", "HOST", "h", "[N]", "[1]", "FILE", "list", "VALUE", "2", "NAME", "2", "TEXT", "2", "OLD", "2", "NEW", "3",
			"TEMPLATE", "http://h/{a}").Replace(word)
	}
	return words
}

// splitShell returns the words of a line as the shell does.
func splitShell(line string) (words []string) {
	quote, word := rune(0), ""
	for _, c := range line + " " {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			word += "\x00" // an empty word counts
		case quote == 0 && c == ' ':
			if word != "" {
				words = append(words, word)
			}
			word = ""
		default:
			word += string(c)
		}
	}
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "\x00", "")
	}
	return words
}

// TestLinesTyped: the lines that people type first, of trurl, curl, jq, unfurl, anew, sed, cut and sort, work or are
// answered with the line after "->". Each line of the file is one of them.
func TestLinesTyped(t *testing.T) {
	lines, err := os.ReadFile("testdata/typed.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"urls.txt", "access.log", "data.csv", "dump.sql", "events.jsonl", "sitemap.xml", "app.js", "style.css",
		"list", "README.md", "config.yaml", "page.html"} {
		if err := os.WriteFile(name, []byte("HTTP://h/\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"data.csv":      "url\nHTTP://h/\n",
		"bad.txt":       "http://h/\nhttp://exa mple.com/bad\nhttp://h:99999/\n",
		"crawl.txt":     "# a crawl\nhttp://h/\n\n  http://b\u00FCcher.example/ \r\nhttp://h/a\n",
		"escaped.txt":   "http://h/%7Ea\nhttp://h/~a\nhttp://h/|\n",
		"gau.txt":       "http://h/?a[]=1\r\nhttp://h/\u00FC\n",
		"hosts.txt":     "example.com\nwww.example.org\n  b\u00FCcher.de/x \n# a comment\n",
		"braces.md":     "See http://h/${x}.\n",
		"many.md":       "See http://h/ and http://u@H/, not http://h.example/.\n",
		"messy.txt":     "# notes\n- http://h/1\n- http://h/2\n",
		"mixed.txt":     "http://h/\na/b\n/c?d\nhttp://h/a\n",
		"requests.log":  "h - - [1/Jan/2026] \"GET /a?q=b HTTP/1.1\" 200 3 \"http://h/\"\n",
		"routes.txt":    "/api/*\n",
		"targets.lst":   "example.com\n",
		"scope.txt":     "# in scope\nexample.com\n*.example.org\n\n",
		"semicolon.csv": "a;neu\n1;http://h/?a=b,c\n",
		"tabs.tsv":      "a\tb\n1\thttp://h/\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"site", "leaf"} {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
		typed, want, _ := strings.Cut(text, " -> ")
		args := splitShell(typed)
		status, _, stderr := runWith("http://h/\n", args...)
		_, line, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n")
		if line != want || (status == engine.ExitTrouble) != (want != "") {
			t.Errorf("uri %s: status %d, %q, want %q", typed, status, stderr, want)
		}
		if want == "" {
			continue
		}
		if status, stderr := paste(want); status == engine.ExitTrouble || clashes(want) {
			t.Errorf("uri %s: %s: %q", typed, want, stderr)
		}
	}
}

// TestRecords: for a command that changes the records of a file, the answer is a line that prints addresses. The message
// tells it, and names the flags that are left out.
// Names of hosts are read as browsers do where they are compared, and links names input that it does not read.
func TestRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("data.csv", []byte("url\nhttp://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("mixed.txt", []byte("http://h/|\n/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("list.txt", []byte("http://b\u00FC/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"links list.txt": "uri: links: a page is HTML or XML, and other files have links that are not read; try:\nuri find FILE\n",
		"dedupe -memory=64K list.txt": "uri: line 1: illegal character U+00FC in authority at byte 8: http://b\u00FC/\n" +
			"uri: 1 of 1 line is invalid; try:\nuri dedupe -memory VALUE -iri FILE\n",
		"normalize -o json data.csv": "uri: normalize: flag not defined: -o; try:\nuri find FILE | uri normalize -json\n",
		"remove www -json data.csv":  "uri: unknown command; -json is left out; try:\nsed 's,//www[.],//,g' FILE\n",
		"normalize -unique -json data.csv": "uri: normalize: flag not defined: -unique; -json is left out; try:\n" +
			"uri find FILE | uri normalize | sort -u\n",
		"count host -json list.txt": "uri: unknown command; -json is left out; try:\n" +
			"uri dedupe -o /dev/null -count - -top -of lines -by host -iri FILE\n",
		"decode -plus -json a+b": "uri: decode: flag not defined: -plus; -json is left out; try:\necho TEXT | tr + ' ' | uri decode\n",
		"set -text -where prefix=a -host n -path /x/ list.txt": "uri: set: -where: want KEY=LIST or KEY!=LIST with the key host, domain, scheme, port, param or ext, " +
			"such as host=h.example,*.a.example; all addresses get the same path; try:\nuri set -text -where host=OLD -host NEW -path VALUE FILE\n",
		"unwrap -follow http://h/": "uri: unwrap: flag not defined: -follow; uri fetches nothing; try:\n" +
			"uri check -only web -field input URL | xargs -n 1 curl -sSLI -o /dev/null -w '%{url_effective}\\n'\n",
		"normalize -sort-query -drop-fragment -i list.txt": "uri: normalize: flag not defined: -drop-fragment; FILE is not replaced; try:\n" +
			"uri set -unset fragment < FILE | uri normalize -sort-query\n",
		"normalize mixed.txt": "uri: normalize: argument 1 is the name of a file, and is read as a reference only after --; try:\n" +
			"uri normalize -web < FILE\n",
		"diff -o out list.txt list.txt": "uri: unknown command; try:\n{ uri dedupe -against OLD NEW -iri | sed 's/^/+ /'; " +
			"uri dedupe -against NEW OLD -iri | sed 's/^/- /'; } > OUT\n",
		"redact -json list.txt":            "uri: redact: flag not defined: -json; try:\nuri redact FILE\n",
		"find -domains -b list.txt":        "uri: find: flag not defined: -domains; -b is left out; try:\nuri find FILE | uri split -field domain\n",
		"get host -header -sort http://h/": "uri: unknown command; -header is left out; try:\nuri split -field host URL | sort\n",
	} {
		if _, _, stderr := runWith("", strings.Fields(typed)...); stderr != want {
			t.Errorf("uri %s: %q, want %q", typed, stderr, want)
		}
	}
}

// TestLinesInPipe: if standard input is a pipe, a line for a command that reads only that names no file.
func TestLinesInPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte("http://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(f *os.File) { os.Stdin = f }(os.Stdin)
	defer r.Close()
	defer w.Close()
	os.Stdin = r
	for typed, want := range map[string]string{
		"domain":         "uri split -field domain",
		"domain list":    "uri split -field domain < FILE",
		"find -unique":   "uri find | uri dedupe -web -key same",
		"uniq":           "uri dedupe",
		"anew list":      "uri dedupe -against FILE - | tee -a FILE",
		"normalize":      "uri normalize -iri",
		"find":           "uri defang -undo | uri find -hosts -ips",
		"find list -ips": "",
		"expand {x}":     "uri expand TEMPLATE NAME=VALUE",
	} {
		_, _, stderr := runWith("/\u00fc\nsee hxxp://a[.]example/\n", strings.Fields(typed)...)
		if _, line, _ := strings.Cut(stderr, "; try:\n"); strings.TrimSuffix(line, "\n") != want {
			t.Errorf("uri %s: %q, want %q", typed, stderr, want)
		}
	}
}

// TestUnsureGuesses: a wrong line is worse than none.
func TestUnsureGuesses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("urls.txt", []byte("http://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{
		"get colour urls.txt", "shorten urls.txt", "write urls.txt", "uri-colour urls.txt", "split -colour urls.txt", "host -colour", "replace -colour urls.txt",
		"split -field colour urls.txt", "convert -to colour urls.txt", "strip utm -field page.url urls.txt", "redact -mask x urls.txt",
		"cut -d/ -f3 urls.txt", "hosts --colour urls.txt", "split -field url urls.txt", "set auth=joe:hunter2 http://h/",
	} {
		if status, _, stderr := runWith("", strings.Fields(typed)...); status != engine.ExitTrouble || strings.Contains(stderr, "try:") {
			t.Errorf("uri %s: status %d, %q", typed, status, stderr)
		}
	}
}

// TestTurnedLines: a line for a condition that the user turns has "!=", and no flag twice.
func TestTurnedLines(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte("http://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"split", "check", "normalize", "set", "to-uri", "dedupe -key host", "find", "links"} {
		for _, turned := range []string{
			"-not -where ext=png", "-v -where host=h", "-invert -where ext=png", "-where ext=png -invert-match", "-without -where ext=png",
			"-where !ext=png", "-where ext!~png", "-where -ext=png", "-exclude -where ext=png",
		} {
			typed := verb + " " + turned + map[string]string{"set": " -host a", "check": " -field input", "split": " -field host,input"}[verb] + " list"
			_, _, stderr := runWith("", strings.Fields(typed)...)
			_, line, _ := strings.Cut(strings.TrimSpace(stderr), "; try:\n")
			flags := strings.Fields(line)
			slices.Sort(flags)
			flags = slices.DeleteFunc(flags, func(word string) bool { return !engine.HasDash(word) })
			if !strings.Contains(line, "!=") || len(slices.Compact(slices.Clone(flags))) < len(flags) {
				t.Errorf("uri %s: %q", typed, stderr)
			}
		}
	}
}
