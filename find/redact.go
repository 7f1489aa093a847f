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
// These secrets are hidden. The secret in the examples is S. In an address, it may have any of / ? # \ " ' < > in it.
// The value of a key ends at "&", "#", a space, one of " ' ` < and >; after ";" it ends at ";", after "," at ",", after
// a space at a space, and in a query of jdbc: not at "#". A ")" or "}" ends it if the bracket is open before it.
//
//	postgres://joe:S@db/x  http:/joe:S@h/                       a password in an address
//	//joe:S@h/  a=//joe:S@h  "//joe:S@h"  <b>//joe:S@h          the same, at the start of a line, or after a space or one
//	                                                            of " ' ` = ( [ < > , also if it is escaped
//	https:\/\/joe:S@h  https%3A%2F%2Fjoe%3AS%40h                the same, escaped by JSON, C, a shell, HTML or URLs
//	{"url":"https://joe:S@h","n":1}  <https://joe:S@h>          the same, in other text, which stays valid
//	https://joe%3AS@h/                                          a userinfo that was encoded as a whole
//	https://joe:S w@h/                                          a password with spaces or tabs in one place, if the word
//	                                                            after them ends in w@host
//	https://ghp_0123456789@github.com/  https://01234567:@h/    a user name that is a token, over http
//	GET /?token=S  /cb#token=S  ;password=S;  ?a[token]=S       the value of a key of redactor.QueryKeys, after ? & ; or #
//	?x=ghp_0123456789  #a=glpat-0123456789                      a value that is a token, of any key, if there are QueryKeys
//	host=h password = S  user=joe, password=S                   a key after a space or ",", if host= or user= is before it
//	                                                            on the line, in the last 256 bytes
//	jdbc:db2://h:1/x:password=S;  h:6379,password=S,ssl=True    the same, in a word with jdbc: or after a host that has a port
//	h.example,password=S  localhost,password=S                  or a dot, or is localhost
//	;pwd={a;S}  ?token="a S"  host=h password='a S'             the same, in braces or quotation marks
//	jdbc:sqlserver://h:1433;password=S@S;                       the same, with the text from the port on
//	joe:S@tcp(h:3306)/db  joe:S@/db  sip:joe:S@h                a password in the address of a driver
//	jdbc:oracle:thin:joe/S@h:1521/x
//	invalid port ":S" after host                                a password in some messages of parsers: Go, Python (int,
//	                                                            urllib, http.client, httpx, pymongo), Node, Java, libpq
//	getaddrinfo ENOTFOUND S@h                                   the same of resolvers: Go, Node, Java, PHP, curl, libpq,
//	                                                            MySQL, OpenSSH
//	Invalid URL 'joe:S@h': No scheme supplied                   the same of parsers that miss a scheme: Go, Java, Python,
//	                                                            Node, curl
//
// These texts do not change:
//
//	http://h:3000/@vite/client              over http, https, ws and wss, a port followed by / ? # or \
//	https://unpkg.com/react@18/             an "@" after a host
//	git@h:path@v1  ssh://joe@h:22/a@b       a user name without a password
//	image@sha256:0123  http://$HOST:$PORT/  a digest; $PORT, ${PORT:-80}, {{port}}, %PORT% and %d count as ports
//	ldap://h:389/dc=x?mail=a@b              the query after a host, a port and a path
//	file:///home/joe:b@c  file://joe:b@h    addresses of files
//	password == x  f(user=u, password=None) comparisons, and None
//	//nolint:all joe@h  "//:a/@b"           comments
//
// Text does not say everything about itself. In each of these pairs, both are read in the same way:
//
//	redis://h:6379/joe@x    redis://joe:6379/S@x        hidden: a path with an "@", or a password with a "/"
//	https://h:1234/w@h      https://joe:1234/w@h        shown: a port, or the start of a password
//	https://h:1234,w@h      https://joe:1234,S@h        hidden: CSV, or a password with ","
//	docker://h:tag w@h      https://joe:S w@h           hidden: two words, or a password with a space
//	http://h:80 w@h         https://joe:1234 S@h        shown: a port and another word, or a password with a space
//	https://joe:p@h w@h     https://joe:p@S S@h         S is shown: two words, or a password with "@" before a space
//	host=h password=a\nw    host=h password=p\nS        S is shown: an escaped end of a line, or a backslash and "n"
//	(user=u, password=p)S   (user=u, password=p)S       S is shown: text after a bracket, or the end of the password
//	https://joe:p@s.s/w@h   https://joe:p@s.s/w@h       w is shown: a path, or the end of the password p@s.s/w
//	https://h:80|a@b        http://h:80;a@b             hidden: the separator is part of a password
//	//Contact:joe@h         //joe:S@h                   hidden: a comment, or an address
//	NumberFormatException: For input string: "1,2"      hidden: a number, or a password
//	No connection adapters were found for 'mailto:u@h'  hidden: an address of mail, or a password
//	joe:a"},"b@db in JSON   joe:a"},"b@db in plain text  if a quotation mark or "<" is before the address in its line, the
//	<b> in markup           <b> in a password            next "} or <b> ends the password, even if it is part of it
//	"https://h:80",a@b      "https://joe:a",S@h"         S is shown: the mark that opens the address ends it before a
//	                                                     delimiter; so does a bracket: (https://h:80)[a]
//
// A placeholder for a password, as in http://joe:$S@h, is hidden.
//
// These secrets stay:
//
//	the password is S  joe:S@h  scott/S@h  curl -u joe:S        without an address or a key
//	Authorization: Basic S  Cookie: a=S  KEY: S  "KEY":"S"      a key before ":"
//	PASSWORD=S  --password=S  password=S host=h                 a key in another place, as in a file .env
//	/cb?code=S&state=x  /?key=S  /?pin=S  /?sid=S  /?p=S        keys that are mostly not secret: add them to QueryKeys
//	/?appid=S  /?access=S  /?credentials=S                      keys that are in no list: add them to QueryKeys
//	;Proxy Password=S  ;Pwd= S  ;\x1b[36mpwd\x1b[0m=S          a key with a space in its name, a value after a space, and
//	                                                            a key with a colour
//	Failed to resolve 'S@h'  int() ... base 10: 'S S'           messages of other programs, and a space in one without
//	                                                            further words
//	jdbc:phoenix:h:2181:/hbase:joe:S  turn:joe:S@h              addresses of other drivers
//	joe:S%26q%3D1@/db                                           S, if QueryKeys have "*" and an encoded "&" follows it
//	/\joe:S@h/  http:joe:S@h  redis:///joe:S@h                  slashes that only browsers read, or three of them
//	joe:S)S@/db  joe:S:S@/db  joe:/S@/db                        a quotation mark, a bracket or a ":" in the password of an
//	                                                            address without a network, or "/" at its start
//	https://joe:S S w@h/  https://joe:S @h  //joe:S w@h         a password with spaces in two places, at its end, before a
//	https://joe:S "w@h  joe:S w@tcp(h)/db                       quotation mark or "<", or in an address without a scheme
//	?token=a S  ?token=a"S  ?token=<S>  ;password=a;S           what follows a space, a quotation mark, "<" or ">" in a
//	                                                            value, or in one after ";" another ";"
//	?token="a S"                                                the same, if the closing mark is more than 256 bytes away
//	https%253A%252F%252Fjoe%253AS%2540h  https=3A//joe:S=40h    what is escaped twice, and other escapes
//	https://S@h/  trojan://S@h  slack://xoxb-0123456789@h       a user name that does not begin as a token, or is not over
//	                                                            http: set User
//	postgres://joe:S  https://joe x:S@h/  amqp://joe: S@h       an address that is cut off before "@", or has a space
//	                                                            before the password
//	postgres://joe:S@S:80/S@db                                  what follows "@", a host, a port and "/" in a password
//	https://h/S/  am9lOlM=                                      a path, base64
//
// It takes time linear in text. It allocates only if dst is too small for the result, if text overlaps the free
// capacity of dst, and for a line with a secret that has more than 1 KiB. See [uri.SecretKeys] for keys.
func AppendRedacted(dst, text []byte, redactor uri.Redactor) []byte {
	rules := redact.Options(redactor).Rules()
	return rules.Append(dst, octet.TextFor(dst, text), 0)
}
