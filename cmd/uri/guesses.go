package main

// People type a name of another program, or of the thing that they want, before they read the help. This table maps such
// words to lines that work. Package flag has the flags of the commands; fieldGuesses, the other names of fields.

// A guess is a set of words with the same line. A line begins with a command or, if it is a flag of the command that was
// typed, with a "-". IN stands for the input of the command, VALUE for text that the user knows.
type guess struct {
	// on has the actions that the words belong to. Without on, the words are an action, which has the first of them as
	// its name. With "*", they are things that need no action, as in "uri emails". With "-", they are flags of all
	// commands.
	on    string
	words string // separated by spaces; "NAME?" is the flag NAME without its value
	takes bool   // a flag has a value
	line  string
}

// aliases are names of commands that work.
var aliases = map[string]string{
	"normalise": "normalize", "normalization": "normalize", "canonical": "normalize",
	"canonicalize": "normalize", "canonicalise": "normalize",
	"parse": "split", "validate": "check", "lint": "check", "dedup": "dedupe", "deduplicate": "dedupe",
	"relativise": "relativize",
}

// Lines that several guesses have.
const (
	noSlash    = "normalize IN | sed 's,/$,,'"
	noWWW      = "normalize IN | sed 's,//www[.],//,'"
	newValues  = "set -param '*=VALUE' IN"
	newHost    = "normalize IN | sed 's,//VALUE,//VALUE,'"
	pairsOf    = `split -json -field params IN | jq -r '.params // {} | to_entries[] | .key + "=" + .value[]'`
	newPrefix  = `normalize IN | sed 's,^\([^/?#]*//[^/?#]*\)VALUE,\1VALUE,'`
	newFile    = "> FILE.new && mv FILE.new FILE"
	images     = "links -json IN | jq -r 'select(.element == \"img\").url'"
	inScope    = `check -where "host=$(paste -sd, FILE)" -field input < FILE`
	paramNames = "split -json -field params IN | jq -r '.params | keys[]'"
	portOf     = `'{{if .port}}{{.port}}{{else if eq .scheme "https"}}443{{else if eq .scheme "http"}}80{{end}}'`
	isBad      = "check IN | grep ^invalid"
	isGood     = "check -invalid omit -field input IN"
)

