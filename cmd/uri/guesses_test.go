package main

import (
	"os"
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
		if status, stderr := paste(line); status == engine.ExitTrouble {
			t.Errorf("%q: %s: %q", args, line, stderr)
		}
	}
}

// paste runs the commands of a line of a message, with its words for arguments replaced. Other programs copy their input.
func paste(line string) (status int, stderr string) {
	line = strings.ReplaceAll(line, "$(paste -sd, FILE)", "2")
	line = strings.ReplaceAll(line, "<(echo VALUE)", "FILE")
	if text, ok := strings.CutPrefix(line, "find FILE -type f -exec "); ok {
		line = strings.TrimSuffix(text, "{} +") + "FILE"
	}
	stdin := "http://h.example.com/a?2=x\n"
	for part := range strings.SplitSeq(line, " | ") {
		part, _, _ = strings.Cut(part, " > ")
		text, isURI := strings.CutPrefix(part, "uri ")
		text, _, _ = strings.Cut(text, " < ")
		args := wordsOfShell(text)
		if !isURI || args[0] == "play" {
			continue
		}
		if args[0] == "dedupe" {
			args = append(args, "-memory=64K") // the default takes long to clear
		}
		var stdout string
		if status, stdout, stderr = runWith(stdin, args...); status == engine.ExitTrouble {
			return status, stderr
		}
		stdin = stdout
	}
	return status, stderr
}

// wordsOfShell returns the words of a line as the shell does, with URL, FILE and VALUE replaced.
func wordsOfShell(line string) (words []string) {
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
		if i > 0 && words[i-1] == "-scheme" {
			word = strings.ReplaceAll(word, "VALUE", "http")
		}
		if word == "port=VALUE" || word == "VALUE" && words[i-1] == "-port" {
			word = strings.ReplaceAll(word, "VALUE", "80")
		}
		words[i] = strings.NewReplacer("\x00", "", "scheme=VALUE", "scheme=http", "FILE=URL", ".=http://h/", "URL", "http://h/b", "FILE", "list", "VALUE", "2").Replace(word)
	}
	return words
}

