package redact_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/redact"
)

// A redaction is text, and what it becomes if its secrets are hidden. If want is empty, the text has no secret.
type redaction struct{ text, want string }

// cases has the examples of each rule. S begins all secrets that are not tokens or numbers.
var cases = []struct {
	rule  string
	cases []redaction
}{
	{"place", []redaction{
		{"postgres://admin:s3cr#t@db", "postgres://admin:xxxxx@db"},
		{"//u:S@h/", "//u:xxxxx@h/"},
		{"redirect to //u:S@h/", "redirect to //u:xxxxx@h/"},
		{"a=//u:S@h/", "a=//u:xxxxx@h/"},
		{"[//u:S@h/] <b>//u:S@h/", "[//u:xxxxx@h/] <b>//u:xxxxx@h/"},
		{`"a\n//u:S@h/"`, `"a\n//u:xxxxx@h/"`},
		{`"a":"\/\/u:S@h\/"`, `"a":"\/\/u:xxxxx@h\/"`},
		{"&quot;//u:S@h/&quot;", "&quot;//u:xxxxx@h/&quot;"},
		{"/?next=%2F%2Fu%3AS%40h%2F", "/?next=%2F%2Fu%3Axxxxx%40h%2F"},
		{"a//u:S@h/", ""}, // "//" is not at a start
		{"//%5C%3AS@h/", "//xxxxx@h/"},
		{"12:30:00 a://b ::// %3A %3A%2F \\u003", ""},
		{"", ""},
	}},
	{"characters", []redaction{
		{`https:\/\/u:S@h\/`, `https:\/\/u:xxxxx@h\/`},
		{`https\u003a\u002F\/u\u003AS\u0040h`, `https\u003a\u002F\/u\u003Axxxxx\u0040h`},
		{`https\u{3a}\u{2f}\u{2f}u:S@h`, `https\u{3a}\u{2f}\u{2f}u:xxxxx@h`},
		{`https\x3a\x2f\x2fu\x3aS\x40h`, `https\x3a\x2f\x2fu\x3axxxxx\x40h`},
		{`https\072//u:S@h`, `https\072//u:xxxxx@h`},
		{`db=postgres\://u\:S@h`, `db=postgres\://u\:xxxxx@h`},
		{"https&#58;&#x2f;&#x2F;u&#58;S&#64;h", "https&#58;&#x2f;&#x2F;u&#58;xxxxx&#64;h"},
		{"&quot;https://u:S@h&quot;", "&quot;https://u:xxxxx@h&quot;"},
		{"https%3A%2F%2Fu%3AS%40h", "https%3A%2F%2Fu%3Axxxxx%40h"},
		{"/?next=https%3A%2F%2Fu%3AS%40h&mail=a@b", "/?next=https%3A%2F%2Fu%3Axxxxx%40h&mail=a@b"},
		{"https://u%3AS%40h/", "https://u%3Axxxxx%40h/"},
		{"https://u:S%2FS%40h/", "https://u:xxxxx%40h/"},
		{"?a=amqp%3A%2F%2Fu%3AS%3Cb%3E%20S%40h&b=c", "?a=amqp%3A%2F%2Fu%3Axxxxx%40h&b=c"},
		{"postgres://admin:p%40ss#word@db", "postgres://admin:xxxxx@db"}, // the raw "@" ends it
		{`https:\\u:S@h`, `https:\\u:xxxxx@h`},
	}},
	{"start", []redaction{
		{"http:/u:S@h/", "http:/u:xxxxx@h/"},
		{"http:////u:S@h/", "http:////u:xxxxx@h/"},
		{"postgres:/u:S@h/db", "postgres:/u:xxxxx@h/db"},
		{"foo:/user:S@h", "foo:/user:xxxxx@h"},
		{"a_foo:/user:S@h", ""},
		{"foo:/us er:S@h", ""},
		{"file:///home/a:b@c", ""},
		{"file:/a:b@c", ""},
		{"file://u:S@h/x", ""},
		{"C:/u:b@c", ""},
		{"jdbc:postgresql://u:S@h/", "jdbc:postgresql://u:xxxxx@h/"},
		{"git+https://u:S@h/", "git+https://u:xxxxx@h/"},
		{`\nhttps://u:S@h/`, `\nhttps://u:xxxxx@h/`},
	}},
	{"user", []redaction{
		{`https://CORP\jdoe:S@h/`, `https://CORP\jdoe:xxxxx@h/`},
		{`https://CORP%5Cjdoe:S@h/`, `https://CORP%5Cjdoe:xxxxx@h/`},
		{"https://CORP\\nick:S@h/", "https://CORP\\nick:xxxxx@h/"},
		{"redis://:S@h:6379/0", "redis://:xxxxx@h:6379/0"},
		{"https://a@b:S@h/", "https://a@b:xxxxx@h/"},
		{"https://u:S:S@h/", "https://u:xxxxx@h/"},
		{"https://u%3AS@h/", "https://xxxxx@h/"},
		{"https://u%3AS@h", "https://xxxxx@h"},
		{"https://u%3AS:S@h/", "https://xxxxx@h/"},
		{"https://u%3A@h/", ""},
		{"http://[::1]:80/@a", ""},
		{"http://[::]/a:b@c", ""},
		{"https://medium.com/@u", ""},
		{"https://h/a:b@c", ""},
	}},
	{"end of the text", []redaction{
		{"https://u:S@h/ a@b", "https://u:xxxxx@h/ a@b"},
		{"amqp://u:S@h,amqp://v:S@g", "amqp://u:xxxxx@h,amqp://v:xxxxx@g"},
		{"https://h:80,http://g/@x", ""},
		{"http://u:S\x1b[1m@h/", "http://u:xxxxx@h/"},
		{`"postgres://u:S\nS@h/"`, `"postgres://u:xxxxx@h/"`},
		{"https://u:S@h\nhttps://u:S@h\x00\xff", "https://u:xxxxx@h\nhttps://u:xxxxx@h\x00\xff"},
	}},
	{"closers", []redaction{
		{`{"url":"https://h:80","mail":"a@b"}`, ""},
		{`{"url":"https://u:S@h","mail":"a@b"}`, `{"url":"https://u:xxxxx@h","mail":"a@b"}`},
		{`{"url":"https://u:S\"S@h","mail":"a@b"}`, `{"url":"https://u:xxxxx@h","mail":"a@b"}`},
		{`{"x https://h:80":["a@b"]}`, ""},
		{`["x https://h:80",1,"a@b"]`, ""},
		{`[["x https://h:80"],"a@b"]`, ""},
		{`[{"a":"x https://h:80"},{"b":"a@b"}]`, ""},
		{`"{\"url\":\"https://h:80\",\"mail\":\"a@b\"}"`, ""},
		{`"{\"url\":\"https://h:80\"}",a@b`, ""},
		{`{"url":"https://h:80\\","mail":"a@b"}`, ""},
		{`"{\"url\":\"https://h:80\\\\\",\"mail\":\"a@b\"}"`, ""},
		{`"{\"url\":\"https://u:S\\\"}S@h\",\"mail\":\"a@b\"}"`, `"{\"url\":\"https://u:xxxxx@h\",\"mail\":\"a@b\"}"`},
		{`['x https://h:80','a@b']`, ""},
		{"(`x https://h:80`,`a@b`)", ""},
		{`<a href="x https://h:80"/>a@b`, ""},
		{`<a href="https://h:80">a@b</a>`, ""},
		{`<a href="x https://h:80">a@b</a>`, ""},
		{`<p>https://h:80</p>a@b`, ""},
		{"<https://h:80>, a@b", ""},
		{"(https://h:80), a@b", ""},
		{"(https://u:S)S@h)", "(https://u:xxxxx@h)"},
		{`f("https://h:80");a@b`, ""},
		{`A='https://u:S'"'"'S@h'`, `A='https://u:xxxxx@h'`},
		{`A='https://u:S'\''S@h'`, `A='https://u:xxxxx@h'`},
		{`1,"https://u:S""S@h",a@b`, `1,"https://u:xxxxx@h",a@b`},
		{`url: https://u:S"},"S@h`, `url: https://u:xxxxx@h`}, // no quotation mark is open
		{`https://u:S<S>@h/`, "https://u:xxxxx@h/"},
		{`Get "https://h:80": dial h:80`, ""},
		{`Get "https://h:80`, ""},
	}},
	{"no secret", []redaction{
		{"https://h", ""},
		{"http://h:3000/@vite/client", ""},
		{"http://h:3000?a@b", ""},
		{"https://u:1234/w@h/", ""}, // a host and a port
		{"redis://h:6379/joe@x", "redis://h:xxxxx@x"},
		{"redis://u:6379/joe@x", "redis://u:xxxxx@x"},
		{"mongodb://foo:1234/@h", "mongodb://foo:xxxxx@h"},
		{"ssh://user@host:22/a@b", ""},
		{"ssh://git@host:path@v1", ""},
		{"docker://h:tag@sha256:0123", ""},
		{"http://host:port/a@b http://h:$PORT/@x http://h:${X}/@x http://h:%d/@x", ""},
		{"http://${HOST:-localhost}:${PORT:-3000}/@vite http://{{host}}:{{port}}/@vite http://h:%PORT%/@x http://h:$(PORT)/@x", ""},
		{"http://${USER}:S@h/", "http://${USER}:xxxxx@h/"},
		{`"//:node_modules/@types/node" //nolint:errcheck joe@example.com`, ""},
		{"ldap://h:389/dc=x?mail=a@b", ""},
		{"mongodb://h1:1,h2:2/?m=a@b", ""},
		{"https://h/?mail=a@b", ""},
		{"https://user@h/", ""},
		{"https://u:@h/", ""},
	}},
	{"end of the secret", []redaction{
		{"https://u:S/S?S#S@h/", "https://u:xxxxx@h/"},
		{"https://u:70000/S@h/", "https://u:xxxxx@h/"},
		{"mysql://u:S@192.0.2.1:3306/test@test", "mysql://u:xxxxx@192.0.2.1:3306/test@test"},
		{"mysql://u:S/S@h:1/test@test", "mysql://u:xxxxx@h:1/test@test"},
		{"https://u:S@h.example/@scope/pkg", "https://u:xxxxx@h.example/@scope/pkg"},
		{"https://u:S@localhost/@scope/pkg", "https://u:xxxxx@localhost/@scope/pkg"},
		{"https://u:S@h:8/@scope/pkg", "https://u:xxxxx@h:8/@scope/pkg"},
		{"https://u:S@S/S@h.example/", "https://u:xxxxx@h.example/"},
		{"postgres://u:S@h/db?mail=a@b", "postgres://u:xxxxx@h/db?mail=a@b"},
		{"mongodb://u:S@h1:1,h2:2/db", "mongodb://u:xxxxx@h1:1,h2:2/db"},
		{"mysql://user:#S@h/d", "mysql://user:xxxxx@h/d"},
	}},
	{"a space in a password", []redaction{
		{"https://u:S w@h/", "https://u:xxxxx@h/"},
		{"https://u:S w/a@h.example/ a@b", "https://u:xxxxx@h.example/ a@b"},
		{"https://u:S  w@h/", "https://u:xxxxx@h/"},
		{"https://u:S\tw@h/", "https://u:xxxxx@h/"},
		{"https://h:80 a@b", ""},
		{"https://h: a@b", ""},
	}},
	{"user names", []redaction{
		{"https://ghp_0123456789@github.com/", "https://xxxxx@github.com/"},
		{"https://ghp_0123456789@github.com:443/a@b", "https://xxxxx@github.com:443/a@b"},
		{"https://u%3AS@[::1]:443/", "https://xxxxx@[::1]:443/"},
		{"mysql://u%3AS@h:3306/d", "mysql://xxxxx@h:3306/d"},
		{"https://ghp_0123456789:x-oauth-basic@github.com/", "https://xxxxx@github.com/"},
		{"https://0123:x-oauth-basic@github.com/", "https://xxxxx@github.com/"},
		{"https://0123456789abcdef:@api.example.com/", "https://xxxxx@api.example.com/"},
		{"https://x-access-token:S@github.com/", "https://x-access-token:xxxxx@github.com/"},
		{"https://glrtr-0123456789@h/ https://xwfp-0123456789@h/", "https://xxxxx@h/ https://xxxxx@h/"},
		{"https://AIza0123456789:x@h/", "https://xxxxx@h/"},
		{"https://dapi0123456789@h/", ""},                      // the issuer documents no prefix
		{"https://0123456789abcdef@o1.ingest.sentry.io/2", ""}, // a DSN of Sentry is public
		{"https://git@h/ https://user@h/ https://ghp_@h/", ""},
		{"ssh://0123456789abcdef:@h/", ""},
	}},
	{"values of keys", []redaction{
		{"GET /?token=S&a=1 HTTP/1.1", "GET /?token=xxxxx&a=1 HTTP/1.1"},
		{"/cb#access_token=S&a=1", "/cb#access_token=xxxxx&a=1"},
		{"?a=1&Tok%65N=S#f", "?a=1&Tok%65N=xxxxx#f"},
		{`"?a=1\u0026token=S"`, `"?a=1\u0026token=xxxxx"`},
		{"?a=1&amp;token=S;S", "?a=1&amp;token=xxxxx"},
		{"%3Ftoken%3DS%26a%3D1", "%3Ftoken%3Dxxxxx%26a%3D1"},
		{"jdbc:sqlserver://h;user=u;password=S;a=1", "jdbc:sqlserver://h;user=u;password=xxxxx;a=1"},
		{"?token=S;S&a=1", "?token=xxxxx&a=1"},
		{"?a=1;token=S;b=1", "?a=1;token=xxxxx;b=1"},
		{`<a href="?token=S">`, `<a href="?token=xxxxx">`},
		{"Driver=x;pwd={S;S!};a=1", "Driver=x;pwd=xxxxx;a=1"},
		{"Server=h;Password='S;S';a=1", "Server=h;Password=xxxxx;a=1"},
		{"Server=h; Password=S#S;a=1", "Server=h; Password=xxxxx;a=1"},
		{"host=h user=u password=S dbname=d", "host=h user=u password=xxxxx dbname=d"},
		{`host=h user=u password='S \'S' dbname=d`, `host=h user=u password=xxxxx dbname=d`},
		{`LoginModule required username="u" password="S";`, `LoginModule required username="u" password=xxxxx;`},
		{"host = h password = S", "host = h password = xxxxx"},
		{`s := "Server=h;Password=" + p + ";a=1"`, ""},
		{`{"a":"Server=h;Password=","b":"c"}`, ""},
		{"//registry.example.com/:_password=S", "//registry.example.com/:_password=xxxxx"},
		{"Server=h; Password = S;a=1", "Server=h; Password = xxxxx;a=1"},
		{"h:6380,password=S=,ssl=True", "h:6380,password=xxxxx,ssl=True"},
		{`"h:1,g:2,password=S"`, `"h:1,g:2,password=xxxxx"`},
		{"jdbc:db2://h:1/x:password=S;", "jdbc:db2://h:1/x:password=xxxxx;"},
		{"jdbc:mysql://address=(host=h)(user=u)(password=S)/d", "jdbc:mysql://address=(host=h)(user=u)(password=xxxxx)/d"},
		{"if (password=S) f(token=S)", ""},
		{"jdbc:postgresql://h/d?user=u&password=S#S&a=b", "jdbc:postgresql://h/d?user=u&password=xxxxx&a=b"},
		{"JDBC:PostgreSQL://h/d?user=u&password=S#S&a=b", "JDBC:PostgreSQL://h/d?user=u&password=xxxxx&a=b"},
		{"JDBC:SQLServer://h;password=S/S?S#S;a=b", "JDBC:SQLServer://h;password=xxxxx;a=b"},
		{"JDBC:DB2://h:1/x:password=S;", "JDBC:DB2://h:1/x:password=xxxxx;"},
		{"host=h user=u password=S;S{S dbname=d", "host=h user=u password=xxxxx dbname=d"},
		{"h:6379,password=S;S,ssl=True", "h:6379,password=xxxxx,ssl=True"},
		{"host=h,password=S HOST=h Password=S", "host=h,password=xxxxx HOST=h Password=xxxxx"},
		{"[![a](https://h/b.svg?token=S)](https://h/)", "[![a](https://h/b.svg?token=xxxxx)](https://h/)"},
		{"/login;password=S?next=/x", "/login;password=xxxxx?next=/x"},
		{"f(user='u', password='S', host='h') {host=h, password=S}", "f(user='u', password=xxxxx, host='h') {host=h, password=xxxxx}"},
		{"?token=S\x1b[0m", "?token=xxxxx\x1b[0m"},
		{"def f(user=None, password=None, x=1)", ""},
		{"?accessToken=S&ACCESS-TOKEN=S&access.token=a", "?accessToken=xxxxx&ACCESS-TOKEN=xxxxx&access.token=a"},
		{"?user[password]=S&a=1", "?user[password]=xxxxx&a=1"},
		{"?user%5Bpassword%5D=S", "?user%5Bpassword%5D=xxxxx"},
		{"?token[]=S&token%5B%5D=S", "?token[]=xxxxx&token%5B%5D=xxxxx"},
		{"host == h && password == x; password == y;password==z", ""},
		{"f(a,password=S) a:password=S", ""}, // no address
		{"password = S", ""},
		{"token=S", ""},
		{"?x=ghp_01234567&y=glpat-0123456789;z=npm_0123456789#a=sk_live_01234567", "?x=xxxxx&y=xxxxx#a=xxxxx"},
		{"/cb#state=xoxb-01234567&a=b /?a%5Bb%5D=pypi-AgEIcHlwaQ", "/cb#state=xxxxx&a=b /?a%5Bb%5D=xxxxx"},
		{"?x%3Dghp_01234567%26y", "?x%3Dxxxxx%26y"},
		{"?ghp_01234567=1&x=ghp_0123456 x=ghp_01234567 ?x=Xghp_01234567", ""}, // a key, too short, without a delimiter before the key, and no prefix
		{"?xtoken=1&tokenx=2&token&token=", ""},
		{"?a=token=1", ""},
	}},
	{"values of keys in braces and quotation marks", []redaction{
		{"?token='S'", "?token=xxxxx"},
		{`?token="S"`, "?token=xxxxx"},
		{"?token=`S S`#f", "?token=xxxxx#f"},
		{"/?x=1&password='S S'&y=2", "/?x=1&password=xxxxx&y=2"},
		{"/?x=1&password={S S}&y=2", "/?x=1&password=xxxxx&y=2"},
		{"#token={S S} x", "#token=xxxxx x"},
		{"?token=' S'", "?token=xxxxx"},
		{"?token='S'.", "?token=xxxxx"},
		{"?token='S x", "?token=xxxxx x"},
		{"''?token=''S''", "''?token=xxxxx''"},
		{`{"a":"?token='S S'","b":"c"}`, `{"a":"?token=xxxxx","b":"c"}`},
		{`{"a":"?token='S","b":"c"}`, `{"a":"?token=xxxxx","b":"c"}`},
		{`{"a":"?token=\"S S\"&b=c"}`, `{"a":"?token=xxxxx&b=c"}`},
		{`{"a":"?token=","b":"c"}`, ""},
		{`{"a":"?token={","b":"}"}`, `{"a":"?token=xxxxx","b":"}"}`},
		{`"{\"a\":\"?token=\",\"b\":\"c\"}"`, ""},
		{`1,"{""a"":""?token=""}"`, ""},
		{`<a href="?token="><b class="c">`, ""},
		{`<a href="?token="/><b class="c">`, ""},
		{`f("?token=" + token + "&a=1")`, ""},
		{"`?token=`s and `a`", ""},
		{"?token=''&a=1", ""},
	}},
	{"values of keys in other secrets", []redaction{
		{"jdbc:sqlserver://h:1433;user=sa;password=S@S;a=1", "jdbc:sqlserver://h:xxxxx;a=1"},
		{"jdbc:sqlserver://h:1433;user=sa;password={S@;S S};a=1", "jdbc:sqlserver://h:xxxxx;a=1"},
		{"jdbc:hive2://h:10000/default;password=S@S;a=1", "jdbc:hive2://h:xxxxx;a=1"},
		{"jdbc:redshift://h:5439/d;UID=;PWD=S@S", "jdbc:redshift://h:xxxxx"},
		{"jdbc:db2://h:50000/x:user=joe;password=S@S;", "jdbc:db2://h:xxxxx;"},
		{"jdbc:db2://h:50000/x:password=S@S;", "jdbc:db2://h:xxxxx;"},
		{`jdbc:db2:\/\/h:1\/x\u003bpassword\u003dS@S;a`, `jdbc:db2:\/\/h:xxxxx;a`},
		{"jdbc%3Adb2%3A%2F%2Fh%3A1%3Bpassword%3DS%40S%3Ba", "jdbc%3Adb2%3A%2F%2Fh%3Axxxxx%3Ba"},
		{"https://h:443;token=S@S", "https://h:xxxxx"},
		{"redis://h:6379?password=S@S", "redis://h:xxxxx"},
		{"redis://h:6379,password=S@S,ssl=True", "redis://h:xxxxx,ssl=True"},
		{"amqp://h:5672?password=S@S", "amqp://h:xxxxx"},
		{"amqp://u:S@h?token=S@S", "amqp://u:xxxxx"},
		{"foo://a;token=S:S@S;a=1", "foo://a;token=xxxxx;a=1"},
		{"foo://a;token=S;b:S@h", "foo://a;token=xxxxx"},
		{"jdbc:oracle:thin:u/S@h?token=S@S", "jdbc:oracle:thin:u/xxxxx"},
		{"redis://h:6379?a=b@c", "redis://h:xxxxx@c"},
	}},
	{"addresses of drivers", []redaction{
		{"root:S@tcp(h:3306)/db", "root:xxxxx@tcp(h:3306)/db"},
		{`dsn := "root:S:/S@S@unix(/s)/db?a=b@c"`, `dsn := "root:xxxxx@unix(/s)/db?a=b@c"`},
		{`{"dsn":"root:S@tcp(h:3306)/db"}`, `{"dsn":"root:xxxxx@tcp(h:3306)/db"}`},
		{"root:S@/db", "root:xxxxx@/db"},
		{"sip:u:12#S@h jdbc:oracle:thin:u/1/S@//h/x", "sip:u:xxxxx@h jdbc:oracle:thin:u/xxxxx@//h/x"},
		{`root:S\@tcp(h)/d sip:u:S\@h`, `root:xxxxx\@tcp(h)/d sip:u:xxxxx\@h`},
		{"root:S@/S@tcp(h)/d", "root:xxxxx@tcp(h)/d"},
		{`{"a":"sip:u:S@h","b":"sip:u:S@h"}`, `{"a":"sip:u:xxxxx@h","b":"sip:u:xxxxx@h"}`},
		{`{"a":"sip:u:5060","b":"sip:u:S@h"}`, `{"a":"sip:u:5060","b":"sip:u:xxxxx@h"}`},
		{`["jdbc:oracle:thin:u/S@h:1:S","root:S@tcp(h)/d"]`, `["jdbc:oracle:thin:u/xxxxx@h:1:S","root:xxxxx@tcp(h)/d"]`},
		{"jdbc:oracle:thin:@(DESCRIPTION=(HOST=h)) 16:9@(1080p)", ""},
		{`DSN="root:S@(h:3306)/db"`, `DSN="root:xxxxx@(h:3306)/db"`},
		{"root:S@udp(h:3306)/db,root:S@tcp(h)/", "root:xxxxx@udp(h:3306)/db,root:xxxxx@tcp(h)/"},
		{"next=root%3AS%40tcp(h%3A3306)%2Fdb", "next=root%3Axxxxx%40tcp(h%3A3306)%2Fdb"},
		{"next=root%3AS%40tcp%28h%29%2Fdb", "next=root%3Axxxxx%40tcp%28h%29%2Fdb"},
		{"next=jdbc%3Aoracle%3Athin%3Ascott%2FS%40h%3A1", "next=jdbc%3Aoracle%3Athin%3Ascott%2Fxxxxx%40h%3A1"},
		{`{"paths":{"@/*":["./src/*"]}} a{b:c}@media(d) https://h:80/@/x jdbc:oracle:thin:@//h:1521/x`, ""},
		{"root@tcp(h:3306)/db", ""},
		{"jdbc:oracle:thin:scott/S@//h:1521/S", "jdbc:oracle:thin:scott/xxxxx@//h:1521/S"},
		{"jdbc:oracle:thin:scott/S@h:1521:S", "jdbc:oracle:thin:scott/xxxxx@h:1521:S"},
		{"jdbc:oracle:thin:@h:1521:S", ""},
		{"scott/tiger@h:1521/S", ""}, // more often a path
		{"sip:user:S@h", "sip:user:xxxxx@h"},
		{"sips:user:S@h", "sips:user:xxxxx@h"},
		{"a=%22sip:u:S@h sip::a:b@c", "a=%22sip:u:xxxxx@h sip::a:b@c"}, // no empty user
		{`{a:/x,"dsn":"root:S@/d"} b:c"root:S@/d`, `{a:/x,"dsn":"root:xxxxx@/d"} b:c"root:xxxxx@/d`},
		{"sip:user@h:5060 gossip:a:b@c", ""},
	}},
	{"messages", []redaction{
		{`invalid port ":S" after host`, `invalid port ":xxxxx" after host`},
		{`parse \"x\": invalid port \":S\" after host`, `parse \"x\": invalid port \":xxxxx\" after host`},
		{"ValueError: invalid literal for int() with base 10: 'S'", "ValueError: invalid literal for int() with base 10: 'xxxxx'"},
		{"Port could not be cast to integer value as 'S'", "Port could not be cast to integer value as 'xxxxx'"},
		{"nonnumeric port: 'S'", "nonnumeric port: 'xxxxx'"},
		{"Port should be >= 0 and < 65536. Received type string ('S').", "Port should be >= 0 and < 65536. Received type string ('xxxxx')."},
		{`invalid port ":S S" after host`, `invalid port ":xxxxx" after host`},
		{`invalid integer value "S S" for connection option "port"`, `invalid integer value "xxxxx" for connection option "port"`},
		{"Invalid port: 'S'", "Invalid port: 'xxxxx'"},
		{"Failed to parse the host:port pair 'S'", "Failed to parse the host:port pair 'xxxxx'"},
		{"could not translate host name \"S@db\" to address", "could not translate host name \"xxxxx@db\" to address"},
		{"getaddrinfo ENOTFOUND S@S@db", "getaddrinfo ENOTFOUND xxxxx@db"},
		{"dial tcp: lookup S@db: no such host", "dial tcp: lookup xxxxx@db: no such host"},
		{"lookup joe@h failed", ""},
		{`{"invalid port ":{},"x":" after host"}`, ""},
		{`{"For input string: ":"x"}`, ""},
		{"nonnumeric port: 'a b'", ""},
	}},
}

