package scheme_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/scheme"
)

// flat returns the parts of h in one line: prefix, scheme, user, password, hosts, path, parameters. "-" is undefined.
func flat(h scheme.Hosts) string {
	optional := func(s string, ok bool) string {
		if !ok {
			return "-"
		}
		return s
	}
	parts := []string{h.Prefix(), h.Scheme(), optional(h.User()), optional(h.Password()), "", h.Path()}
	var hosts []string
	for _, host := range h.Hosts() {
		hosts = append(hosts, host.String())
	}
	parts[4] = strings.Join(hosts, ",")
	for name, value := range h.Params() {
		parts = append(parts, name+"="+value)
	}
	return strings.Join(parts, "|")
}

// "{postgresql}" is the default port of that scheme. The sources are threads, or pages of the documentation of drivers.
var hostsTests = []struct{ source, in, want, printed string }{
	{"https://github.com/doubleloop-io/effect-mongodb/issues/58",
		"mongodb://h1.example:27018,h2.example:27018/mydb", "|mongodb|-|-|h1.example:27018,h2.example:27018|/mydb", ""},
	{"https://github.com/prisma/orm/pull/30354",
		"mongodb://host1:27017,host2:27017/db", "|mongodb|-|-|host1:27017,host2:27017|/db", ""},
	{"https://github.com/loopbackio/loopback-connector-mongodb/issues/664", "mongodb://a:1,b:2/x", "|mongodb|-|-|a:1,b:2|/x", ""},
	{"https://github.com/redis/redis-vl-python/pull/385", "redis+sentinel://u:p@h1:26379,h2:26380/mymaster/0",
		"|redis+sentinel|u|p|h1:26379,h2:26380|/mymaster/0", "redis+sentinel://u:xxxxx@h1:26379,h2:26380/mymaster/0"},
	{"https://github.com/microsoft/mssql-jdbc/issues/1188",
		"jdbc:sqlserver://h:1433;databaseName=x", "jdbc:|sqlserver|-|-|h:1433||databaseName=x", ""},
	{"https://github.com/eclipse-vertx/vertx-sql-client/issues/1152",
		"jdbc:oracle:thin:@tcp://h1,h2:1521/svc", "jdbc:oracle:thin:|tcp|-|-|h1:1521,h2:1521|/svc", ""},
	{"https://github.com/aws/aws-advanced-jdbc-wrapper/pull/2080", "jdbc:aws-wrapper:postgresql://host/db?user=foo&password=secret",
		"jdbc:aws-wrapper:|postgresql|-|-|host{postgresql}|/db|user=foo|password=secret",
		"jdbc:aws-wrapper:postgresql://host/db?user=foo&password=xxxxx"},
	{"https://github.com/brettwooldridge/HikariCP/issues/1495", "jdbc:sqlserver://h:1433;user=u;password={ab;cd};database=x",
		"jdbc:|sqlserver|-|-|h:1433||user=u|password={ab;cd}|database=x", "jdbc:sqlserver://h:1433;user=u;password=xxxxx;database=x"},
	{"https://github.com/apache/kafka/pull/9701", "SASL_PLAINTEXT://localhost:49767", "|SASL_PLAINTEXT|-|-|localhost:49767|", ""},

	{"the issue", "mongodb://u:pw@a:1,b:2/db?x", "|mongodb|u|pw|a:1,b:2|/db|x=", "mongodb://u:xxxxx@a:1,b:2/db?x"},
	{"the issue", "SASL_SSL://a:9093,b:9093", "|SASL_SSL|-|-|a:9093,b:9093|", ""},
	{"the issue", "jdbc:postgresql://a,b/x", "jdbc:|postgresql|-|-|a{postgresql},b{postgresql}|/x", ""},
	{"the issue", "jdbc:sqlserver://h:1433;a=b", "jdbc:|sqlserver|-|-|h:1433||a=b", ""},

	{"MongoDB, Connection Strings", "mongodb+srv://joe:p%40ss@cluster0.example/?retryWrites=true&w=majority",
		"|mongodb+srv|joe|p%40ss|cluster0.example|/|retryWrites=true|w=majority",
		"mongodb+srv://joe:xxxxx@cluster0.example/?retryWrites=true&w=majority"},
	{"MongoDB, Connection Strings", "mongodb://%2Ftmp%2Fmongodb-27017.sock/db", "|mongodb|-|-|%2Ftmp%2Fmongodb-27017.sock{mongodb}|/db", ""},
	{"libpq, 32.1.1.2", "postgresql://", "|postgresql|-|-||", ""},
	{"libpq, 32.1.1.2", "postgresql://user@localhost", "|postgresql|user|-|localhost{postgresql}|", ""},
	{"libpq, 32.1.1.2", "postgresql://user:secret@localhost", "|postgresql|user|secret|localhost{postgresql}|", "postgresql://user:xxxxx@localhost"},
	{"libpq, 32.1.1.2", "postgresql://host1:123,host2:456/somedb?target_session_attrs=any&application_name=myapp",
		"|postgresql|-|-|host1:123,host2:456|/somedb|target_session_attrs=any|application_name=myapp", ""},
	{"libpq, 32.1.1.2", "postgresql:///mydb?host=localhost&port=5433", "|postgresql|-|-||/mydb|host=localhost|port=5433", ""},
	{"libpq, 32.1.1.2", "postgresql://[2001:db8::1234]/database", "|postgresql|-|-|[2001:db8::1234]{postgresql}|/database", ""},
	{"libpq, 32.1.1.2", "postgresql://[::1]:5,[::2]/x", "|postgresql|-|-|[::1]:5,[::2]{postgresql}|/x", ""},
	{"Kafka, listeners", "PLAINTEXT://:9092", "|PLAINTEXT|-|-|:9092|", ""},
	{"Lettuce, RedisURI", "redis-sentinel://:secret@a,b:5000/0#", "", "illegal byte in path at byte 35"},
	{"Lettuce, RedisURI", "redis-sentinel://:secret@a,b:5000/0?sentinelMasterId=m",
		"|redis-sentinel||secret|a:26379,b:5000|/0|sentinelMasterId=m", "redis-sentinel://:xxxxx@a,b:5000/0?sentinelMasterId=m"},
	{"pgjdbc, Connecting to the Database", "jdbc:postgresql:///", "jdbc:|postgresql|-|-||/", ""},
	{"MariaDB, About Connector/J", "jdbc:mariadb:sequential://a,b:3307/db?user=joe&password=S",
		"jdbc:mariadb:|sequential|-|-|a:3306,b:3307|/db|user=joe|password=S", "jdbc:mariadb:sequential://a,b:3307/db?user=joe&password=xxxxx"},
	{"MySQL, Connector/J, 6.2", "jdbc:mysql:loadbalance://u:p@h1:3306,h2/db", "jdbc:mysql:|loadbalance|u|p|h1:3306,h2{mysql}|/db",
		"jdbc:mysql:loadbalance://u:xxxxx@h1:3306,h2/db"},
	{"Microsoft, Building the connection URL", `jdbc:sqlserver://h\sqlexpress:1434;password={a}};b};user=u`,
		`jdbc:|sqlserver|-|-|h\sqlexpress:1434||password={a}};b}|user=u`, `jdbc:sqlserver://h\sqlexpress:1434;password=xxxxx;user=u`},
	{"Microsoft, Building the connection URL", "jdbc:sqlserver://;serverName=h;applicationName=My App",
		"jdbc:|sqlserver|-|-|||serverName=h|applicationName=My App", ""},
	{"Microsoft, Building the connection URL", "JDBC:SQLServer://h;password=a@b/c?d", "JDBC:|SQLServer|-|-|h:1433||password=a@b/c?d",
		"JDBC:SQLServer://h;password=xxxxx"},
	{"Oracle, Database URLs", "jdbc:oracle:thin:scott/tiger@//myhost:1521/myservice",
		"jdbc:oracle:thin:||scott|tiger|myhost:1521|/myservice", "jdbc:oracle:thin:scott/xxxxx@//myhost:1521/myservice"},
	{"Oracle, Database URLs", "jdbc:oracle:thin:@myhost:1521:orcl", "jdbc:oracle:thin:||-|-|myhost:1521|:orcl", ""},
	{"Oracle, Database URLs", "jdbc:oracle:oci:scott@myhost", "jdbc:oracle:oci:||scott|-|myhost:1521|", ""},
	{"Oracle, Easy Connect Plus", "jdbc:oracle:thin:@tcp://a:1522,b,c:1523/s?wallet_location=/w",
		"jdbc:oracle:thin:|tcp|-|-|a:1522,b:1523,c:1523|/s|wallet_location=/w", ""},
	{"Oracle, Easy Connect Plus", "jdbc:oracle:thin:@[::1]:1521/s", "jdbc:oracle:thin:||-|-|[::1]:1521|/s", ""},
	{"Db2, URL format", "jdbc:db2://h:50000/db:user=joe;password=S;", "jdbc:|db2|-|-|h:50000|/db|user=joe|password=S",
		"jdbc:db2://h:50000/db:user=joe;password=xxxxx;"},
	{"Hive, HiveServer2 Clients", "jdbc:hive2://zk1:2181,zk2:2181/;serviceDiscoveryMode=zooKeeper;zooKeeperNamespace=hs2",
		"jdbc:|hive2|-|-|zk1:2181,zk2:2181|/|serviceDiscoveryMode=zooKeeper|zooKeeperNamespace=hs2", ""},
	{"Testcontainers", "jdbc:tc:postgresql:9.6.8:///db", "jdbc:tc:postgresql:|9.6.8|-|-||/db", ""},
	{"https://github.com/brettwooldridge/HikariCP/issues/1495", "jdbc:sqlserver://h:1433;user=u;password=ab;cd;database=x",
		"jdbc:|sqlserver|-|-|h:1433||user=u|password=ab|cd=|database=x", "jdbc:sqlserver://h:1433;user=u;password=xxxxx;xxxxx;database=x"},
	{"own", "a://h:1/?a&b=c&&=d", "|a|-|-|h:1|/|a=|b=c|=d", ""},
	{"own", "a://:@h", "|a|||h|", ""},
	{"own", "a://@h:00080", "|a||-|h:80|", ""},

	// Errors. Without an "@", the bytes of an authority may be a userinfo that goes on.
	{"own", "", "", `no "://" at byte 0`},
	{"own", "mongodb:a:1,b:2", "", `no "://" at byte 11`},
	{"own", "a b://h", "", `no "://" at byte 1`},
	{"own", "://h", "", `no "://" at byte 0`},
	{"own", "a::b://h", "", `no "://" at byte 2`},
	{"own", "a:b:/h", "", `no "://" at byte 5`},
	{"own", "a", "", `no "://" at byte 1`},
	{"own", "a:/", "", `no "://" at byte 3`},
	{"own", "jdbc:sqlserver://h;user=u;password={a}b;c};x=y", "jdbc:|sqlserver|-|-|h:1433||user=u|password={a}b|c}=|x=y",
		"jdbc:sqlserver://h;user=u;password=xxxxx;xxxxx;x=y"},
	{"own: no closing brace", "jdbc:sqlserver://h;password={a}};b;user=u", "jdbc:|sqlserver|-|-|h:1433||password={a}};b;user=u",
		"jdbc:sqlserver://h;password=xxxxx"},
	{"MongoDB, Authentication Mechanisms", "mongodb://AKIA:SECRET@c0.example/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:TOKEN",
		"|mongodb|AKIA|SECRET|c0.example{mongodb}|/|authMechanism=MONGODB-AWS|authMechanismProperties=AWS_SESSION_TOKEN:TOKEN",
		"mongodb://AKIA:xxxxx@c0.example/?authMechanism=MONGODB-AWS&authMechanismProperties=xxxxx"},
	{"MongoDB, Connection Strings", "mongodb://h:1/?tlsCertificateKeyFilePassword=S", "|mongodb|-|-|h:1|/|tlsCertificateKeyFilePassword=S",
		"mongodb://h:1/?tlsCertificateKeyFilePassword=xxxxx"},
	{"Lettuce, RedisURI", "redis-socket:///tmp/redis?database=1", "|redis-socket|-|-||/tmp/redis|database=1", ""},
	{"AMQP URI, Appendix A", "amqp://user%61:%61pass@ho%61st:10000/v%2fhost", "|amqp|user%61|%61pass|ho%61st:10000|/v%2fhost",
		"amqp://user%61:xxxxx@ho%61st:10000/v%2fhost"},
	{"AMQP URI, Appendix A", "amqp://:@/", "|amqp||||/", ""},
	{"AMQP URI, Appendix A", "amqp://user@", "|amqp|user|-||", ""},
	{"H2, Database URL Overview", "jdbc:h2:tcp://localhost:1/~/test;USER=sa;PASSWORD=123", "jdbc:h2:|tcp|-|-|localhost:1|/~/test|USER=sa|PASSWORD=123",
		"jdbc:h2:tcp://localhost:1/~/test;USER=sa;PASSWORD=xxxxx"},
	{"Amazon Redshift, JDBC", "jdbc:redshift:iam://h:5439/dev?AccessKeyID=A&SecretAccessKey=S",
		"jdbc:redshift:|iam|-|-|h:5439|/dev|AccessKeyID=A|SecretAccessKey=S", "jdbc:redshift:iam://h:5439/dev?AccessKeyID=A&SecretAccessKey=xxxxx"},
	{"Teradata JDBC, URL", "jdbc:teradata://h:1/DATABASE=x,USER=u,PASSWORD=S", "jdbc:|teradata|-|-|h:1|/DATABASE=x,USER=u,PASSWORD=S",
		"jdbc:teradata://h:1/DATABASE=x,USER=u,PASSWORD=xxxxx"},
	{"Oracle, Database URLs", "jdbc:oracle:thin:/@//h/s", "jdbc:oracle:thin:||-||h:1521|/s", ""},
	{"Oracle, Database URLs", "jdbc:oracle:thin:@ldap://h:7777/sales,cn=OracleContext,dc=com",
		"jdbc:oracle:thin:|ldap|-|-|h:7777|/sales,cn=OracleContext,dc=com", ""},
	{"Oracle, Database URLs", "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)))", "", "illegal byte in host at byte 18"},
	{"Oracle, Easy Connect Plus", "jdbc:oracle:thin:@//h1:1521,h2:1522/s:dedicated/inst1", "jdbc:oracle:thin:||-|-|h1:1521,h2:1522|/s:dedicated/inst1", ""},
	{"Oracle, Easy Connect Plus", "jdbc:oracle:thin:@tcp://s1;s2,s3:1521/svc", "", "illegal byte in host at byte 26"},
	{"Kafka, listeners", "PLAINTEXT://myhost:9092,SSL://:9091", "", "bad port at byte 29"},
	{"own", "jdbc:h2:mem:x", "", `no "://" at byte 13`},
	{"own", "jdbc:oracle:thin:x", "", `no "://" at byte 18`},
	{"own", "JDBC:Oracle:thin:scott/tiger", "", `no "://" at byte 28`},
	{"own", "jdbc:oracle:thin:scott/ti@ger@h", "", "illegal byte in host at byte 29"},
	{"own", "mongodb://h:12x/", "", "bad port at byte 15"},
	{"own", "mongodb://h:1,b:2x", "", "bad port at byte 18"},
	{"https://github.com/redis/ioredis/issues/910", "redis://:password@host1:6379,redis://@host2:6379", "", "bad port at byte 36"},
	{"NATS, connecting to a cluster", "nats://a:4222,nats://b:4222", "", "bad port at byte 20"},
	{"own", "a://u@h,b:/x", "|a|u|-|h,b|/x", ""},
	{"own", "a://u@h:1x", "", "bad port at byte 9"},
	{"own", "a://u@h:99999,b", "", "bad port at byte 13"},
	{"own", "a://u@a:1,,b", "", "no host at byte 10"},
	{"own", "a://u@a,", "", "no host at byte 8"},
	{"own", "a://u@,b", "", "no host at byte 6"},
	{"own", "a://h!^", "", "illegal byte in host at byte 6"},
	{"own", "a://h^!", "", "illegal byte in host at byte 5"},
	{"own", "a://u@h,b!", "", "illegal byte in host at byte 9"},
	{"own", "a://u@h%4", "", "bad percent-encoding in host at byte 9"},
	{"own", "a://u@h,[::1", "", "bad IP-literal in host at byte 12"},
	{"own", "a://u@[::1]x", "", "illegal byte in host at byte 11"},
	{"own", `a://u@h\i`, "", "illegal byte in host at byte 7"},
	{"own", "a://u:p@x@h", "", "illegal byte in host at byte 9"},
	{"own", "a://u<:p@h", "", "illegal byte in userinfo at byte 5"},
	{"own", "a://u:%zz@h", "", "bad percent-encoding in userinfo at byte 7"},
	{"own", "a://h/<", "", "illegal byte in path at byte 6"},
	{"own", "a://h#f", "", "illegal byte in path at byte 5"},
	{"own", "a://h/?a b", "", "illegal byte in query at byte 8"},
	{"own", "jdbc:mysql://u@address=(host=h)(port=1)/db", "", "illegal byte in host at byte 22"},
}