// TestLinesTyped: the lines that people type first, of trurl, curl, jq, unfurl, anew, sed, cut and sort, work or are
// answered with the line after "->".
func TestLinesTyped(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"urls.txt", "access.log", "data.csv", "dump.sql", "events.jsonl", "sitemap.xml", "list"} {
		if err := os.WriteFile(name, []byte("HTTP://h/\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range strings.Split(strings.TrimSpace(linesTyped), "\n") {
		typed, want, _ := strings.Cut(text, " -> ")
		args := strings.Fields(strings.ReplaceAll(typed, "'", ""))
		status, _, stderr := runWith("http://h/\n", args...)
		_, line, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n")
		if line != want || (status == engine.ExitTrouble) != (want != "") {
			t.Errorf("uri %s: status %d, %q, want %q", typed, status, stderr, want)
		}
		if want == "" {
			continue
		}
		if status, stderr := paste(want); status == engine.ExitTrouble {
			t.Errorf("uri %s: %s: %q", typed, want, stderr)
		}
	}
}

// TestRecords: a line that prints addresses says so to people who want to change the records of a file.
func TestRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("data.csv", []byte("url\nhttp://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"strip utm --csv data.csv": "uri: unknown command; uri changes addresses, not records; try:\nuri find FILE | uri normalize -drop @tracking\n",
		"host --csv data.csv":      "uri: unknown command; try:\nuri find FILE | uri normalize | uri split -field host\n",
	} {
		if _, _, stderr := runWith("", strings.Fields(typed)...); stderr != want {
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
		"get colour urls.txt", "shorten urls.txt", "write urls.txt", "uri-colour urls.txt", "split -colour urls.txt", "host -colour urls.txt",
		"split -field colour urls.txt", "convert -to colour urls.txt", "strip utm -field page.url urls.txt", "redact -mask x urls.txt",
	} {
		if status, _, stderr := runWith("", strings.Fields(typed)...); status != engine.ExitTrouble || strings.Contains(stderr, "try:") {
			t.Errorf("uri %s: status %d, %q", typed, status, stderr)
		}
	}
}

const linesTyped = `
normalise HTTP://h
parse http://h/
validate http://h/
version
-v -> uri -version
domain -> uri split -field domain < FILE
domain http://h/ -> uri split -field domain URL
domains urls.txt -> uri split -field domain < FILE
host http://h/ -json -> uri split -field host -json URL
.host http://h/ -> uri split -field host URL
keys -> uri split -json -field params < FILE | jq -r '.params // {} | keys[]' | sort -u
params http://h/ -> uri split -field params URL
split -field 'param[a]' -hots http://h/ -> uri split -field 'param[VALUE],host' URL
values -> uri split -json -field params < FILE | jq -r '.params // {} | .[][]'
format %d -> uri split -field host < FILE
anew urls.txt -> uri dedupe -against FILE - | tee -a FILE
sort urls.txt -> uri normalize < FILE | sort
diff urls.txt urls.txt -> uri dedupe -against FILE FILE
uniq urls.txt -> uri dedupe FILE
-u urls.txt -> uri dedupe FILE
-d a%20b -> uri decode VALUE
-f 1,3 -> uri split -field host,path < FILE
-f urls.txt -> uri split < FILE
links -missing -root-dir public public -> uri links -missing -root FILE=URL FILE
links --offline --include-fragments --root-dir public --fallback-extensions html public -> uri links -missing -root FILE=URL -ext .html FILE
links --broken -root public=http://h/ page.html -> uri links -missing -root FILE=URL FILE
linkcheck public -> uri links -missing FILE
-o out urls.txt -> uri split < FILE > FILE
--get '{host}' http://h/ -> uri split -field host URL
--url http://h/ --get '{scheme}{path}' -> uri split -format '{{.scheme}}{{.path}}' URL
--set host=x http://h/ -> uri set host=VALUE -- URL
--set port:=8 http://h/ -> uri set port=VALUE -- URL
--trim query=utm_* http://h/ -> uri set -unset 'param[VALUE]' -- URL
--append path=x http://h/ -> uri set -append VALUE -- URL
--append query=a=b http://h/ -> uri set -param VALUE=VALUE -- URL
--redirect /x http://h/ -> uri resolve -base URL URL
--json http://h/ -> uri split -json URL
--sort-query http://h/?b&a -> uri normalize -sort-query URL
join http://h/ a -> uri resolve -base URL URL
resolve http://h/ a -> uri resolve -base URL URL
get host http://h/ -> uri split -field host URL
extract urls.txt -> uri find FILE
grep http urls.txt -> uri find FILE
split -host http://h/ -> uri split -field host URL
split -web -host http://h/ -> uri split -field host -web URL
split http://h/ -host -> uri split -field host URL
split -param id http://h/ -> uri split -field 'param[VALUE]' URL
split host -> uri split -field host < FILE
split -field hostname http://h/ -> uri split -field host URL
split -feild host http://h/ -> uri split -field host URL
split -field host -u -> uri split -field host < FILE | sort -u
normalize urls.txt -> uri normalize < FILE
normalize -strip-tracking http://h/ -> uri normalize -drop @tracking URL
normalize -surt -> uri normalize -key surt < FILE
normalize -o out.txt urls.txt -> uri normalize < FILE > FILE
normalize -sort http://h/?b&a -> uri normalize -sort-query URL
check -q urls.txt -> uri check -quiet < FILE
dedupe -by domain -count -> uri dedupe -o /dev/null -count - -top -by domain FILE
dedupe -count -by domain -> uri dedupe -o /dev/null -count - -top -by domain FILE
dedupe -d urls.txt -> uri dedupe -repeated FILE
redact -key token urls.txt -> uri redact -keys VALUE FILE
find -o urls.txt -> uri find FILE
urldecode a%20b -> uri decode VALUE
encodeURIComponent a -> uri encode VALUE
punycode http://h/ -> uri to-uri -idna URL
help domain -> uri help split
urls.txt -> uri split < FILE
-G --data-urlencode q=1 http://h/ -> uri set -param VALUE=VALUE -- URL
--qtrim a=b http://h/ -> uri set -unset 'param[VALUE]' -- URL
--query-trim utm_* http://h/ -> uri set -unset 'param[VALUE]' -- URL
normalize -rm utm_source http://h/ -> uri set -unset 'param[VALUE]' -- URL
normalize -no-query http://h/?a -> uri set -unset query -- URL
keypairs -> uri split -json -field params < FILE | jq -r '.params // {} | to_entries[] | .key + "=" + .value[]'
-c urls.txt -> uri dedupe -c FILE
uniq -c urls.txt -> uri dedupe -c FILE
host path urls.txt -> uri split -field host,path < FILE
split -field host path -> uri split -field host,path < FILE
split -part host http://h/ -> uri split -field host URL
split -fields host,path -> uri split -field host,path < FILE
dedupe -by-host urls.txt -> uri dedupe -key host FILE
validate urls.txt -> uri check < FILE
resolve -b http://h/ x -> uri resolve -base URL URL
decode a%20b -d -> uri decode VALUE
set host=x host http://h/ -> uri set host=VALUE -- URL
set a=b http://h/ -> uri set -param VALUE=VALUE -- URL
set -query-param a=b http://h/ -> uri set -param VALUE=VALUE -- URL
set -q a=b urls.txt -> uri set -param VALUE=VALUE < FILE
set -remove query http://h/ -> uri set -unset query -- URL
set -delete-param a http://h/ -> uri set -unset 'param[VALUE]' -- URL
set -path-append a http://h/ -> uri set -append VALUE -- URL
decode -recursive a%2520 -> uri decode VALUE | uri decode
find -domains urls.txt -> uri find FILE | uri split -field domain
redact -password urls.txt -> uri redact FILE
normalize -sort-params http://h/?b&a -> uri normalize -sort-query URL
to-punycode http://h/ -> uri to-uri -idna URL
set http://h/ -> uri set host=VALUE -- URL
set scheme https http://h/ -> uri set scheme=VALUE -- URL
set host=x -prot 80 http://h/ -> uri set host=VALUE -port VALUE -- URL
set -scheme https http://h/
filter -scheme https urls.txt -> uri check -where scheme=VALUE -field input < FILE
filter -only web urls.txt -> uri check -field input -only web < FILE
filter -suffix co.uk -> uri check -where 'host=*.VALUE' -field input < FILE
filter domain x.org -> uri check -where domain=VALUE -field input < FILE
filter --ext=png urls.txt -> uri check -where ext=VALUE -field input < FILE
get path,query http://h/a?b -> uri split -field path,query URL
get path http://h/a?b -> uri split -field path URL
get-host http://h/a?b -> uri split -field host URL
host,path urls.txt -> uri split -field host,path < FILE
split host,path http://h/ -> uri split -field host,path URL
split --query-only http://h/?a -> uri split -field query URL
strip-port urls.txt -> uri set -unset port < FILE
remove-userinfo http://u:hunter2@h/ -> uri set -unset userinfo -- URL
set --no-port http://h:80/ -> uri set -unset port -- URL
split --no-fragment http://h/#a -> uri set -unset fragment -- URL
normalize --strip-trailing-slash urls.txt -> uri normalize < FILE | sed 's,/$,,'
strip-www http://www.h/ -> uri normalize URL | sed 's,//www[.],//,'
add-scheme urls.txt -> uri normalize -no-scheme < FILE
remove-param utm_source http://h/ -> uri set -unset 'param[VALUE]' -- URL
keep-params id,q urls.txt -> uri normalize -keep VALUE < FILE
build --host h --path /a --query a=1 -> uri set scheme=https host=VALUE path=VALUE query=VALUE -- ''
filter --https urls.txt -> uri check -where scheme=https -field input < FILE
filter --not-domain a.com urls.txt -> uri check -where 'domain!=VALUE' -field input < FILE
emails mail.txt -> uri find -emails -scheme mailto FILE
ips access.log -> uri find -ips FILE
links --external a.html -> uri links -where 'host!=VALUE' FILE
audit http://a/ -> uri check -audit URL
dedupe --ignore-scheme urls.txt -> uri dedupe -key surt-ia FILE
encode --path a -> uri encode -for path VALUE
decode --times 2 a -> uri decode VALUE | uri decode
match /users/:id https://h/users/7 -> uri match -patterns <(echo VALUE) URL
set-host x.org urls.txt -> uri set host=VALUE < FILE
split --change-port 80 urls.txt -> uri set port=VALUE < FILE
check --only-invalid urls.txt -> uri check < FILE | grep ^invalid
check --schemes http,https urls.txt -> uri check -scheme VALUE < FILE
find --emails-only mail.txt -> uri find -emails -scheme mailto FILE
find --count mail.txt -> uri find FILE | wc -l
links --broken a.html -> uri links -missing FILE
defang --reverse mail.txt -> uri defang -undo FILE
normalize --whatwg http://h/ -> uri normalize -web URL
rebase http://h/ urls.txt -> uri resolve -base URL < FILE
union a.txt b.txt -> uri dedupe FILE FILE
dedupe --ignore-params a urls.txt -> uri dedupe -drop VALUE FILE
groupby host urls.txt -> uri dedupe -o /dev/null -count - -top -by host FILE
dedupe --by host urls.txt
dedupe -count - -tpo urls.txt -> uri dedupe -count - -top -o /dev/null FILE
exclude -ext png,css urls.txt -> uri check -where 'ext!=VALUE' -field input < FILE
exclude domain x.org urls.txt -> uri check -where 'domain!=VALUE' -field input < FILE
check -exclude png urls.txt -> uri check -where 'ext!=VALUE' -field input < FILE
check -where host!=x -jsno http://h/ -> uri check -where host!=VALUE -json URL
filter .png -> uri check -where ext=VALUE -field input < FILE
remove fragment http://h/#x -> uri set -unset fragment -- URL
remove -param b http://h/?b -> uri set -unset 'param[VALUE]' -- URL
append -path x http://h/ -> uri set -append VALUE -- URL
append -param a=b http://h/ -> uri set -param VALUE=VALUE -- URL
sort -by domain urls.txt -> uri split -field domain,input < FILE | sort | cut -f 2
domian -> uri split -field domain < FILE
hots http://h/ -> uri split -field host URL
extarct urls.txt -> uri find FILE
split -field segment http://h/ -> uri split -field 'segment[VALUE]' URL
split -field host,label -> uri split -field 'host,label[VALUE]' < FILE
check -where host=x -jsno http://h/ -> uri check -where host=VALUE -json URL
set -param a=b -jsno http://h/ -> uri set -param VALUE=VALUE -json -- URL
encode -form a -> uri encode VALUE | sed 's/%20/+/g'
template http://h/{a} a=b -> uri expand VALUE VALUE=VALUE
refang hxxp://h -> echo URL | uri defang -undo
basename http://h/a -> uri split -field slug URL
strip-utm urls.txt -> uri normalize -drop @tracking < FILE
split --strip-utm http://h/ -> uri normalize -drop @tracking URL
remove-query urls.txt -> uri set -unset query < FILE
remove duplicates urls.txt -> uri dedupe FILE
add-param a=b http://h/ -> uri set -param VALUE=VALUE -- URL
add_trailing_slash urls.txt -> uri set -append '' < FILE
root-domain urls.txt -> uri split -field domain < FILE
hostname-only urls.txt -> uri normalize < FILE | uri split -field host
list-hosts urls.txt -> uri normalize < FILE | uri split -field host
show host path urls.txt -> uri split -field host,path < FILE
topDomains urls.txt -> uri dedupe -o /dev/null -count - -top -by domain FILE
top hosts urls.txt -> uri dedupe -o /dev/null -count - -top -by host FILE
group-by host urls.txt -> uri dedupe -o /dev/null -count - -top -by host FILE
count --by folder urls.txt -> uri dedupe -o /dev/null -count - -top -by 'segment[1]' FILE
uniq --by domain urls.txt -> uri dedupe -key domain FILE
uniq --ignore-trailing-slash urls.txt -> uri dedupe -key page FILE
dedupe --ignore-values urls.txt -> uri dedupe -key names FILE
dedupe --ignore-query urls.txt -> uri dedupe -drop '*' FILE
dedupe -k host urls.txt -> uri dedupe -key host FILE
join urls.txt urls.txt -> uri dedupe -against FILE FILE | uri dedupe -against - FILE
sort -k host urls.txt -> uri split -field host,input < FILE | sort | cut -f 2
sort-by-domain urls.txt -> uri split -field domain,input < FILE | sort | cut -f 2
-d, -f3 urls.txt -> python3 -c 'import csv; [print(row[VALUE - 1]) for row in csv.reader(open("FILE"), delimiter=",")]' | uri find
cut -d , -f 3 urls.txt -> python3 -c 'import csv; [print(row[VALUE - 1]) for row in csv.reader(open("FILE"), delimiter=",")]' | uri find
extract emails urls.txt -> uri find -emails -scheme mailto FILE
extract_domains urls.txt -> uri find FILE | uri split -field domain
grep h.example urls.txt -> uri check -where 'host=VALUE,*.VALUE' -field input < FILE
grep token= urls.txt -> uri check -where param=VALUE -field input < FILE
grep -f urls.txt urls.txt -> uri check -where "host=$(paste -sd, FILE)" -field input < FILE
grep -r http . -> find FILE -type f -exec uri find {} +
redact -r . -> find FILE -type f -exec uri redact {} +
find . -> find FILE -type f -exec uri find {} +
has-param id urls.txt -> uri check -where param=VALUE -field input < FILE
depth urls.txt -> uri split -field path < FILE | tr -dc '/\n' | awk '{print length}'
normalize -sort-qeury http://h/ -> uri normalize -sort-query URL
param utm_source -> uri split -field 'param[VALUE]' < FILE
match *.shop.example urls.txt -> uri check -where 'host=VALUE,*.VALUE' -field input < FILE
match id= urls.txt -> uri check -where param=VALUE -field input < FILE
match -host h urls.txt -> uri check -where host=VALUE -field input < FILE
set -remove-params a,b urls.txt -> uri set -unset 'param[VALUE]' < FILE
set -replace-host a.example=b.example urls.txt -> uri set -where host=VALUE host=VALUE < FILE
split -params a,b urls.txt -> uri split -field 'param[VALUE]' < FILE
dedupe -exclude urls.txt urls.txt -> uri dedupe -against FILE FILE
normalize -canonical urls.txt -> uri normalize < FILE
qsreplace x -> uri set -param '*=VALUE' < FILE
unset password http://h/ -> uri set -unset password -- URL
replace-param id=1 urls.txt -> uri set -param VALUE=VALUE < FILE
--unique-params -> uri dedupe -key names FILE
unique-domains urls.txt -> uri split -field domain < FILE | sort -u
diff-domains urls.txt urls.txt -> uri dedupe -key domain -against FILE FILE
count-unique urls.txt -> uri dedupe FILE | wc -l
find-duplicates urls.txt -> uri dedupe -repeated FILE
sort-params urls.txt -> uri normalize -sort-query < FILE
query-to-json http://h/?a -> uri split -field params URL
encode-password a@b -> uri encode VALUE
check-fragments public -> uri links -missing FILE
check-ssrf http://h/ -> uri check -audit URL
extract-endpoints urls.txt -> uri find FILE
find --hosts-only urls.txt -> uri find FILE | uri split -field host
hosts access.log -> uri find FILE | uri normalize | uri split -field host
top hosts access.log -> uri find FILE | uri dedupe -o /dev/null -count - -top -by host
split access.log -> uri find FILE | uri split
find -jsno access.log -> uri find -json FILE
norm urls.txt -> uri normalize < FILE
split -fi host http://h/ -> uri split -field host URL
find-secrets urls.txt -> uri redact FILE
find-broken-links public -> uri links -missing FILE
make-absolute http://h/ urls.txt -> uri resolve -base URL < FILE
decode-recursive a%2520 -> uri decode VALUE | uri decode
dedupe-ignore-www urls.txt -> uri dedupe -key surt-ia FILE
hosts-in-file urls.txt -> uri normalize < FILE | uri split -field host
list-unique-hosts urls.txt -> uri normalize < FILE | uri split -field host | sort -u
first-folder urls.txt -> uri split -field 'segment[1]' < FILE
find-urls . -> find FILE -type f -exec uri find {} +
extract-images urls.txt -> uri links -json FILE | jq -r 'select(.element == "img").url'
parse-dsn http://h/ -> uri split URL
find-open-redirects urls.txt -> uri check -where 'param=next,url,redirect*,return*,dest*,goto,continue' -field input < FILE
set-user bob http://u:p@h/ -> uri set user=VALUE -- URL
set-password x http://u:p@h/ -> uri set password=VALUE -- URL
strip-password http://u:p@h/ -> uri set -unset password -- URL
strip-credentials http://u:p@h/ -> uri set -unset userinfo -- URL
hostport http://h:80/ -> uri split -field host,port URL
redact http://u:p@h/ -> echo URL | uri redact
find http://h/ -> echo URL | uri find
slug urls.txt -> uri split -field slug < FILE
get last-segment urls.txt -> uri split -field slug < FILE
segment -1 urls.txt -> uri split -field 'segment[VALUE]' < FILE
query id urls.txt -> uri split -field 'param[VALUE]' < FILE
get query.id urls.txt -> uri split -field 'param[VALUE]' < FILE
get --name q urls.txt -> uri split -field 'param[VALUE]' < FILE
get {query:id} urls.txt -> uri split -field 'param[VALUE]' < FILE
get host:port urls.txt -> uri split -field host,port < FILE
split --format {host}{path} urls.txt -> uri split -format '{{.host}}{{.path}}' < FILE
split --default-port urls.txt -> uri split -format '{{if .port}}{{.port}}{{else if eq .scheme "https"}}443{{else if eq .scheme "http"}}80{{end}}' < FILE
split -o json urls.txt -> uri split -json < FILE
split --format=csv urls.txt -> uri split -tsv -header -invalid omit < FILE
split -j urls.txt -> uri split -json < FILE
hosts urls.txt list -> cat FILE FILE | uri normalize | uri split -field host
freq -f host urls.txt -> uri dedupe -o /dev/null -count - -top -by host FILE
hosts --count urls.txt -> uri dedupe -o /dev/null -count - -top -by host FILE
top-10 domains urls.txt -> uri dedupe -o /dev/null -count - -top -by domain FILE
count invalid urls.txt -> uri check < FILE | grep -c ^invalid
dedupe --by domain --count urls.txt -> uri dedupe -o /dev/null -count - -top -by domain FILE
dedupe --by host,path urls.txt -> uri split -field host,path,input < FILE | awk -F '\t' '!seen[$1,$2]++ {print $NF}'
uniq --without query urls.txt -> uri dedupe -drop '*' FILE
dedupe --ignore-param-order urls.txt -> uri dedupe -sort-query FILE
one-per-host urls.txt -> uri dedupe -key host FILE
dedupe domain urls.txt -> uri dedupe -key domain FILE
find emails urls.txt -> uri find -emails -scheme mailto FILE
filter --domains list urls.txt -> uri check -where "domain=$(paste -sd, FILE)" -field input < FILE
filter -v -domain x.org urls.txt -> uri check -where 'domain!=VALUE' -field input < FILE
filter --has-query urls.txt -> uri split -field query,input < FILE | awk -F '\t' '$1 != ""' | cut -f 2
filter --no-query urls.txt -> uri split -field query,input < FILE | awk -F '\t' '$1 == ""' | cut -f 2
filter --path /admin urls.txt -> uri split -field path,input < FILE | awk -F '\t' 'index($1, "VALUE")' | cut -f 2
filter scheme:https urls.txt -> uri check -where scheme=VALUE -field input < FILE
filter --contains admin urls.txt -> uri normalize < FILE | grep VALUE
drop --ext png urls.txt -> uri check -where 'ext!=VALUE' -field input < FILE
only-valid urls.txt -> uri check -invalid omit -field input < FILE
check --invalid urls.txt -> uri check < FILE | grep ^invalid
set port= urls.txt -> uri set port= < FILE
set --append query=a=b urls.txt -> uri set -append query=VALUE=VALUE < FILE
set param[*]=FUZZ urls.txt -> uri set -param '*=VALUE' < FILE
replace-params FUZZ urls.txt -> uri set -param '*=VALUE' < FILE
rewrite /old /new urls.txt -> uri normalize < FILE | sed 's,^\([^/?#]*//[^/?#]*\)VALUE,\1VALUE,'
remove-params urls.txt -> uri set -unset query < FILE
lowercase host urls.txt -> uri normalize -steps host-case < FILE
normalize -i urls.txt -> uri normalize < FILE > FILE.new && mv FILE.new FILE
decode --plus a+b -> tr + ' ' < FILE | uri decode
resolve ../b --base-url http://h/ -> uri resolve -base URL URL
links http://h/ -> curl -sL URL | uri links -base URL
defang --undo hxxp://h/ -> echo URL | uri defang -undo
compare urls.txt list -> uri dedupe -against FILE FILE
urls.txt --not-in list -> uri dedupe -against FILE FILE
find --column url data.csv -> python3 -c 'import csv; [print(row["VALUE"]) for row in csv.DictReader(open("FILE"))]' | uri find
domain --column 3 data.csv -> python3 -c 'import csv; [print(row[VALUE - 1]) for row in csv.reader(open("FILE"), delimiter=",")]' | uri find | uri split -field domain
match -p /a/* urls.txt -> uri match -patterns <(echo VALUE) < FILE
match list urls.txt -> uri match -patterns FILE < FILE
to-surt urls.txt -> uri normalize -key surt < FILE
safe-redirect http://h/ --allow x.org -> uri resolve -web -base URL -where host=VALUE URL
unfurl domains urls.txt -> uri split -field domain < FILE
sort -u urls.txt -> uri normalize < FILE | sort -u
invalid urls.txt -> uri check < FILE | grep ^invalid
dedupe --keep last urls.txt -> tac FILE | uri dedupe | tac
only-https urls.txt -> uri check -where scheme=https -field input < FILE
filter --has-port urls.txt -> uri split -field port,input < FILE | awk -F '\t' '$1 != ""' | cut -f 2
diff --ignore-query urls.txt list -> uri dedupe -against FILE FILE -drop '*'
split --only host urls.txt -> uri split -field host < FILE
set-query a=b urls.txt -> uri set -param VALUE=VALUE < FILE
https urls.txt -> uri normalize < FILE | sed 's,^http:,https:,'
http-to-https urls.txt -> uri normalize < FILE | sed 's,^http:,https:,'
-f hasparams urls.txt -> uri check -where 'param=*' -field input < FILE
-where has-params urls.txt -> uri check -where 'param=*' -field input < FILE
check -where has-params -> uri check -where 'param=*' -field input < FILE
--filter noparams urls.txt -> uri check -where 'param!=*' -field input < FILE
--filter hasext urls.txt -> uri split -field ext,input < FILE | awk -F '\t' '$1 != ""' | cut -f 2
grep ? urls.txt -> uri split -field query,input < FILE | awk -F '\t' '$1 != ""' | cut -f 2
grep -v ? urls.txt -> uri split -field query,input < FILE | awk -F '\t' '$1 == ""' | cut -f 2
grep -v \.png$ urls.txt -> uri check -where 'ext!=VALUE' -field input < FILE
grep admin urls.txt -> uri normalize < FILE | grep VALUE
grep -v admin urls.txt -> uri normalize < FILE | grep -v VALUE
uro -i urls.txt -o list -> uri dedupe -key shape -o FILE FILE
uro -f hasparams -> uri dedupe -key shape -where 'param=*' FILE
-b jpg png urls.txt -> uri dedupe -key shape -where 'ext!=VALUE' FILE
-w html urls.txt -> uri dedupe -key shape -where ext=VALUE FILE
dedupe -b jpg png urls.txt -> uri dedupe -where 'ext!=VALUE' FILE
urldedupe -s -u urls.txt -> uri dedupe -key shape FILE
urldedupe -qs -> uri dedupe -key names -where 'param=*' FILE
qsreplace -a x -> uri set -param '*=VALUE' < FILE
unwrap -param next urls.txt -> uri split -field 'param[VALUE]' < FILE
resolve -base https://a.example/ urls.txt urls.txt -> cat FILE FILE | uri resolve -base URL
resolve ../x -> awk '{print $0 "\tVALUE"}' FILE | uri resolve
resolve ../x urls.txt -> awk '{print $0 "\tVALUE"}' FILE | uri resolve
resolve ../x http://h/a -> uri resolve -base URL URL
format %s://%d%p urls.txt -> uri split -format '{{.scheme}}://{{.host}}{{.path}}' < FILE
unfurl format %s://%d%p -> uri split -format '{{.scheme}}://{{.host}}{{.path}}' < FILE
split -format %s://%d%p -> uri split -format '{{.scheme}}://{{.host}}{{.path}}' < FILE
split -format hunter2:%d/%p -> uri split -field host,path < FILE
get {scheme}://{host} http://h/%d0 -> uri split -format '{{.scheme}}://{{.host}}' URL
host http://bücher.example/ -> uri split -field host -iri URL
split -csv urls.txt -> uri split -tsv -header -invalid omit < FILE
set --append path=a http://h/x
set --append query=a=b http://h/x
jq .host urls.txt -> uri normalize < FILE | uri split -field host -json
PHP_URL_HOST http://h/ -> uri split -field host URL
url2domain access.log -> uri find FILE | uri split -field domain
parse_qs a=1&b=2 -> uri split -field params -- '?VALUE'
utm --source news --medium email http://h/ -> uri set -param VALUE=VALUE -- URL
validate-urls urls.txt -> uri check < FILE
filter --regex admin urls.txt -> uri normalize < FILE | grep VALUE
replace-domain a.example b.example urls.txt -> uri normalize < FILE | sed 's,//VALUE,//VALUE,'
same-domain http://h/ urls.txt -> uri check -where host=VALUE -field input < FILE
sort -u -t/ -k3,3 urls.txt -> uri dedupe -key host FILE
awk -F/ {print$3} urls.txt -> uri normalize < FILE | uri split -field host
cut -d/ -f3 urls.txt -> uri normalize < FILE | uri split -field host
cut -d? -f1 -> uri set -unset query < FILE
sed s/?.*// urls.txt -> uri set -unset query < FILE
sed s/http:/https:/ -> uri normalize < FILE | sed 's,^http:,https:,'
tr A-Z a-z -> uri normalize -steps case < FILE
grep -E \.(js|css)$ urls.txt -> uri check -where ext=VALUE -field input < FILE
grep -i login urls.txt -> uri normalize < FILE | grep VALUE
top-level-domain urls.txt -> uri split -field suffix < FILE
remove-index-html urls.txt -> uri normalize -key page < FILE
trailing-slash --add urls.txt -> uri set -append '' < FILE
utm_source urls.txt -> uri split -field 'param[VALUE]' < FILE
params --names-only urls.txt -> uri split -json -field params < FILE | jq -r '.params // {} | keys[]' | sort -u
http-only urls.txt -> uri check -where scheme=http -field input < FILE
external-links urls.txt -> uri links -where 'host!=VALUE' FILE
without-scheme urls.txt -> uri normalize < FILE | sed 's,^[^:/?#]*://,,'
punycode-decode http://xn--bcher-kva.example/ -> uri to-iri -idna URL
httpx -status-code -title urls.txt -> uri check -only web -field input < FILE | xargs -n 1 curl -sSI
lowercase-path urls.txt -> uri normalize < FILE | awk '{i = match($0, /[?#]|$/); print tolower(substr($0, 1, i-1)) substr($0, i)}'
get host urls.txt -> uri normalize < FILE | uri split -field host
hosts urls.txt -> uri normalize < FILE | uri split -field host
unique hosts urls.txt -> uri normalize < FILE | uri split -field host | sort -u
get host --csv --column url data.csv -> python3 -c 'import csv; [print(row["VALUE"]) for row in csv.DictReader(open("FILE"))]' | uri normalize | uri split -field host
host --csv data.csv -> uri find FILE | uri normalize | uri split -field host
--column url data.csv -> python3 -c 'import csv; [print(row["VALUE"]) for row in csv.DictReader(open("FILE"))]' | uri split
cut -d; -f 3 data.csv -> python3 -c 'import csv; [print(row[VALUE - 1]) for row in csv.reader(open("FILE"), delimiter=";")]' | uri find
split -field url data.csv -> python3 -c 'import csv; [print(row["VALUE"]) for row in csv.DictReader(open("FILE"))]' | uri split
normalize --csv --column url data.csv -> python3 -c 'import csv; [print(row["VALUE"]) for row in csv.DictReader(open("FILE"))]' | uri normalize
strip utm --json --field page.url events.jsonl -> jq -r '.VALUE // empty' FILE | uri normalize -drop @tracking
strip utm --jq .page.url events.jsonl -> uri find -in json -decode FILE | uri normalize -drop @tracking
convert --to https urls.txt -> sed -E 's,^(ssh|git)://([^@/]*@)?([^:/]+)(:[0-9]+)?/,https://\3/,; s,^[^@:/]+@([^:/]+):/*,https://\1/,' FILE | uri normalize | sed 's,^http:,https:,'
to-https urls.txt -> sed -E 's,^(ssh|git)://([^@/]*@)?([^:/]+)(:[0-9]+)?/,https://\3/,; s,^[^@:/]+@([^:/]+):/*,https://\1/,' FILE | uri normalize | sed 's,^http:,https:,'
convert --to punycode urls.txt -> uri to-uri -idna < FILE
replace host old.example new.example urls.txt -> uri set -where host=VALUE host=VALUE < FILE
--replace-host old.example new.example urls.txt -> uri set -where host=VALUE host=VALUE < FILE
replace-host old.example new.example dump.sql -> sed -E 's,//VALUE([^a-zA-Z0-9.-]|$),//VALUE\1,g' FILE
extract sitemap.xml -> uri links FILE
extract loc sitemap.xml -> uri links FILE
links --sitemap sitemap.xml -> uri links FILE
host sitemap.xml -> uri links FILE | uri normalize | uri split -field host
top referer access.log -> awk -F '"' '{print $4}' FILE | uri dedupe -o /dev/null -count - -top -by host
dedupe --by pattern urls.txt -> uri dedupe -key shape FILE
dedupe -by similar urls.txt -> uri dedupe -key shape FILE
dedupe -key params urls.txt -> uri dedupe -key names FILE
params urls.txt -> uri split -json -field params < FILE | jq -r '.params // {} | keys[]' | sort -u
template https://x/{city} data.csv -> python3 -c 'import csv; [print("VALUE=" + row["VALUE"], end="\0") for row in csv.DictReader(open("FILE"))]' | xargs -0 -n 1 uri expand VALUE
expand https://x/{city} data.csv -> python3 -c 'import csv; [print("VALUE=" + row["VALUE"], end="\0") for row in csv.DictReader(open("FILE"))]' | xargs -0 -n 1 uri expand VALUE
`