// keysOfCases are the keys with secret values in cases.
var keysOfCases = redact.NewKeys([]string{"token", "access_token", "*password", "pwd"})

func hide(text string, rules redact.Rules) string { return string(rules.Append(nil, text)) }

func TestRules(t *testing.T) {
	for _, rule := range cases {
		for _, c := range rule.cases {
			want := c.want
			if want == "" {
				want = c.text
			}
			rules := redact.Rules{Keys: keysOfCases}
			for _, around := range [][2]string{{"", ""}, {"x ", " y"}, {"\n", "\n"}, {strings.Repeat("ab ", 50), strings.Repeat("\ncd", 50)}} {
				text, want := around[0]+c.text+around[1], around[0]+want+around[1]
				got := hide(text, rules)
				if got != want {
					t.Errorf("%s: %q: got %q, want %q", rule.rule, text, got, want)
				}
				if again := hide(got, rules); again != got {
					t.Errorf("%s: %q: got %q, and again %q", rule.rule, text, got, again)
				}
			}
		}
	}
}

// TestComponents: a component that is hidden does not keep a secret before it from being hidden.
func TestComponents(t *testing.T) {
	for _, c := range []struct {
		rules      redact.Rules
		text, want string
	}{
		{redact.Rules{Fragment: true}, "https://h/?token=S&a=1#f", "https://h/?token=xxxxx&a=1#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?token=S&a=1&pwd=S&b=2#f", "https://h/?token=xxxxx&a=1&pwd=xxxxx&b=2#xxxxx"},
		{redact.Rules{Fragment: true}, "https://u:S@h/?token=S#f", "https://u:xxxxx@h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "//h/?token=S#f", "//h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, `https:\/\/h\/?token=S#f`, `https:\/\/h\/?token=xxxxx#xxxxx`},
		{redact.Rules{Fragment: true}, "https%3A%2F%2Fh%2F%3Ftoken%3DS%23f", "https%3A%2F%2Fh%2F%3Ftoken%3Dxxxxx%23xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/;password=S#f", "https://h/;password=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?next=https://u:S@g/&token=S#f", "https://h/?next=https://u:xxxxx@g/&token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?next=amqp://u:S#S@g/", "https://h/?next=amqp://u:xxxxx"},
		{redact.Rules{Fragment: true, User: true}, "https://u@h/?token=S#f", "https://xxxxx@h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/#token='S S' x", "https://h/#xxxxx x"},
		{redact.Rules{User: true}, "https://u:S@h/?token=S#f", "https://xxxxx@h/?token=xxxxx#f"},
		{redact.Rules{OriginOnly: true}, "https://u:S@h;token=S/p?q#f", "https://xxxxx@h;token=xxxxx"},
		{redact.Rules{OriginOnly: true}, "https://u@h/p?q#f", "https://xxxxx@h/xxxxx?xxxxx#xxxxx"},
	} {
		c.rules.Keys = keysOfCases
		got := hide(c.text, c.rules)
		if got != c.want {
			t.Errorf("%+v: %q: got %q, want %q", c.rules, c.text, got, c.want)
		}
		if again := hide(got, c.rules); again != got {
			t.Errorf("%+v: %q: got %q, and again %q", c.rules, c.text, got, again)
		}
	}
}
