package main

import (
	"slices"
	"strings"
)

// People type a name of another program, or of the thing that they want, before they read the help. These tables map
// such guesses to lines that work. A line begins with a command or, in place of a wrong flag, with a "-". IN stands for
// the input of the command, VALUE for text that the user knows.

// aliases are names of commands that work.
var aliases = map[string]string{
	"normalise": "normalize", "normalization": "normalize", "canonical": "normalize", "canonicalize": "normalize", "canonicalise": "normalize",
	"parse": "split", "validate": "check", "lint": "check", "dedup": "dedupe", "deduplicate": "dedupe",
	"relativise": "relativize",
}

// commandGuesses maps words in the place of a command to lines. The names of fields and those in fieldGuesses are also
// guesses.
var commandGuesses = guessesOf([]guess{
	{words: "sort", line: "normalize IN | sort"},
	{words: "uniq unique sort-u -u", line: "dedupe IN"},
	{words: "duplicate duplicates dupes repeated", line: "dedupe -repeated IN"},
	{words: "diff subtract minus difference comm", line: "dedupe -against FILE FILE"},
	{words: "anew", line: "dedupe -against FILE - | tee -a FILE"},
	{words: "count freq frequency top histogram", line: "dedupe -o /dev/null -count - -top IN"},
	{words: "compare equal equals eq same", line: "normalize URL URL | uniq -c"},
	{words: "join absolute abs urljoin absolutize absolutise base", line: "resolve -base URL IN"},
	{words: "relative rel", line: "relativize -base URL IN"},
	{words: "map get show print select list ls field fields cut awk column col", line: "split -field host IN"},
	{words: "extract grep rg scan search urls", line: "find IN"},
	{words: "hrefs anchors", line: "links IN"},
	{words: "missing dead linkcheck linkchecker check-links checklinks broken broken-links deadlinks dead-links", line: "links -missing IN"},
	{words: "filter where match-host only keep has contains containing with lookup", line: "check -where host=VALUE -field input < FILE"},
	{words: "exclude except without reject ignore blacklist", line: "check -where 'ext!=VALUE' -field input < FILE"},
	{words: "decode-url url-decode unescape urldecode unquote decodeURIComponent percent-decode", line: "decode IN"},
	{words: "encode-url url-encode escape urlencode quote encodeURIComponent percent-encode", line: "encode IN"},
	{words: "to-ascii toascii to-punycode punycode puny idn idna", line: "to-uri -idna IN"},
	{words: "to-unicode tounicode unpunycode", line: "to-iri -idna IN"},
	{words: "json jq", line: "split -json IN"},
	{words: "dsn connection urlparse urlsplit components decompose dissect info inspect describe", line: "split IN"},
	{words: "filename basename file", line: "split -field 'segment[-1]' IN"},
	{words: "dirname parent dir folder", line: "resolve -base URL ."},
	{words: "value values param parameter get-param", line: "split -field 'param[VALUE]' IN"},
	{words: "depth level levels", line: "split -field path IN | tr -dc '/\\n' | awk '{print length}'"},
	{words: "segment segments", line: "split -field 'segment[1]' IN"},
	{words: "label labels", line: "split -field 'label[1]' IN"},
	{words: "hostport host-port", line: "split -field host,port IN"},
	{words: "env dotenv config", line: "find -scheme any IN"},
	{words: "format printf", line: "split -format '{{.host}}' IN"},
	{words: "template uritemplate", line: "expand VALUE VALUE=VALUE"},
	{words: "replace rewrite sub sed edit change update", line: "set host=VALUE IN"},
	{words: "qsreplace fuzz", line: "normalize IN | sed 's/=[^&#]*/=VALUE/g'"},
	{words: "sitemap sitemaps", line: "find -in html -decode IN"},
	{words: "append add", line: "set -append VALUE IN"},
	{words: "remove delete strip trim unset rm drop no", line: "set -unset query IN"},
	{words: "defrag urldefrag", line: "set -unset fragment IN"},
	{words: "add-param add-query addparam append-param append-query set-param set-query-param", line: "set -param VALUE=VALUE IN"},
	{words: "remove-param drop-param delete-param strip-param remove-params drop-params strip-params", line: "set -unset 'param[VALUE]' IN"},
	{words: "keep-param keep-params only-params", line: "normalize -keep VALUE IN"},
	{words: "no-www strip-www remove-www nowww", line: "normalize IN | sed 's,//www[.],//,'"},
	{words: "add-scheme add-http add-https prefix", line: "normalize -no-scheme IN"},
	{words: "build make create compose new construct generate", line: "set scheme=https host=VALUE path=VALUE -- ''"},
	{words: "from-path path-to-url file-to-url to-file-url file-url", line: "set scheme=file host= path=VALUE -- ''"},
	{words: "file-path to-path topath", line: "split -field path IN | uri decode"},
	{words: "https force-https to-https upgrade", line: "set scheme=https IN"},
	{words: "lower lowercase downcase", line: "normalize -steps case IN"},
	{words: "untrack clean", line: "normalize -drop @tracking IN"},
	{words: "surt", line: "normalize -key surt IN"},
	{words: "cdx wayback", line: "normalize -key surt-ia IN"},
	{words: "fingerprint", line: "normalize -key fingerprint IN"},
	{words: "shape pattern", line: "normalize -key shape IN"},
	{words: "audit hazards security safe is-safe dangerous phishing homograph lookalike lookalikes", line: "check -audit IN"},
	{words: "emails email mails e-mails", line: "find -emails -scheme mailto IN"},
	{words: "ips ip addresses", line: "find -ips IN"},
	{words: "is-relative kind type", line: "split -field kind IN"},
	{words: "utm utms", line: "split -field 'param[utm_source],param[utm_medium],param[utm_campaign]' IN"},
	{words: "is-absolute absolute-only", line: "check -only absolute IN"},
	{words: "shuf shuffle sample random", line: "normalize IN | shuf"},
	{words: "head", line: "normalize IN | head"},
	{words: "wc", line: "check IN | wc -l"},
	{words: "union merge combine concat", line: "dedupe FILE FILE"},
	{words: "intersect intersection common both", line: "dedupe -against FILE FILE | uri dedupe -against - FILE"},
	{words: "scope inscope in-scope", line: inScope + " < FILE"},
	{words: "group groupby stats statistics summary tally", line: "dedupe -o /dev/null -count - -top IN"},
	{words: "rebase", line: "resolve -base URL IN"},
	{words: "idna-encode idn-encode puny-encode", line: "to-uri -idna IN"},
	{words: "idna-decode idn-decode puny-decode", line: "to-iri -idna IN"},
	{words: "ping alive online fetch download curl wget open status", line: "check -only web -field input IN | xargs -n 1 curl -sSI"},
	{words: "test valid is-valid isvalid verify", line: "check IN"},
	{words: "scrub hide secret secrets leak leaks token tokens creds mask censor anonymize anonymise sanitize sanitise", line: "redact IN"},
	{words: "redirects unshorten unredirect safelinks follow expand-url redirect expand-redirect", line: "unwrap IN"},
	{words: "refang undefang", line: "defang -undo IN"},
	{words: "serve web gui playground", line: "play"},
	{words: "-v -V", line: "-version"},
})