func TestParseHosts(t *testing.T) {
	for _, test := range hostsTests {
		h, err := scheme.ParseHosts(test.in)
		if test.want == "" {
			var e *scheme.Error
			if !errors.As(err, &e) || err.Error() != test.printed || flat(h) != flat(scheme.Hosts{}) {
				t.Errorf("%s: %q: %v, want %s", test.source, test.in, err, test.printed)
			}
			continue
		}
		want := test.want
		for _, name := range []string{"postgresql", "mongodb", "mysql"} {
			port := ""
			if n, ok := uri.DefaultPort(name); ok {
				port = ":" + strconv.Itoa(int(n))
			}
			want = strings.ReplaceAll(want, "{"+name+"}", port)
		}
		if err != nil || flat(h) != want {
			t.Errorf("%s: %q\n got %s, %v\nwant %s", test.source, test.in, flat(h), err, test.want)
		}
		printed := test.printed
		if printed == "" {
			printed = test.in
		}
		if h.String() != printed {
			t.Errorf("%s: %q prints %s, want %s", test.source, test.in, h, printed)
		}
	}
}

// TestHostsTooLong has the longest address and a longer one.
func TestHostsTooLong(t *testing.T) {
	s := "a://" + strings.Repeat("h,", 8<<10-2)
	if _, err := scheme.ParseHosts(s[:len(s)-1] + "hh"); err == nil || !strings.Contains(err.Error(), "too long at byte 16384") {
		t.Errorf("%d bytes: %v", len(s)+1, err)
	}
	if h, err := scheme.ParseHosts(s[:len(s)-1] + "h"); err != nil || len(h.Hosts()) != 8<<10-2 {
		t.Errorf("%d bytes: %v", len(s), err)
	}
}

