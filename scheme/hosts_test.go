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
	"github.com/urispan/uri/internal/test/kit"
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
var hostsTests = kit.Cases[struct{ source, in, want, printed string }]("hosts.txt", "hostsTests")

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
