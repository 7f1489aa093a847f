//go:build linux

package main

// A task is a question of a public forum, with two lines for a shell that answer it.
type task struct {
	what   string // what the author wants
	thread string // the address of the question

	// file is the name of the input, and in its text: the example of the thread or, if it has none, one that has what
	// the thread is about. seen is the text of a second file.
	file, in, seen string

	uri, want string // the line with the command uri, and its output

	// tool is the line with the usual tool. If it prints the same, other is empty. Otherwise other is its output,
	// and why is the reason.
	tool, other, why string

	sample string // the name of the sample that the lines are measured with
}

// tasks lists the tasks by their kind: reading, changing, choosing, and other things.
var tasks = []task{
	{
		what: "count the hosts of URLs", thread: "https://github.com/tianyuan233/blog/issues/8",
		file: "urls", in: `http://www.linuxidc.com/index.html
http://www.google.com/index.html
http://www.linuxidc.com/get.html
http://www.linuxidc.com/set.html
http://www.google.com/index.html
http://www.yahoo.com.cn/put.html
`,
		uri: `uri split -field host < urls | sort | uniq -c | sort -rn`,
		want: `      3 www.linuxidc.com
      2 www.google.com
      1 www.yahoo.com.cn
`,
		tool:   `awk -F/ '{print $3}' urls | sort | uniq -c | sort -rn`,
		sample: "urls",
	},
	{
		what: "count the hosts of referers in an access log", thread: "https://github.com/songyilon/blog/issues/14",
		file: "log", in: `192.0.2.1 - - [16/Aug/2015:14:00:01 +0800] "GET / HTTP/1.1" 200 5 "http://www.example.com/a" "Mozilla/5.0"
192.0.2.2 - - [16/Aug/2015:14:00:02 +0800] "GET /b HTTP/1.1" 200 5 "-" "Mozilla/5.0"
192.0.2.2 - - [16/Aug/2015:14:00:03 +0800] "GET / HTTP/1.1" 200 5 "https://www.example.com:443/?q=1" "Mozilla/5.0"
192.0.2.3 - - [16/Aug/2015:14:00:04 +0800] "GET / HTTP/1.1" 200 5 "http://example.org" "Mozilla/5.0"
`,
		uri: `cut -d'"' -f4 log | uri split -only web -field host | sort | uniq -c | sort -rn`,
		want: `      2 www.example.com
      1 example.org
`,
		tool: `awk '{print $11}' log | sed -e 's/"http:\/\///' -e 's/\/.*//' | sort | uniq -c | sort -rn`,
		other: `      1 www.example.com
      1 example.org"
      1 "https:
      1 "-"
`,
		why: "it knows http alone", sample: "log",
	},
	{
		what: "the host of addresses with and without a scheme", thread: "https://stackoverflow.com/questions/6344993/problems-parsing-an-url-with-python",
		file: "urls", in: `www.amazon.com/Programming-Python-Mark-Lutz/dp/0596158106
http://www.amazon.com/gp/product/0596158106?ie=UTF8
ftp://example.org:2121/pub
`,
		uri: `uri split -no-scheme -field host < urls`,
		want: `www.amazon.com
www.amazon.com
example.org
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  l = l.rstrip()
  print(p.urlsplit(l if p.urlsplit(l).scheme else 'http://' + l).hostname)" < urls`,
		sample: "short",
	},
	{
		what: "the registrable domains of URLs", thread: "https://github.com/JSONbored/metagraphed/issues/1636",
		file: "urls", in: `https://foo.co.uk/
https://www.bar.co.uk/a
https://exampleproject-a.pages.dev/
https://exampleproject-b.pages.dev/
https://a.b.example.com/
`,
		uri: `uri split -field domain < urls | sort -u`,
		want: `bar.co.uk
example.com
exampleproject-a.pages.dev
exampleproject-b.pages.dev
foo.co.uk
`,
		tool: `awk -F/ '{n = split($3, a, "."); print a[n-1] "." a[n]}' urls | sort -u`,
		other: `co.uk
example.com
pages.dev
`,
		why: "it does not know public suffixes", sample: "urls",
	},
	{
		what: "the name of the file in a URL", thread: "https://github.com/projectdiscovery/katana/issues/47",
		file: "urls", in: `https://policies.google.com/terms/file.php?hl=en-IN&fg=1
https://policies.google.com/terms/
https://policies.google.com/a/b%20c.html#d/e
`,
		uri: `uri split -field 'segment[-1]' < urls`,
		want: `file.php

b c.html
`,
		tool: `sed -E 's/[?#].*//; s/.*\///' urls`,
		other: `file.php

b%20c.html
`,
		why: "it does not decode", sample: "urls",
	},
	{
		what: "the paths of crawled URLs", thread: "https://github.com/xnl-h4ck3r/xnLinkFinder/issues/30",
		file: "urls", in: `https://example.com/api/v1/users?id=1
https://example.com/login#top
http://example.com:8080/a/b/c.php
`,
		uri: `uri split -field path < urls`,
		want: `/api/v1/users
/login
/a/b/c.php
`,
		tool:   `sed -E 's|^[a-z]+://[^/?#]*||; s|[?#].*||' urls`,
		sample: "urls",
	},
	{
		what: "the origin of URLs", thread: "https://github.com/curl/trurl/issues/66",
		file: "urls", in: `https://twizzle:twizzle@alpha.twizzle.net/deploy-versions/
http://localhost:8000/app/?foo=bar
`,
		uri: `uri split -field origin < urls`,
		want: `https://alpha.twizzle.net
http://localhost:8000
`,
		tool:   `sed -E 's|^([a-z]+://)([^/?#]*@)?([^/?#]*).*|\1\3|' urls`,
		sample: "urls",
	},
	{
		what: "the host and the port, if there is one", thread: "https://github.com/john-kurkowski/tldextract/issues/272",
		file: "urls", in: `http://127.0.0.1:8080/deployed/
https://foo.bar.com/
`,
		uri:  `uri split -field host,port < urls`,
		want: "127.0.0.1\t8080\nfoo.bar.com\t\n",
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(u.hostname, u.port or '', sep='\t')" < urls`,
		sample: "urls",
	},
	{
		what: "the value of a query parameter", thread: "https://github.com/curl/trurl/issues/77",
		file: "urls", in: `https://example.com?search=hello&utm_source=tracker&more=data
https://example.com/?more=data&search=two%20words+more
https://example.com/?more=data
`,
		uri: `uri split -field 'param[search]' < urls`,
		want: `hello
two words more

`,
		tool: `sed -En 's/.*[?&]search=([^&#]*).*/\1/p' urls`,
		other: `hello
two%20words+more
`,
		why: "it does not decode, and leaves out lines", sample: "urls",
	},
	{
		what: "the query as a dictionary", thread: "https://github.com/curl/trurl/issues/120",
		file: "urls", in: `https://curl.se/user?id=foo&size=44&id=bar
https://curl.se/?q=a+b%26c
`,
		uri: `uri split -field params < urls`,
		want: `{"id":["foo","bar"],"size":["44"]}
{"q":["a b&c"]}
`,
		tool: `python3 -c "import json, sys, urllib.parse as p
for l in sys.stdin:
  print(json.dumps(p.parse_qs(p.urlsplit(l.rstrip()).query), separators=(',', ':')))" < urls`,
		sample: "urls",
	},
	{
		what: "URLs as JSON", thread: "https://github.com/curl/trurl/issues/44",
		file: "urls", in: "https://curl.se/user?id=foo\n",
		uri:  `uri split -json -field scheme,host,path,query < urls`,
		want: `{"scheme":"https","host":"curl.se","path":"/user","query":"id=foo"}` + "\n",
		tool: `python3 -c "import json, sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(json.dumps(dict(scheme=u.scheme, host=u.hostname, path=u.path, query=u.query), separators=(',', ':')))" < urls`,
		sample: "urls",
	},
	{
		what: "decode the lines of a file", thread: "https://stackoverflow.com/questions/6250698/how-to-decode-url-encoded-string-in-shell",
		file: "lines", in: `Mozilla%2F5.0%20%28Macintosh%3B%20U%3B%20Intel%20Mac%20OS%20X%2010.6%3B%20en
100%25+50%
`,
		uri: `uri decode < lines`,
		want: `Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10.6; en
100%+50%
`,
		tool:   `python3 -c "import sys, urllib.parse as p; sys.stdout.writelines(map(p.unquote, sys.stdin))" < lines`,
		sample: "encoded",
	},
	{
		what: "encode the lines of a file", thread: "https://stackoverflow.com/questions/296536/how-to-urlencode-data-for-curl-command",
		file: "lines", in: "a value & two=2\n100% für dich\n",
		uri: `uri encode < lines`,
		want: `a%20value%20%26%20two%3D2
100%25%20f%C3%BCr%20dich
`,
		tool:   `jq -Rr @uri < lines`,
		sample: "plain",
	},
	{
		what: "hosts in punycode", thread: "https://github.com/furikake/sublime-codec/issues/14",
		file: "urls", in: "http://www.россия.рф/\nhttp://example.com/a\n",
		uri: `uri to-uri -idna < urls`,
		want: `http://www.xn--h1alffa9f.xn--p1ai/
http://example.com/a
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(u._replace(netloc=u.netloc.encode('idna').decode()).geturl())" < urls`,
		sample: "unicode",
	},
	{
		what: "hosts in Unicode", thread: "https://github.com/curl/trurl/issues/392",
		file: "urls", in: "http://www.xn--74h.com\nhttp://xn--4cab6c/\nhttp://nic.xn--q9jyb4c\n",
		uri: `uri to-iri -idna < urls`,
		want: `http://www.☺.com
http://åäö/
http://nic.みんな
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(u._replace(netloc=u.netloc.encode().decode('idna')).geturl())" < urls`,
		sample: "punycode",
	},
	{
		what: "normalize URLs", thread: "https://stackoverflow.com/questions/5262470/function-in-python-to-clean-up-and-normaliza-a-url",
		file: "urls", in: `http://example.com
HTTP://Example.com:80/
http://example.com/a/../
`,
		uri: `uri normalize < urls`,
		want: `http://example.com/
http://example.com/
http://example.com/
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(p.urljoin(l.rstrip(), '.'))
  print(u._replace(netloc=u.hostname, path=u.path or '/').geturl())" < urls`,
		sample: "urls",
	},
	{
		what: "sort the query, so that equal URLs are equal lines", thread: "https://github.com/crawler-commons/crawler-commons/issues/246",
		file: "urls", in: `http://shekhargulati.com?lang=en&article=fred
http://shekhargulati.com?article=fred&lang=en
`,
		uri: `uri normalize -sort-query < urls`,
		want: `http://shekhargulati.com/?article=fred&lang=en
http://shekhargulati.com/?article=fred&lang=en
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(u._replace(path=u.path or '/', query='&'.join(sorted(u.query.split('&')))).geturl())" < urls`,
		sample: "urls",
	},
	{
		what: "drop the parameters that track", thread: "https://github.com/curl/trurl/issues/50",
		file: "urls", in: `https://example.com/?search=hello&utm_source=twitter
https://example.com/?utm_source=twitter&utm_medium=x#a
`,
		uri: `uri normalize -drop 'utm_*' < urls`,
		want: `https://example.com/?search=hello
https://example.com/#a
`,
		tool:   `sed -E 's/([?&])utm_[^&#]*/\1/g; s/([?&])&+/\1/g; s/[?&]+(#|$)/\1/' urls`,
		sample: "urls",
	},
	{
		what: "drop the parameters without a value", thread: "https://github.com/glenscott/url-normalizer/issues/21",
		file: "urls", in: "http://www.example.com/?a=1&b=&c=3\n",
		uri:    `uri normalize -drop-empty < urls`,
		want:   "http://www.example.com/?a=1&c=3\n",
		tool:   `sed -E 's/([?&])[^=&#]*=(&|#|$)/\1\2/g; s/([?&])&+/\1/g; s/[?&]+(#|$)/\1/' urls`,
		sample: "urls",
	},
	{
		what: "encode the spaces in URLs", thread: "https://github.com/curl/trurl/issues/38",
		file: "urls", in: "https://example.com/a b?c d\n",
		uri:    `uri normalize -web < urls`,
		want:   "https://example.com/a%20b?c%20d\n",
		tool:   `sed 's/ /%20/g' urls`,
		sample: "spaces",
	},
	{
		what: "add a parameter, or replace it", thread: "https://github.com/SwifterSwift/SwifterSwift/issues/1192",
		file: "urls", in: "https://google.com?q=abc\nhttps://google.com/#a\n",
		uri: `uri set -param 'q=Swifter Swift' < urls`,
		want: `https://google.com?q=Swifter%20Swift
https://google.com/?q=Swifter%20Swift#a
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  q = dict(p.parse_qsl(u.query), q='Swifter Swift')
  print(u._replace(query=p.urlencode(q, quote_via=p.quote)).geturl())" < urls`,
		sample: "urls",
	},
	{
		what: "add segments to the path, and encode them", thread: "https://github.com/curl/trurl/issues/12",
		file: "urls", in: "https://github.com/b\nhttps://github.com/b/?c\n",
		uri: `uri set -append a -append / < urls`,
		want: `https://github.com/b/a/%2F
https://github.com/b/a/%2F?c
`,
		tool:   `sed -E 's|^([^?#]*[^/?#])/?([?#]\|$)|\1/a/%2F\2|' urls`,
		sample: "urls",
	},
	{
		what: "replace the host of the URLs of a sitemap", thread: "https://github.com/pa11y/pa11y-ci/issues/2",
		file: "urls", in: "https://mysite.com/a\nhttps://mysite.com/b/?c=https://mysite.com\n",
		uri: `uri set scheme=http host=localhost port=4000 < urls`,
		want: `http://localhost:4000/a
http://localhost:4000/b/?c=https://mysite.com
`,
		tool:   `sed 's|^https://mysite.com|http://localhost:4000|' urls`,
		sample: "site",
	},
	{
		what: "leave out user names and passwords", thread: "https://github.com/Ironholds/urltools/issues/64",
		file: "urls", in: "http://foo:bar@97.77.104.22:3128\nhttp://example.com/@a\n",
		uri: `uri set -unset userinfo < urls`,
		want: `http://97.77.104.22:3128
http://example.com/@a
`,
		tool:   `sed -E 's|^([a-z]+://)[^/?#@]*@|\1|' urls`,
		sample: "users",
	},
	{
		what: "resolve references against a base", thread: "https://github.com/RDFLib/rdflib/issues/130",
		file: "refs", in: "#frag1\n../bar\n//example.net\n",
		uri: `uri resolve -base http://example.org/foo < refs`,
		want: `http://example.org/foo#frag1
http://example.org/bar
http://example.net
`,
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin: print(p.urljoin('http://example.org/foo', l.rstrip()))" < refs`,
		sample: "refs",
	},
	{
		what: "relative references from a base", thread: "https://github.com/ada-url/ada/issues/509",
		file: "urls", in: "https://mysite.com/origin/media/1080p.m3u8\n",
		uri:  `uri relativize -base https://mysite.com/origin/multivariant/playlist.m3u8 < urls`,
		want: "../media/1080p.m3u8\n",
		tool: `python3 -c "import posixpath, sys, urllib.parse as p
for l in sys.stdin:
  u = p.urlsplit(l.rstrip())
  print(u._replace(scheme='', netloc='', path=posixpath.relpath(u.path, '/origin/multivariant')).geturl())" < urls`,
		sample: "site",
	},
	{
		what: "duplicates but for http, https and www", thread: "https://github.com/arquivo/pwa-technologies/issues/807",
		file: "urls", in: `https://publico.pt
https://www.publico.pt
http://www.publico.pt
http://publico.pt
`,
		uri:    `uri dedupe -key surt-ia urls`,
		want:   "https://publico.pt\n",
		tool:   `awk '{k = $0; sub(/^https?:\/\/(www\.)?/, "", k)} !seen[k]++' urls`,
		sample: "urls",
	},
	{
		what: "pages without fragments, each once", thread: "https://github.com/yasserg/crawler4j/issues/408",
		file: "urls", in: `https://website/#top
https://website/
https://website/a#b
`,
		uri: `uri set -unset fragment < urls | uri dedupe`,
		want: `https://website/
https://website/a
`,
		tool:   `sed 's/#.*//' urls | awk '!seen[$0]++'`,
		sample: "urls",
	},
	{
		what: "one URL for each set of parameter names", thread: "https://github.com/hahwul/dalfox/pull/1278",
		file: "urls", in: `https://example.com/a?id=1
https://example.com/a?id=9999
https://example.com/a?page=2&id=1
https://example.com/a?id=2&page=1
https://example.com/b?id=1
`,
		uri: `uri dedupe -key names urls`,
		want: `https://example.com/a?id=1
https://example.com/a?page=2&id=1
https://example.com/b?id=1
`,
		tool: `awk '{k = $0; gsub(/=[^&#]*/, "", k)} !seen[k]++' urls`,
		other: `https://example.com/a?id=1
https://example.com/a?page=2&id=1
https://example.com/a?id=2&page=1
https://example.com/b?id=1
`,
		why: "the order of the names counts", sample: "urls",
	},
	{
		what: "only URLs that another file lacks", thread: "https://github.com/six2dez/reconftw/issues/13",
		file: "urls", in: `https://example.com/app.js
https://example.com/new.js
https://example.com/new.js
`,
		seen:   "https://example.com/app.js\nhttps://example.com/old.js\n",
		uri:    `uri dedupe -against seen urls`,
		want:   "https://example.com/new.js\n",
		tool:   `awk '!s[$0]++ && NR != FNR' seen urls`,
		sample: "urls",
	},
	{
		what: "bookmarks that are there twice", thread: "https://github.com/cadeyrn/bookmarks-organizer/issues/119",
		file: "urls", in: `http://example.com
http://example.org/a
http://example.com/
`,
		uri:    `uri dedupe -repeated urls`,
		want:   "http://example.com\n",
		tool:   `sed 's|/$||' urls | sort | uniq -d`,
		sample: "urls",
	},
	{
		what: "only the URLs of a domain and its subdomains", thread: "https://github.com/stephanmahieu/formhistorycontrol-2/issues/89",
		file: "urls", in: `https://wikipedia.org/
https://en.wikipedia.org/wiki/A
https://abcwikipedia.org/
https://example.com/?u=//wikipedia.org/
`,
		uri: `uri check -where 'host=wikipedia.org,*.wikipedia.org' -field input < urls`,
		want: `https://wikipedia.org/
https://en.wikipedia.org/wiki/A
`,
		tool:   `grep -E '^https?://([^/?#]*\.)?wikipedia\.org([:/?#]|$)' urls`,
		sample: "urls",
	},
	{
		what: "no images and styles", thread: "https://github.com/hakluke/hakrawler/issues/42",
		file: "urls", in: `https://example.com/a.PNG
https://example.com/a.php?b=c.png
https://example.com/style.css?v=2
https://example.com/png
`,
		uri: `uri check -where 'ext!=jpg,jpeg,gif,css,tif,tiff,png,ttf,woff,woff2,ico' -field input < urls`,
		want: `https://example.com/a.php?b=c.png
https://example.com/png
`,
		tool:   `grep -viE '^[^?#]*\.(jpg|jpeg|gif|css|tif|tiff|png|ttf|woff|woff2|ico)([?#]|$)' urls`,
		sample: "urls",
	},
	{
		what: "only valid URLs", thread: "https://github.com/perfectline/validates_url/issues/14",
		file: "urls", in: `http://example com
https://example.com/
http://example.com/<a>
`,
		uri:  `uri check -only web -field input < urls`,
		want: "https://example.com/\n",
		tool: `grep -E '^https?://[^[:space:]]+$' urls`,
		other: `https://example.com/
http://example.com/<a>
`,
		why: "it does not know which characters a URL has", sample: "urls",
	},
	{
		what: "the URLs of a text, without the punctuation after them", thread: "https://github.com/kevva/url-regex/issues/23",
		file: "text", in: `It's cool video https://www.youtube.com/watch?v=25OUFtdno8U, Did you see it?
`,
		uri:   `uri find text`,
		want:  "https://www.youtube.com/watch?v=25OUFtdno8U\n",
		tool:  `grep -oE 'https?://[^ ]+' text`,
		other: "https://www.youtube.com/watch?v=25OUFtdno8U,\n",
		why:   "it takes the comma", sample: "text",
	},
	{
		what: "the links of a page, absolute", thread: "https://github.com/mgdm/htmlq/issues/13",
		file: "page", in: `<a href="/policies">Policies</a> <a href='https://blog.rust-lang.org'>Blog</a>
`,
		uri: `uri links -base https://www.rust-lang.org/ page`,
		want: `https://www.rust-lang.org/policies
https://blog.rust-lang.org/
`,
		tool: `python3 -c "import html.parser, sys, urllib.parse as p
class P(html.parser.HTMLParser):
  def handle_starttag(self, tag, attrs):
    for k, v in attrs:
      if k in ('href', 'src'): print(p.urljoin('https://www.rust-lang.org/', v))
P().feed(sys.stdin.read())" < page`,
		other: `https://www.rust-lang.org/policies
https://blog.rust-lang.org
`,
		why: "it does not normalize", sample: "page",
	},
	{
		what: "hide passwords in logs, in user information and in queries", thread: "https://github.com/alphaonedev/ai-memory-mcp/issues/3667",
		file: "log", in: `boot: db=postgresql://dune:UlF3x@db-svc:15432/dune
doctor: postgres://user@db.example/memory?password=AUDIT_CANARY_3645&sslmode=require
gateway: amqp://user:pass@mq/ https://example.com/path?x=1
`,
		uri: `uri redact log`,
		want: `boot: db=postgresql://dune:xxxxx@db-svc:15432/dune
doctor: postgres://user@db.example/memory?password=xxxxx&sslmode=require
gateway: amqp://user:xxxxx@mq/ https://example.com/path?x=1
`,
		tool:   `sed -E 's|(://[^/:@ ]*:)[^/@ ]*@|\1xxxxx@|g; s/([?&]password=)[^& ]*/\1xxxxx/g' log`,
		sample: "secrets",
	},
	{
		what: "defang addresses", thread: "https://github.com/gchq/CyberChef/pull/394",
		file: "text", in: "https://baddomain.io/badfile.exe\n",
		uri:   `uri defang text`,
		want:  "hxxps://baddomain[.]io/badfile.exe\n",
		tool:  `sed -E 's/http(s?):/hxxp\1:/g; s/\./[.]/g' text`,
		other: "hxxps://baddomain[.]io/badfile[.]exe\n", why: "it changes every full stop", sample: "text",
	},
	{
		what: "refang addresses", thread: "https://github.com/ElevenPaths/thethe/issues/19",
		file: "text", in: "hxxps://pastebin[.]com/QM5ttnx3\n10.0.0[.]1\n",
		uri: `uri defang -undo text`,
		want: `https://pastebin.com/QM5ttnx3
10.0.0.1
`,
		tool:   `sed 's/hxxp/http/g; s/\[\.]/./g' text`,
		sample: "defanged",
	},
	{
		what: "the targets of safe links", thread: "https://github.com/apparition47/MailTrackerBlocker/issues/112",
		file: "urls", in: `https://nam10.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgithub.com%2Faustinhuang0131%2F&data=04%7C01%7C&reserved=0
`,
		uri:  `uri unwrap < urls`,
		want: "https://github.com/austinhuang0131/\n",
		tool: `python3 -c "import sys, urllib.parse as p
for l in sys.stdin: print(p.parse_qs(p.urlsplit(l.rstrip()).query)['url'][0])" < urls`,
		sample: "safelinks",
	},
}