// fieldGuesses maps other names of fields to those of split.
var fieldGuesses = guessesOf([]guess{
	{words: "hostname hosts hostnames fqdn", line: "host"},
	{words: "registered-domain registrable-domain base-domain root-domain domains apex apexes registrable root etld+1 sld", line: "domain"},
	{words: "tld tlds suffixes etld public-suffix", line: "suffix"},
	{words: "paths pathname", line: "path"},
	{words: "search querystring queries", line: "query"},
	{words: "hash anchor frag fragments", line: "fragment"},
	{words: "schemes protocol proto protocols", line: "scheme"},
	{words: "ports", line: "port"},
	{words: "user username password auth credentials", line: "userinfo"},
	{words: "netloc", line: "authority"},
	{words: "url uri", line: "input"},
	{words: "keys keypairs parameters query-params qs parse-qs", line: "params"},
	{words: "extension extensions exts", line: "ext"},
	{words: "subdomains", line: "subdomain"},
	{words: "origins", line: "origin"},
	{words: "folder folders dir directory section sections", line: "segment[1]"},
})

// A guess is a set of words with the same line.
type guess struct {
	on    string // the only command that the guess is for, or ""
	words string // separated by spaces
	takes bool   // a value follows
	line  string
}

// guessesOf maps each word to its line.
func guessesOf(list []guess) map[string]string {
	lines := map[string]string{}
	for _, g := range list {
		for _, word := range strings.Fields(g.words) {
			lines[word] = g.line
		}
	}
	return lines
}

// findGuess returns the first guess that matches a word for a command, or nil.
func findGuess(list []guess, command, word string) *guess {
	i := slices.IndexFunc(list, func(g guess) bool {
		return (g.on == "" || g.on == command) && slices.Contains(strings.Fields(g.words), word)
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}