var guesses = []guess{
	{words: "split get map show print select list ls field fields cut awk unfurl parse output give part parts " +
		"component components dsn connection urlparse urlsplit decompose dissect " +
		"info inspect describe read examine analyze breakdown pretty trurl urlx", line: "split IN"},
	{words: "check test valid verify validate lint is-url is-uri isvalid strict debug diagnose why assert", line: "check IN"},
	{words: "normalize standardize", line: "normalize IN"},
	{words: "find extract grep rg scan search url urls uris", line: "find IN"},
	{words: "links hrefs anchors scrape crawl", line: "links IN"},
	{words: "dedupe uniq unique distinct sort-u -u urldedupe one-per first-per one first", line: "dedupe IN"},
	{words: "set replace rewrite sub sed edit change update swap modify override", line: "set host=VALUE IN"},
	{words: "redact scrub hide mask censor anonymize sanitize", line: "redact IN"},
	{words: "sort order", line: "normalize IN | sort"},
	{words: "diff subtract minus difference comm added only-in new-in", line: "dedupe -against FILE FILE"},
	{words: "count freq frequency top histogram group groupby stats statistics summary summarize tally aggregate",
		line: "dedupe -o /dev/null -count - -top IN"},
	{words: "compare equal equals eq same equivalent", line: "normalize URL URL | uniq -c"},
	{words: "resolve join absolute abs urljoin absolutize rebase", line: "resolve -base URL IN"},
	{words: "relativize relative rel", line: "relativize -base URL IN"},
	{words: "filter where match matches only keep with has have having contains containing lookup choose allow " +
		"allowlist whitelist", line: "check -where host=VALUE -field input < FILE"},
	{words: "exclude except without reject ignore blacklist skip not deny denylist block blocklist",
		line: "check -where 'ext!=VALUE' -field input < FILE"},
	{words: "decode decode-url url-decode unescape urldecode unquote decodeuricomponent percent-decode", line: "decode IN"},
	{words: "encode encode-url url-encode escape urlencode quote encodeuricomponent percent-encode", line: "encode IN"},
	{words: "add append ensure", line: "set -append VALUE IN"},
	{words: "remove delete strip trim unset rm del drop no clear cut-off qtrim", line: "set -unset query IN"},
	{words: "build make create compose new construct generate", line: "set scheme=https host=VALUE path=VALUE -- ''"},
	{words: "to-uri to-ascii toascii to-punycode punycode puny idn idna as-idn idna-encode idn-encode puny-encode",
		line: "to-uri -idna IN"},
	{words: "to-iri to-unicode tounicode unicode unpunycode idna-decode idn-decode puny-decode", line: "to-iri -idna IN"},
	{words: "unwrap redirect unshorten unredirect safelink follow expand-url expand-redirect resolve-redirect " +
		"open-redirect", line: "unwrap IN"},
	{words: "defang safe-print disarm", line: "defang IN"},
	{words: "refang undefang", line: "defang -undo IN"},
	{words: "expand template uritemplate", line: "expand VALUE VALUE=VALUE"},
	{words: "intersect intersection common both overlap", line: "dedupe -against FILE FILE | uri dedupe -against - FILE"},
	{words: "union merge combine concat", line: "dedupe FILE FILE"},
	{words: "anew", line: "dedupe -against FILE - | tee -a FILE"},
	{words: "prepend prefix", line: `normalize IN | sed 's,^\([^/?#]*//[^/?#]*\),\1VALUE,'`},
	{words: "qsreplace fuzz replace-value inject", line: newValues},
	{words: "lower lowercase downcase", line: "normalize -steps case IN"},
	{words: "format printf", line: "split -format '{{.host}}' IN"},
	{words: "scope inscope in-scope", line: inScope},
	{words: "keep-param only-param", line: "normalize -keep VALUE IN"},
	{words: "query-to-json", line: "split -field params IN"},
	{words: "serve web gui playground", line: "play"},
	{words: "-v -V", line: "-version"},

	{on: "*", words: "missing dead linkcheck linkchecker check-link checklink broken deadlink", line: "links -missing IN"},
	{on: "* check filter", words: "repeated duplicate dupe", line: "dedupe -repeated IN"},
	{on: "* -", words: "json jq jsonl ndjson pretty", line: "-json"},
	{on: "* -", words: "t tab csv tsv table", line: "-tsv"},
	{on: "*", words: "dirname parent", line: "set -unset query,fragment IN | sed 's,[^/]*$,,'"},
	{on: "*", words: "value", line: "split -json -field params IN | jq -r '.params[][]'"},
	{on: "*", words: "keypair key-pair key-value", line: pairsOf},
	{on: "*", words: "key param-name parameter-name", line: paramNames},
	{on: "*", words: "depth level", line: "split -field path IN | tr -dc '/\\n' | awk '{print length}'"},
	{on: "*", words: "hostport host-port", line: "split -field host,port IN"},
	{on: "*", words: "env dotenv config", line: "find -scheme any IN"},
	{on: "*", words: "sitemap", line: "find -in html -decode IN"},
	{on: "*", words: "defrag urldefrag defragment", line: "set -unset fragment IN"},
	{on: "*", words: "add-scheme add-http add-https assume-http assume-https", line: "normalize -no-scheme IN"},
	{on: "*", words: "from-path path-to-url file-to-url to-file-url file-url", line: "set scheme=file host= path=VALUE -- ''"},
	{on: "*", words: "file-path to-path topath", line: "split -field path IN | uri decode"},
	{on: "*", words: "https force-https to-https http-to-https upgrade", line: "set scheme=https IN"},
	{on: "* remove", words: "untrack clean utm tracking tracker gclid fbclid", line: "normalize -drop @tracking IN"},
	{on: "* remove", words: "www nowww", line: noWWW},
	{on: "*", words: "surt", line: "normalize -key surt IN"},
	{on: "*", words: "cdx wayback", line: "normalize -key surt-ia IN"},
	{on: "*", words: "fingerprint", line: "normalize -key fingerprint IN"},
	{on: "*", words: "shape pattern", line: "normalize -key shape IN"},
	{on: "*", words: "whatwg browser", line: "normalize -web IN"},
	{on: "* filter", words: "safe-redirect", line: "resolve -web -base URL -where host=VALUE IN"},
	{on: "*", words: "not-in against", line: "dedupe -against FILE FILE"},
	{on: "*", words: "uro similar", line: "dedupe -key shape IN"},
	{on: "* split", words: "default-port port-default port-or-default effective-port real-port default",
		line: "split -format " + portOf + " IN"},
	{on: "*", words: "audit hazard security safe dangerous phishing homograph lookalike ssrf xss private safety " +
		"suspicious", line: "check -audit IN"},
	{on: "* remove redact", words: "secret leak token cred", line: "redact IN"},
	{on: "*", words: "email mail e-mail", line: "find -emails -scheme mailto IN"},
	{on: "*", words: "ip address ipv4 ipv6", line: "find -ips IN"},
	{on: "* links", words: "image img", line: images},
	{on: "*", words: "is-relative kind type", line: "split -field kind IN"},
	{on: "*", words: "is-absolute absolute-only", line: "check -only absolute IN"},
	{on: "*", words: "shuf shuffle sample random", line: "normalize IN | shuf"},
	{on: "*", words: "head", line: "normalize IN | head"},
	{on: "*", words: "wc", line: "check IN | wc -l"},
	{on: "*", words: "ping alive online fetch download curl wget open status httpx",
		line: "check -only web -field input IN | xargs -n 1 curl -sSI"},
	{on: "* check filter", words: "invalid invalid? only-invalid invalid-only bad wrong error failed fail", line: isBad},
	{on: "* check filter", words: "valid only-valid valid-only good ok", line: isGood},
}
