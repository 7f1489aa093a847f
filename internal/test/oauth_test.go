package test_test

import (
	"errors"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// A loginServer is an OAuth server with a login page. It has the two places where the input of a stranger becomes a
// Location: "return_to" of the login, and redirect_uri of a client.
type loginServer struct {
	base    uri.URI                        // of the server itself
	clients map[string]*guard.RedirectURIs // by client_id
}

const home = "/"

var loginPage = template.Must(template.New("login").Parse(
	`<form method=post action=/login><input name=user><input name=password type=password>` +
		`<input type=hidden name=return_to value="{{.}}"><button>Log in</button></form>`))

func (s *loginServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method + " " + r.URL.Path {
	case "GET /authorize":
		s.authorize(w, r)
	case "GET /login":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		loginPage.Execute(w, s.returnTo(r)) // it fails if the client has closed the connection
	case "POST /login":
		s.login(w, r)
	case "GET " + home:
		w.WriteHeader(http.StatusNoContent)
	default:
		http.NotFound(w, r)
	}
}

// authorize sends a code to a registered URI. It never redirects to another one, not even with an error (RFC 6749,
// section 4.1.2.1).
func (s *loginServer) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	u, err := s.clients[query.Get("client_id")].Target(query.Get("redirect_uri"))
	if err != nil {
		http.Error(w, "redirect_uri: "+err.Error(), http.StatusBadRequest)
		return
	}
	if _, err := r.Cookie("session"); err != nil {
		again := home + "login?return_to=" + uri.PlacePair.Encode(r.URL.RequestURI())
		w.Header().Set("Location", again)
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	u, err = u.WithAddedQueryParam("code", "a code")
	if err == nil && query.Has("state") {
		u, err = u.WithAddedQueryParam("state", query.Get("state"))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", u.String())
	w.WriteHeader(http.StatusSeeOther)
}

func (s *loginServer) login(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("user") == "" || r.PostFormValue("password") == "" {
		http.Error(w, "user name or password is wrong", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	w.Header().Set("Location", s.returnTo(r))
	w.WriteHeader(http.StatusSeeOther)
}

// returnTo returns the page to show after the login.
func (s *loginServer) returnTo(r *http.Request) string {
	u, err := guard.ReturnTo(s.base, r.FormValue("return_to"))
	if err != nil {
		return home
	}
	return u.String()
}

// newLoginServer starts the server on loopback, with one client. The result does not follow redirects.
func newLoginServer(t *testing.T, redirectURIs ...string) (base string, client *http.Client) {
	t.Helper()
	s := new(loginServer)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	registered, err := guard.NewRedirectURIs(guard.RedirectOptions{}, redirectURIs...)
	if err != nil {
		t.Fatal(err)
	}
	s.base, s.clients = uri.MustParse(server.URL), map[string]*guard.RedirectURIs{"app": registered}
	client = server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return server.URL, client
}

const callback = "https://app.example/callback"

// locationOf sends a request, and returns its status and Location. With a form it is a POST.
func locationOf(t *testing.T, client *http.Client, address string, form url.Values, cookie string) (int, string) {
	t.Helper()
	method := "GET"
	if form != nil {
		method = "POST"
	}
	r, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if n := len(response.Header["Location"]); n > 1 {
		t.Errorf("%s %v: %d Locations", address, form, n)
	}
	return response.StatusCode, response.Header.Get("Location")
}

func TestLogin(t *testing.T) {
	base, client := newLoginServer(t, callback)
	start := base + "/authorize?client_id=app&state=x%26y&redirect_uri=" + url.QueryEscape(callback)
	status, page := locationOf(t, client, start, nil, "")
	returnTo, ok := strings.CutPrefix(page, "/login?return_to=")
	if status != http.StatusSeeOther || !ok {
		t.Fatalf("status %d, Location %s", status, page)
	}
	text, err := url.QueryUnescape(returnTo)
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"user": {"ann"}, "password": {"secret"}, "return_to": {text}}
	status, next := locationOf(t, client, base+"/login", form, "")
	if status != http.StatusSeeOther || base+next != start {
		t.Fatalf("after the login: status %d, Location %s, want %s", status, next, start)
	}
	status, last := locationOf(t, client, base+next, nil, "session=1")
	if status != http.StatusSeeOther || last != callback+"?code=a%20code&state=x%26y" {
		t.Errorf("status %d, Location %s", status, last)
	}
}

// leadsTo returns the origin of a Location, or an error if browsers, net/url and package uri read different ones.
func leadsTo(base, location string) (string, error) {
	page, err1 := whatwg.Parse(base)
	browser, err2 := page.Parse(location)
	from, err3 := url.Parse(base)
	program, err4 := from.Parse(location)
	ref, err5 := uri.Parse(location)
	u, err6 := uri.MustParse(base).Resolve(ref)
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return "", err
	}
	authority, _ := u.Authority()
	origin := u.Scheme() + "://" + authority
	if browser.Origin() != origin || program.Scheme+"://"+program.Host != origin {
		return "", errors.New("a browser goes to " + browser.Origin() + ", net/url to " + program.Host)
	}
	return origin, nil
}

// TestLoginAttacked sends all inputs of the advisories, in several forms, as return_to and as redirect_uri. No answer
// leads to another origin than the server's own and the origin of the registered URI.
func TestLoginAttacked(t *testing.T) {
	base, client := newLoginServer(t, callback, "http://127.0.0.1/app")
	seen := map[string]bool{}
	turn, every := 0, kit.Rounds(5, 5, 1) // the payloads take turns
	attack := func(payload string) {
		if turn++; turn%every != 0 || seen[payload] {
			return
		}
		seen[payload] = true
		form := url.Values{"user": {"ann"}, "password": {"secret"}, "return_to": {payload}}
		status, location := locationOf(t, client, base+"/login", form, "")
		origin, err := leadsTo(base, location)
		if status != http.StatusSeeOther || err != nil || origin != base || strings.ContainsAny(location, "\r\n\t\\") {
			t.Errorf("return_to %q: status %d, Location %q leads to %s, %v", payload, status, location, origin, err)
		}
		query := url.Values{"client_id": {"app"}, "redirect_uri": {payload}, "state": {payload}}
		status, location = locationOf(t, client, base+"/authorize?"+query.Encode(), nil, "session=1")
		if status != http.StatusBadRequest || location != "" {
			t.Errorf("redirect_uri %q: status %d, Location %q", payload, status, location)
		}
		query.Set("redirect_uri", callback)
		status, location = locationOf(t, client, base+"/authorize?"+query.Encode(), nil, "session=1")
		if origin, err = leadsTo(base, location); status != http.StatusSeeOther || err != nil || origin != "https://app.example" {
			t.Errorf("state %q: status %d, Location %q leads to %s, %v", payload, status, location, origin, err)
		}
	}
	host := strings.TrimPrefix(base, "http://")
	for _, a := range readAdvisories(t) {
		_, rest, _ := strings.Cut(a.input, ":")
		for _, payload := range []string{
			a.input, "/" + a.input, "//" + a.input, "/\\" + a.input, "/\t" + a.input, rest, "/" + rest, "http:" + rest, " " + rest,
			base + a.input, base + "@" + strings.TrimLeft(rest, "/"), "http://" + strings.TrimLeft(rest, "/") + "@" + host,
			callback + a.input, callback + "#" + a.input, "https://app.example" + rest, callback + "/../" + a.input,
			"http://127.0.0.1:80" + rest, "javascript:" + a.input,
		} {
			attack(payload)
		}
	}
	t.Log(len(seen), "payloads")
}
