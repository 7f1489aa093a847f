package find

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
)

// AppendRedacted appends text to dst, with its secrets replaced with "xxxxx", and returns the extended slice. All other
// bytes are copied. Redacting the result again does not change it. It asks whether a secret may be at a place, not
// whether the text is a URI, and hides text when in doubt.
//
// These secrets are hidden. The secret in the examples is S. In an address, S may have any character but a space, within
// the limits that the pairs below show. The value of a key ends at a space, an escape such as \n, one of " ' ` that is open
// before it, a tag such as </a>, also <a> or &lt;a&gt; (a raw one only after another "<" on the line), in a query also at
// ">" after "<" if no quotation mark or ">" is between them, and at a character that depends on the one before the key:
//
//	/?a=1&token=S&b=2  #token=S      after ? & and #, at & and #, and in a query of jdbc: only at &
//	Server=h;password=S;a=1          after ;, at ;, if a ? is before it in its word, also at & and #,
//	                                 and in a path without = and @ also at ? and #
//	h:6379,password=S,ssl=True       after , at , and in {host=h, password=S} also at ) and }
//	host=h password=S dbname=d       after a space, at a space
//	[a](https://h/?token=S)          at a ) if a ( is open before it in its word
//	'Server=h;password=S''S'         not at a doubled mark before a letter or a digit
//
// A quotation mark begins another word here, as in {"path":"/?a","db":"Server=h;password=S#S"} and f("?token=S)S"). It is
// open before a value if the line up to there has not closed it, or has more than 256 bytes: {"db":"Password=S<S'S\"S;a=1"}.
// An apostrophe is no quotation mark: it's, and users' if no ' is open.
// A ] or ) at the end of a value after a space stays if [ or ( is before it on the line: [psql host=h password=S].
//
// These must be at most 256 bytes away: the words before a secret, such as host= and getaddrinfo ENOTFOUND; the mark that
// closes it, if a space or ; is in the secret; the end of a message, and its last "@"; and the %40 of https://joe%3AS%40h. So
// a longer password stays there, and the S after the space in ?token="S S". A key has at most 64 bytes, with all of its
// brackets.
//
//	postgres://joe:S@db/x  http:/joe:S@h/                       a password in an address
//	//joe:S@h/  a=//joe:S@h  "//joe:S@h"  <b>//joe:S@h          the same, at the start of a line, or after a space or one
//	                                                            of the characters " ' ` = ( [ , < and >
//	https:\/\/joe:S@h  https%3A%2F%2Fjoe%3AS%40h                the same, escaped by JSON, C, a shell, HTML or URLs
//	{"url":"https://joe:S@h","n":1}  <https://joe:S@h>          the same, in other text, which stays valid
//	https://joe%3AS@h/                                          a userinfo that was encoded as a whole
//	https://joe:S w@h/                                          a password with spaces or tabs in one place, if the word
//	                                                            after them ends in w@host
//	https://ghp_0123456789@github.com/  https://01234567:@h/    a token as user name, over http, https, ws and wss: also
//	                                                            30 or more letters and digits without a password
//	redis://S@h  nats://S@h  \u0022trojan://S@h:443             the user name over redis, rediss, valkey, valkeys, nats,
//	                                                            trojan, vless, ss, hysteria2 and hy2
//	GET /?token=S  /cb#token=S  ;password=S;  ?a[token]=S       the value of a key of redactor.QueryKeys, after ? & ; #
//	#/token=S  #!token=S  ?token[0]=S                           #/ or #!, with brackets
//	token=S&a=1  "token=S&a=1"  <q>token=S&a=1  (token=S&a=1)   the same after a space, a quotation mark, or one of = > ( {
//	                                                            but "->", if another pair follows; it ends only at &
//	;Proxy Password=S                                           the same, if the key has a space in it, after ; without a
//	                                                            bracket between them
//	?x=ghp_0123456789  #a="glpat-0123456789"                    a token as the value of any key, if there are QueryKeys
//	A=ghp_0123456789012345  --a=ghp_0123456789012345            the same after a space or a quotation mark, if it has 8
//	                                                            more bytes
//	"DB_PASSWORD=S"  'token=S'                                  a key and a value in quotation marks, without a space
//	host=h password = S  user=joe, password=S                   a key after a space or ",", if host=, hostaddr=, server=,
//	                                                            data source=, dbname=, service=, user=, username=,
//	                                                            user id=, uid=, login=, email= or accountname= is
//	                                                            before it on the line
//	{password=S, user=joe}  Password=S;User Id=joe              the same after "{" or "(", or before ;, if such a key
//	D=Password=S;Server=h  <cs>Password=S;Server=h</cs>         follows
//	h:6379,password=S  h.example,password=S  localhost,pwd=S    a key after a host with a port, or directly after one
//	                                                            with a dot or localhost
//	redis, password=S, abortConnect=True                        a key after ",", if abortConnect= follows
//	jdbc:db2://h:1/x:password=S;                                a key in a word with jdbc:
//	;pwd={a;S}  ?token="a S"  <x user="joe" password="S"/>      a value in braces or quotation marks, which stay
//	'user=joe password=''a S'''  '?token='"'"'a S'"'"''         the same in a string of SQL, CSV or a shell
//	jdbc:sqlserver://h:1433;password=S@S;a=1                    a value with "@": jdbc:sqlserver://h:xxxxx;a=1, also if
//	                                                            a quotation mark or "{" begins it
//	joe:S@tcp(h:3306)/db  joe:S@/db  sip:joe:S@h                a password in the address of a driver, or before an IPv4
//	joe:S@10.0.0.2:8080                                         address with a port
//	jdbc:oracle:thin:joe/S@h:1521/x
//	parse "redis://joe:S": invalid port ":S" after host         a password in some messages of parsers: Go, Python (int,
//	                                                            urllib, http.client, httpx, pymongo), Node, Java, libpq
//	getaddrinfo ENOTFOUND S@h                                   the same of resolvers: Go, Node, Java, Python, PHP, curl,
//	                                                            libpq, MySQL, OpenSSH
//	getaddrinfo ENOTFOUND S@h S@h:80  "hostname":"S@h"          the same text again, after such a message in its line
//	Invalid URL 'joe:S@h': No scheme supplied                   the same of parsers that miss a scheme: Go, Java, Python,
//	                                                            Node, curl
//
// A token begins with a prefix that its issuer documents. The command "uri help redact formats" prints the prefixes.
//
// These texts do not change:
//
//	http://h:3000/@vite/client  //h:80/a@b  over http, https, ws and wss, or without a scheme: a port below 65536 that is
//	                                        followed by / ? or #, or by ， 。 ” and other punctuation marks that are not
//	                                        ASCII, but for ¡ § ¶ · ¿
//	http://$HOST:$PORT/@x  h:%(port)d/      the same: $PORT and any $NAME that ends with port, ${NAME:-80}, {{name}},
//	                                        #{name}, \(name), {name:d}, %NAME%, $(NAME), %(NAME)d, <NAME>, <%=name%>,
//	                                        {}, {0} and %d count as ports
//	<td>https://h:80</td>a@b                a tag after an address, if a "<" is before it in its line
//	https://unpkg.com/react@18/             an "@" after a host
//	git@h:path@v1  ssh://joe@h:22/a@b       a user name without a password
//	image@sha256:0123                       a digest
//	ldap://h:389/dc=x?mail=a@b              the query after a host, a port and a path
//	file:///home/joe:b@c  file://joe:b@h    addresses of files
//	password == x  f(user=u, password=None) comparisons, and None
//	self.db, pw = f()  f(x, a.b, pw=c)      assignments and arguments
//	USER=joe PWD=/home/joe OLDPWD=~         directories: PWD and OLDPWD after a space, before / or ~
//	//nolint:all joe@h  "//:a/@b"           comments
//	^https?://[^:@/]+(:[^@/]+)?@            patterns, if the user name begins with [^
//
// Text does not say everything about itself. In each of these pairs, both are read in the same way:
//
//	redis://h:6379/joe@x    redis://joe:6379/S@x        hidden: a path with an "@", or a password with a "/"
//	svn://h:3690/a@1        svn://joe:3690/S@h          the same over all schemes but those of the web
//	ssh://git@h:a@v1        ssh://git@corp.com:S@h      shown: a path after the user git, or a password, over all
//	                                                    schemes but those of the web
//	https://h:1234/w@h      https://joe:1234/w@h        shown: a port, or the start of a password
//	http://h:80，a@b        https://joe:1234，S@h       shown: a port and another word, or a password with "，"
//	http://h:80 w@h         https://joe:1234 S@h        shown: a port and another word, or a password with a space
//	https://h:1234,w@h      https://joe:1234,S@h        hidden: CSV, or a password with ","
//	https://joe:p@h/x,w@h   https://joe:p@h/S,S@h       hidden up to the last "@": CSV, or a password with "@" and "/"
//	docker://h:tag w@h      https://joe:S w@h           hidden: two words, or a password with a space
//	https://joe:p@h w@h     https://joe:p@S S@h         S is shown: two words, or a password with "@" before a space
//	https://joe:p@s.s/w@h   https://joe:p@s.s/w@h       w is shown: a path, or the end of the password p@s.s/w,
//	                                                    also with one of ? # \ in place of /
//	https://h:80|a@b        http://h:80;a@b             hidden: the separator is part of a password
//	n=https://h:80&m=a@b    n=https://joe:80&m=S@h      hidden up to the "@": parameters, or a password with "&"
//	//Contact:joe@h         //joe:S@h                   hidden: a comment, or an address
//	"https://h\nTo:a@b"     "https://CORP\nick:S@h"     hidden: an escaped end of a line, or a user name
//	[a](https://h):b@c      (https://joe):S@h           hidden: text after a bracket, or a user name with ")"
//	(https://h:80)c@d       <https://joe:80>S@h         hidden: text after a bracket, or a password with ")" or ">"
//	{http://h:80}\m{a@b}    {http://joe:S}\S{S@h}       hidden: TeX, or a password with braces
//	/?token=a,200,GET       /?token=S,S,S               hidden up to the end of the word: CSV, or a value with ","
//	/?token=a|200  /?t=a;   /?token=S|S  /?t=S;         the same with other marks
//	{DSN:joe:S@tcp(h)/db}   joe:S:S@tcp(h)/db           hidden after the first ":": a name, or a password with ":"
//	http://joe:$PASS@h      http://joe:$S@h             hidden: a placeholder, or a password
//	http://h:%v?a@b         http://joe:%v?S@h           shown: a placeholder for a port, or a password
//	/?compass=n&bypass=1    /?dbpass=S                  hidden: the key ends as a secret one
//	http://h:__PORT__/@x    http://joe:__S__/S@h        hidden: another placeholder, or a password
//	host=h password=f(x)    host=h password=S           hidden: code, a number or null, or a password
//	host=ci pass=120        host=h pass=120             hidden: a number of tests, or a password
//	a&&token==b  a?.token=1 /?a&&token==S  /?.token=S   hidden: code, or a value
//	;let token=f();         ;Proxy Password=S           hidden: code, or a key with a space in it
//	host=h password=a\nw    host=h password=p\nS        S is shown: an escaped end of a line, or a backslash and "n"
//	(user=u, password=p)w   (user=u, password=p)S       S is shown: text after a bracket, or the end of the password
//	For input string: "a"   For input string: "S"       hidden: a word, or a password. Numbers, dates, null
//	base 10: 'a'            base 10: 'S'                and None stay there
//	https://<32 digits>@o1.ingest.sentry.io/2               hidden: a public key, or a token
//	to:joe@10.0.0.2:25      joe:S@10.0.0.2:25           hidden: an address of mail, or a password
//	"token=(\w+)"           "token=S"                   hidden: a pattern, code or a format in a string, or a value
//	lookup joe@h on 10.0.0.1  lookup S@h on 10.0.0.1    hidden up to the "@": an address of mail, or a password
//	No connection adapters were found for 'mailto:u@h'  hidden: an address of mail, or a password
//	"https://joe:a"},"b@db  "https://joe:a"},"S@db      S is shown: JSON, or a password with "} in it, also where the
//	                                                    text around it is not JSON. If the same mark
//	                                                    is before the address in its line, a mark before one of
//	                                                    , : ; / > ) ] } ends the password
//	<b>https://joe:a</b>@h  <b>https://joe:a</b>S@h     S is shown: text after a tag, or a password with a tag
//	(https://h:80)[a]@b     (https://joe:a)[S]@h        S is shown: text after a bracket, or a password with brackets
//	(https://h:80)*a@b      (https://joe:a)*S@h         the same before one of ) * ] | } < > and a quotation mark
//	(/?token=a)w            (/?token=S)S                S is shown: text after a bracket, or a value with ")"
//
// These secrets stay:
//
//	the password is S  joe:S@h  scott/S@h  curl -u joe:S        without an address or a key
//	https://h/S/  am9lOlM=                                      a path, base64
//
//	PASSWORD=S  --password=S  password=S host=h  x|token=S&a=1  keys in another place, as in a file .env, but of tokens
//	a secret that goes on in the next line                      the next line
//	10.0.0.2:3128:joe:S  https://hooks.slack.com/services/S     lists of proxies without an "@", and webhooks
//	Authorization: Basic S  Cookie: a=S  KEY: S  "KEY":"S"      before ":"
//	'key' => 'S'  <password>S</password>  --password S          before other marks than "="
//	{"name":"PASSWORD","value":"S"}  netloc='joe:S@h'           the same
//	/cb?code=S&state=x                                          the code of OAuth: add code to QueryKeys
//	/?key=S  /?pin=S  /?sid=S  /?p=S                            keys that are mostly not secret: add them to QueryKeys
//	/?appid=S  /?access=S  /?credentials=S  /?x.pin=S           keys that are in no list: add them to QueryKeys
//	/?ns:token=S  /?login.pw=S                                  keys with ":", or with "." before a key without "*"
//	redis,password=S  h.example, password=S  f(h,password=S)    after a host without a port, as an argument
//	{Scheme:https Opaque: User:joe:S Host:h}                    fields of a url.URL of Go
//	/?dsn=host%3Dh%20password%3DS                               after an escaped space
//	?x=Bearer%20ghp_0123456789                                  a token after another word
//	/?sig=https://joe:a#S@h                                     what follows "#" or "&" in an address that is a value
//	?\x1b[31mtoken\x1b[0m=S  ?to\x1b[31mken=S                   before a colour, or with one in the key
//	?to\u006ben=S                                               a key with an escape, but for those of URLs
//	https:\x1b[31m//joe:S@h  joe:S@\x1b[0mtcp(h)/db             with a colour between the marks of an address
//
//	?token=a S  ?token=a"S  ?token=<S>  ;password=a;S           what follows the end of a value
//	;pwd={a;S}w  ;pwd="a;S"w                                    the same, if a letter follows the mark
//	"{""a"":""For input string: \""S\""""}"                     in quotation marks that are escaped, then doubled
//	;Pwd= S                                                     a value after a space, if none is before the "="
//	;password==S  host=h password==S                            a value that begins with "=", but in a query
//
//	https://joe:S S w@h/  https://joe:S @h                      passwords with spaces in two places, at the end, before a
//	https://joe:S "w@h  amqp://joe: S@h                         quotation mark or "<", or at the start
//	//joe:S w@h  sip:joe:S w@h  joe:S w@tcp(h)/db               with a space in an address without a scheme and slashes
//	joe:S)S@/db  joe:S:S@/db  joe:/S@/db  :S@tcp(h)/db          with a quotation mark, a bracket, ":" or a "/" at the
//	                                                            start before "@/db", and after an empty user name
//	joe:S%26q%3D1@/db                                           before "%26" and a key: here, if QueryKeys have "*"
//	joe:S@tcp/db  joe:S@()/db  joe:S@mysql+tcp(h)/db            before a network without an address, or with "+", or an
//	joe:S@npipe(\\.\pipe\h)/db                                  address with a backslash
//	https://joe:S/S%40h                                         before "%40" after one of / ? #
//	postgres://joe:a@h:80/S@db                                  after "@", a host, a port and "/"
//	postgres://joe:S                                            in an address that is cut off before "@"
//	mysql://o'brien:S@h  https://<user>:S@h  https://joe x:S@h  after a user name with a space or one of " ' ` < > / ? #
//	oracle://c##joe:S@h  https%3A%2F%2Fjoe%23x%3AS%40h          the same
//	x|joe:S@/db  dsn:joe:S@/db  joe@x:S@/db  joe+x:S@/db        where "//" begins no address, before "@/db" or an address
//	x|joe:S@10.0.0.2:80  joe:/S@10.0.0.2:80                     with a port, after a name with a character that is not
//	                                                            unreserved, and with "/" at the start
//	sip:joe@x:12S#@h                                            after a user name with "@" in an address of SIP
//	postgres://joe:a\x00S@h  {"u":"https://joe:a\u0001S@h"}     after a control character, raw or escaped, which counts as
//	                                                            a space, but not after \n \r \t
//
//	https://S@h/  ?x=sk-proj-S  slack://xoxb-0123456789@h       tokens with another prefix, or over another scheme: set
//	                                                            User, or add keys
//	jdbc:phoenix:h:2181:/hbase:joe:S  turn:joe:S@h              addresses of other drivers
//	jdbc:oracle:oci8:joe/S@h  jdbc:oracle:thin:"joe"/S@h        the same
//	/?CONTRASEÑA=S                                              a key with letters in another case outside ASCII
//	x;//joe:S@h  ?//joe:S@h  //:S@h  pwd='a" S'                 after other characters, after an empty user name, and after
//	                                                            another quotation mark in a value
//	joe$:S@tcp(h)/db  DOM\joe:S@/db                             after a name that ends with one of $ * ^ ) ] }, or has a
//	                                                            "\" before "@/db"
//	/\joe:S@h/  http:joe:S@h  redis:///joe:S@h                  slashes that only browsers read, or three of them
//	https%253A%252F%252Fjoe%253AS%2540h  https=3A//joe:S=40h    what is escaped twice, or in mail
//	{"log":"/?token\\u003dS"}                                   the same, as Java's Gson in the logs of Docker
//	https&colon;//joe:S@h  https://joe:S&commat;h               names in HTML, but for &amp; &lt; &gt; &quot; and &apos;
//	https[:]//joe:S@h  https：//joe：S＠h                          defanged, or in wide characters
//	unable to resolve host address ‘S@h’  {"input":"joe:S@h"}   messages of other programs, other messages of the programs
//	                                                            above, and messages in another form
//	"syscall":"getaddrinfo","hostname":"S@h"                    fields of an error of Node without its message
//	nonnumeric port: 'S S'                                      a space in a message that ends with the password
//	nonnumeric port: 'a'.S'                                     what follows "'" and another character than a letter or a
//	                                                            digit there
//	x "y: For input string: ":S,"                               the same, if it begins with one of , : } ] or a space, ends
//	                                                            with one of , : [ { or a space, and a quotation mark may
//	                                                            be open before it
//
// It takes time linear in text. It allocates only if dst is too small for the result, if text overlaps the free
// capacity of dst, and for a line with a secret that has more than 1 KiB. See [uri.SecretKeys] for keys.
func AppendRedacted(dst, text []byte, redactor uri.Redactor) []byte {
	rules := redact.Options(redactor).Rules()
	return rules.Append(dst, octet.TextFor(dst, text), 0, len(text))
}