// TestHostsAreURIs compares lists of one host with package uri.
func TestHostsAreURIs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var s strings.Builder
		s.WriteString("http://")
		for range r.IntN(12) {
			s.WriteByte("abz019.:@/?[]%41<-_~"[r.IntN(20)])
		}
		u, uriErr := uri.Parse(s.String())
		h, err := scheme.ParseHosts(s.String())
		number, _ := u.PortNumber()
		if host, _ := u.Host(); uriErr == nil && err == nil && len(h.Hosts()) > 0 {
			userinfo, defined := u.Userinfo()
			user, password, hasPassword := strings.Cut(userinfo, ":")
			gotUser, ok := h.User()
			gotPassword, ok2 := h.Password()
			if one := h.Hosts()[0]; one.Name != host || number > 0 && one.Port != number || u.Path() != h.Path() || gotUser != user ||
				ok != defined || gotPassword != password || ok2 != hasPassword {
				t.Errorf("%q: %s", s.String(), flat(h))
			}
		}
		if uriErr != nil != (err != nil) && !strings.Contains(fmt.Sprint(err), "port") { // only ports have a limit
			t.Errorf("%q: %v, uri: %v", s.String(), err, uriErr)
		}
		var e *scheme.Error
		var f *uri.Error
		if errors.As(err, &e) && errors.As(uriErr, &f) && e.Offset != f.Offset {
			t.Errorf("%q: %v, uri: %v", s.String(), err, uriErr)
		}
	}
}

// TestHostListReason checks that the offset of ReasonHostList is that of the first "," after a port.
func TestHostListReason(t *testing.T) {
	for _, test := range []struct {
		in     string
		offset int
	}{
		{"mongodb://u:pw@a:1,b:2/", 18}, {"mongodb://u@[::1]:1,b", 19}, {"//u@a:,b", 6},
	} {
		_, err := uri.Parse(test.in)
		var e *uri.Error
		if !errors.As(err, &e) || e.Reason != uri.ReasonHostList || e.Offset != test.offset {
			t.Errorf("%q: %v, want a list of hosts at byte %d", test.in, err, test.offset)
		}
		if n, ok := fsm.Scan(test.in, new(fsm.Ranges)); ok || n != test.offset {
			t.Errorf("%q: Scan stops at %d, want %d", test.in, n, test.offset)
		}
	}
}

// TestHostsHidePasswords prints addresses with random passwords, and errors about them.
func TestHostsHidePasswords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	legal, any := "aZ7-._~!$&'()*+,;=:", "aZ7-._~!$&'()*+,;=:@/?#[]<>{}\"\\^`|%"
	printed := 0
	for range 300 {
		chars := legal
		if r.IntN(2) == 0 {
			chars = any
		}
		password := []byte("Q")
		for range 3 + r.IntN(10) {
			password = append(password, chars[r.IntN(len(chars))])
		}
		secret := "Q7" + string(password) + "7Q"
		for _, frame := range []string{
			"mongodb://u:%s@a:1,b:2/db", "redis://:%s@a,b", "jdbc:mysql://u:%s@a,b/c?d=e", "jdbc:oracle:thin:scott/%s@h:1521:x",
			"postgresql://a,b/c?user=u&password=%s", "jdbc:sqlserver://h:1;password={%s};a=b", "SASL_SSL://u:%s@",
		} {
			switch {
			case strings.Contains(frame, "{"):
				secret = strings.ReplaceAll(secret, "}", "}}")
			case strings.Contains(frame, "&"):
				secret = strings.ReplaceAll(secret, "&", "%26")
			}
			s := fmt.Sprintf(frame, secret)
			h, err := scheme.ParseHosts(s)
			if err != nil {
				if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "Q7") {
					t.Fatalf("%q: %v", s, err)
				}
				continue
			}
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Info("x", "hosts", h)
			text := fmt.Sprintf("%v %+v %#v %s %q %d %x", h, h, h, h, h, h, h) + fmt.Sprint([]scheme.Hosts{h}) + log.String()
			if strings.Contains(text, "7Q") || strings.Contains(text, "Q7") {
				t.Fatalf("%q prints %s", s, text)
			}
			printed++
		}
	}
	if printed < 1000 {
		t.Errorf("only %d addresses have a password", printed)
	}
}

func TestHostsOwnership(t *testing.T) {
	h, err := scheme.ParseHosts("a://b:1,c:2")
	if err != nil {
		t.Fatal(err)
	}
	list := h.Hosts()
	list[0].Name = "x"
	if want := []scheme.Host{{Name: "b", Port: 1}, {Name: "c", Port: 2}}; !slices.Equal(h.Hosts(), want) {
		t.Errorf("%v, want %v", h.Hosts(), want)
	}
	for name := range h.Params() {
		t.Errorf("parameter %q", name)
	}
	var zero scheme.Hosts
	if zero.String() != "" || flat(zero) != "||-|-||" {
		t.Errorf("the zero Hosts is %q", flat(zero))
	}
}
