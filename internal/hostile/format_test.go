package hostile_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/robots"
	"github.com/urispan/uri/schema"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/uritemplate"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// The tests below check that package fmt shows no password of any value of this module. They print values of every
// exported type of every package, made from a URI with a password. A test fails for a type without a value.

// Two passwords of the same length, with characters of the same classes in the same places. Output that is the same for
// both shows neither.
var passwords = [2]string{"Zq8.Xw7~Kv", "Yt9.Wm6~Jh"}

// isData lists the types of values that are the text of a URI. The verbs in dataVerbs print the text unchanged.
var isData = map[string]bool{"uri.URI": true, "iri.IRI": true, "uri.Key": true, "whatwg.URL": true}

const dataVerbs = "sqxX"

// hasNoPassword maps each type that holds text, but never a whole URI or a userinfo, to the reason.
var hasNoPassword = maps.Collect(kit.Pairs[string, string]("format.txt", "hasNoPassword"))

// isMachinery lists the types that hold text while they work. Programs do not print them, and they have no method Format;
// SECURITY names them.
var isMachinery = map[string]bool{
	"fsm.Batch": true, "fsm.Reader": true, "dedupe.Counter": true, "find.Reader": true, "links.Scanner": true,
	"whatwg.Batch": true, "urlpattern.Init": true, "urlpattern.Pattern": true, "urlpattern.Set": true, "urlpattern.Result": true,
}

// Both passwords use the same values, because package fmt may print their addresses.
var (
	errShared         = errors.New("shared")
	sharedTransport   = guardhttp.NewTransport(nil, nil)
	sharedRobots      = robots.Parse("User-agent: *\nDisallow: /a*?b\nSitemap: http://h/")
	sharedFront, _    = httpuri.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "http://h/a/", Backend: "http://b/c/"})
	sharedNetFront, _ = nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "http://h/a/", Backend: "http://b/c/"})
	sharedMappings, _ = httpuri.NewMappings(httpuri.Rule{Public: "http://h/a/", Backend: "http://b/c/"})
)

// samples returns values of every exported type, made from a URI with the password wherever that is possible.
func samples(t *testing.T, password string) []any {
	text := "http://joe:" + password + "@www.example.com:8080/a/b?c=d#e"
	u, i := uri.MustParse(text), iri.MustParse(text)
	base, err1 := uri.NewBase(u, 0)
	iriBase, err2 := iri.NewBase(i, 0)
	elements, err3 := u.Elements()
	origin, err4 := httpuri.OriginOf(u)
	policy, err5 := guard.NewPolicy(guard.FetchRules())
	target, err6 := httpuri.Parse("GET", strings.TrimSuffix(text, "#e"))
	_, ranges, err7 := base.AppendResolveString(nil, "g")
	report, err8 := lookalike.Check("www.exаmple.com")
	pattern, err9 := urlpattern.New(`http://joe\:`+password+"@www.example.com:8080/*", nil, nil)
	redirects, err10 := guard.NewRedirectURIs(guard.RedirectOptions{}, "http://127.0.0.1:8080/callback")
	mapped := sharedMappings.Find("http", "h", "/a/b")
	returns, err11 := guard.NewReturns(u, guard.ReturnRules{})
	data, err12 := scheme.ParseData(whatwg.MustParse("data:,a"))
	hostList, err13 := scheme.ParseHosts("mongodb://u:" + password + "@a:1,b:2/?password=" + password)
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12, err13); err != nil {
		t.Fatal(err)
	}
	asError := func(_ uri.URI, err error) uri.Error { return *err.(*uri.Error) }
	request := func(scheme, method, target string, hosts ...string) httpuri.Request {
		return httpuri.Request{Scheme: scheme, Method: method, Target: target, Host: hosts}
	}
	fileError := func(u uri.URI) fileuri.Error {
		_, err := fileuri.Path(u, fileuri.Unix)
		return *err.(*fileuri.Error)
	}
	_, hostError := httpuri.ParseHost("u:" + password + "@h")
	var records fsm.Ranges
	fsm.Scan(text, &records)
	input := []byte(text + "\n" + text + " \n")
	reader, batch := fsm.NewReader(strings.NewReader(string(input)), '\n', 0), fsm.Batch{}
	reader.Fill(&batch)
	counter := dedupe.NewCounter(dedupe.Limits{Memory: 1})
	if err := counter.Add(input); err != nil {
		t.Fatal(err)
	}
	finder := find.NewReader(strings.NewReader(text+" "+text), nil, 0)
	for range finder.All() {
		break
	}
	redactor := find.NewRedactingWriter(io.Discard, uri.Redactor{})
	if _, err := io.WriteString(redactor, text); err != nil {
		t.Fatal(err)
	}
	var linkScanner links.Scanner
	linkScanner.Reset([]byte("<base href='" + text + "'>"))
	var headerLink links.HeaderLink
	for headerLink = range links.Header("<" + text + ">; anchor=\"" + text + "\"") {
	}
	for range linkScanner.All() {
	}
	var hrefs whatwg.Batch
	hrefs.Add(whatwg.URL{}, text)
	var match urlpattern.Result
	pattern.Match(whatwg.MustParse(text), &match)
	values := []any{
		u, u.Key(), *base, *u.Builder(), elements, uri.Pair{Key: "a", Value: "b"}, u.Ranges(), ranges,
		*new(uri.Builder).SetScheme("http").SetUserinfo("u:" + password + "<"),
		*new(uri.Builder).SetUserinfo("u%3A" + password).SetPort("x"),
		uri.Elements{UserInfo: "joe%3a" + password}, uri.Elements{UserInfo: "%:" + password},
		uri.Key(text + " "), uri.Key("//é:" + password + "@é"),
		asError(uri.Parse(text + "<")), asError(uri.Parse("//u:" + password + "<@h")), asError(uri.Parse("//u:" + password)),
		uri.Redactor{User: true}, uri.QuerySyntax{Separators: "&;"}, uri.QueryRules{Drop: []string{"utm_*"}}, uri.Normalizer{Steps: uri.AllSteps},
		uri.ComponentPath, uri.HostRegName, uri.PlaceQuery, uri.ReasonNoHost, uri.RefuseNUL, uri.ResolveNonStrict, uri.AllSteps,

		i, *iriBase, iri.Normalizer{NFC: true},
		iri.MustParse("//ü:" + password + "@é"),
		iri.HostForm(1),

		guard.Audit(u), guard.Finding{Hazard: guard.HazardUserinfo, Hi: 3}, policy, guard.FetchRules(),
		*policy, guard.RefusedHost, *sharedTransport, *redirects, guard.RedirectOptions{Localhost: true},
		*returns, guard.ReturnRules{Origins: []string{"https://h"}}, guard.AddrError{Rule: "Hosts", Refusal: guard.RefusedHost},

		request("http", "GET", strings.TrimSuffix(text, "#e"), "h"), request("http", "GET", text, "h"),
		request("http", "GET", "//u:"+password+"@h/", "h"), request("http", "CONNECT", "u:"+password+"@h:80", "h"),
		request("http", "OPTIONS", "*", "u:"+password+"@h"), request(text, "GET", "/", "h"),
		request("http", text, "/", "h"),
		target, origin, *hostError.(*httpuri.Error), httpuri.FormOrigin, httpuri.PartHost, httpuri.ReasonScheme,
		httpuri.RedirectEncodeRaw,
		*sharedFront, sharedNetFront, sharedFront.Decide("http", "GET", strings.TrimSuffix(text, "#e"), "h"),
		sharedFront.Decide("http", "GET", text, "h"), sharedFront.Decide("http", "CONNECT", "u:"+password+"@h:80", "h"),
		*sharedMappings, mapped, *mapped.Mapping, mapped.Mapping.Rule(), mapped.Outcome,

		whatwg.MustParse(text), whatwg.Parser{}, whatwg.EncodeRaw, whatwg.Error{Code: 1, Offset: 2}, whatwg.Code(1),
		whatwg.ValidationError{Code: 1, End: 2}, whatwg.HostDomain,
		hrefs, whatwg.MustParse("http://h/?a=b").SearchParams(), whatwg.Changes(1),

		linkScanner, links.Link{Element: "a", URL: []byte(text), Rel: []byte(text)}, headerLink,
		links.XMLLink{Link: links.Link{Element: "a", URL: []byte(text)}, Base: whatwg.MustParse(text)},

		*pattern, *urlpattern.NewSet(pattern), match, urlpattern.Init{Password: &password}, urlpattern.Options{},
		urlpattern.Group{Component: urlpattern.ComponentPassword, Name: "0", Text: password, IsDefined: true},
		urlpattern.ComponentHash, urlpattern.Error{Offset: 3, Reason: "a reason"},

		fileError(u), fileuri.Windows, fileuri.ReasonUserinfo,

		sharedRobots, sharedRobots.Group("a"), robots.AccessUnavailable,

		data, scheme.Error{Offset: 3, Reason: "a reason"},
		hostList, hostList.Hosts()[0], scheme.Object{Store: "s3", Bucket: "b", Key: "k"},

		neturl.Changes(3), schema.Check(schema.URI), surt.Aggressive,

		dedupe.Invalid{Text: []byte(text + " "), Err: errShared}, *counter,
		dedupe.Limits{Memory: 1, Dir: "/tmp"}, &dedupe.URIs{WriteNormal: true}, dedupe.Stats{Bytes: 1},

		report, report.Labels[0], lookalike.Finding{Kind: 1, ASCII: "a"}, lookalike.Kind(1), lookalike.Level(1),
		lookalike.Error{Offset: 3, Label: "xn--a", Err: errShared},

		host.Error{Offset: 3, Reason: 1}, host.Reason(1), host.ClassLoopback, suffix.Kind(1),
		suffix.List{}, suffix.ParseError{Line: 3, Err: errShared},
		idna.Error{Label: "xn--a", Offset: 3, Err: errShared}, idna.Lookup,

		robots.ParseDelayEndsGroup,

		uritemplate.MustParse("/{x}"), uritemplate.Matcher{}, uritemplate.Error{Offset: 1, Err: errShared},
		uritemplate.ReasonEnd, uritemplate.Map{}, uritemplate.String("a"), uritemplate.Pair{Name: "a"},
		uritemplate.Variable{Name: "a"}, uritemplate.MatchOptions{},

		fsm.Record{Bytes: []byte(text), OK: true, Ranges: records}, fsm.Record{Bytes: []byte(text), Cut: true},
		*reader, batch, records, fsm.URIReference, fsm.Reason(1), fsm.HostKind(1),

		find.Finder{Schemes: []string{"http"}}, find.Linking{Rel: "nofollow"}, find.Match{End: 3, Decoded: []byte(text)}, *finder, *redactor, find.EscapesJSON, find.SyntaxWeb, find.KindEmail, hosts.Names,

		tables.Component(1), tables.Context(1), tables.ALPHA, tables.Automaton{}, tables.State(1), tables.Mark(1), tables.Marks{},
	}
	for rec := range fsm.Records(input, '\n') {
		values = append(values, *rec)
	}
	return values
}

// TestFormatComplete fails for an exported type that is not among the samples. It also fails for a type that can hold
// text if none of its samples holds a password and hasNoPassword does not give a reason.
func TestFormatComplete(t *testing.T) {
	holds := map[string]bool{}
	types := map[string]reflect.Type{}
	for _, v := range samples(t, passwords[0]) {
		value := reflect.Indirect(reflect.ValueOf(v))
		name := value.Type().String()
		types[name] = value.Type()
		holds[name] = holds[name] || holdsText(value, passwords[0])
	}
	exported := exportedTypes(t)
	for _, name := range exported {
		switch typ := types[name]; {
		case typ == nil:
			t.Errorf("%s is not among the samples", name)
		case !holds[name] && canHoldText(typ) && hasNoPassword[name] == "":
			t.Errorf("no sample of %s holds a password, and hasNoPassword has no reason", name)
		}
	}
	for name := range isMachinery {
		if !slices.Contains(exported, name) {
			t.Errorf("isMachinery has %s", name)
		}
	}
	for name := range hasNoPassword {
		if holds[name] || !slices.Contains(exported, name) {
			t.Errorf("hasNoPassword has %s", name)
		}
	}
}

// exportedTypes returns the names of the types that the packages of this module export, such as "uri.URI".
func exportedTypes(t *testing.T) (names []string) {
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				names = append(names, exportedTypesIn(t, path)...)
			}
			return nil
		}
		_, noModule := os.Stat(filepath.Join(path, "go.mod"))
		isOther := path != root && noModule == nil
		if isOther || slices.Contains([]string{"internal", "testdata", ".git"}, d.Name()) {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 30 {
		t.Fatalf("%d types found: %q", len(names), names)
	}
	return names
}

func exportedTypesIn(t *testing.T, path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if file.Name.Name == "main" {
		return nil
	}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok || !typ.Name.IsExported() || typ.Assign.IsValid() {
				continue
			}
			if _, ok := typ.Type.(*ast.InterfaceType); !ok { // an interface has no values of its own
				names = append(names, file.Name.Name+"."+typ.Name.Name)
			}
		}
	}
	return names
}

// holdsText reports whether v contains the text anywhere. It does not look into functions.
func holdsText(v reflect.Value, text string) bool {
	in := func(v reflect.Value) bool { return holdsText(v, text) }
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), text)
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && in(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if in(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			return strings.Contains(string(v.Bytes()), text)
		}
		for i := range v.Len() {
			if in(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		return slices.ContainsFunc(v.MapKeys(), func(key reflect.Value) bool { return in(key) || in(v.MapIndex(key)) })
	}
	return false
}

// canHoldText reports whether a value of type t can hold text.
func canHoldText(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Interface:
		return true
	case reflect.Pointer, reflect.Array:
		return canHoldText(t.Elem())
	case reflect.Slice:
		return t.Elem().Kind() == reflect.Uint8 || canHoldText(t.Elem())
	case reflect.Map:
		return canHoldText(t.Key()) || canHoldText(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if canHoldText(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// A shape makes a value that contains the value that p points to, or p itself.
type shape struct {
	name string
	make func(p reflect.Value) any
}

var shapes = []shape{
	{"value", func(p reflect.Value) any { return p.Elem().Interface() }},
	{"pointer", func(p reflect.Value) any { return p.Interface() }},
	{"field", func(p reflect.Value) any { return inField(p.Elem()).Interface() }},
	{"pointer field", func(p reflect.Value) any { return inField(p).Interface() }},
	{"any field", func(p reflect.Value) any { return struct{ V any }{p.Elem().Interface()} }},
	{"any pointer field", func(p reflect.Value) any { return &struct{ V any }{p.Interface()} }},
	{"slice", func(p reflect.Value) any { return inSlice(p.Elem()) }},
	{"slice of pointers", func(p reflect.Value) any { return inSlice(p) }},
	{"slice of structs", func(p reflect.Value) any { return inSlice(inField(p.Elem())) }},
	{"slice of any", func(p reflect.Value) any { return []any{p.Elem().Interface(), p.Interface()} }},
	{"array", func(p reflect.Value) any {
		v := reflect.New(reflect.ArrayOf(1, p.Type().Elem())).Elem()
		v.Index(0).Set(p.Elem())
		return v.Interface()
	}},
	{"map", func(p reflect.Value) any { return map[string]any{"k": p.Elem().Interface()} }},
	{"map of the type", func(p reflect.Value) any { return inMap(reflect.ValueOf("k"), p.Elem()) }},
	{"map of pointers", func(p reflect.Value) any { return inMap(reflect.ValueOf("k"), p) }},
	{"map of slices", func(p reflect.Value) any { return map[int]any{1: inSlice(p.Elem())} }},
	{"key of a map", func(p reflect.Value) any {
		if !p.Elem().Comparable() {
			return nil
		}
		return inMap(p.Elem(), reflect.ValueOf(1))
	}},
}

func inField(v reflect.Value) reflect.Value {
	s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "V", Type: v.Type()}})).Elem()
	s.Field(0).Set(v)
	return s
}

func inSlice(v reflect.Value) any {
	return reflect.Append(reflect.MakeSlice(reflect.SliceOf(v.Type()), 0, 1), v).Interface()
}

func inMap(key, value reflect.Value) any {
	m := reflect.MakeMap(reflect.MapOf(key.Type(), value.Type()))
	m.SetMapIndex(key, value)
	return m.Interface()
}

// formats returns all verbs with many flags, fewer in short tests. It omits %p and %w, because package fmt calls no
// method for them.
func formats() (list []string) {
	flags := strings.Split(",+,#,-, ,0,+#,# ,#+-0 ,40,-40,.5,012.3,+.0", ",")
	if testing.Short() {
		flags = []string{"", "+", "#", "# 040"}
	}
	for verb := range strings.SplitSeq("v s q x X d t b o O c U e E f F g G T a i z y !", " ") {
		for _, flag := range flags {
			list = append(list, "%"+flag+verb)
		}
	}
	return list
}

// TestFormat prints each sample, except the types of isMachinery, with either password, in all shapes and with all
// formats. The output must be the same, except for a URI with the verbs for data. Each sample is printed with every
// 18th pair of a shape and a format, and with every one if URI_LONG is set.
func TestFormat(t *testing.T) {
	every := kit.Rounds(18, 18, 1)
	list := formats()
	other := samples(t, passwords[1])
	shown := map[string]bool{}
	for i, v := range samples(t, passwords[0]) {
		one, two := reflect.Indirect(reflect.ValueOf(v)), reflect.Indirect(reflect.ValueOf(other[i]))
		name := one.Type().String()
		if isMachinery[name] {
			continue
		}
		p := reflect.New(one.Type()) // one address for both
		for j, shape := range shapes {
			for k, format := range list {
				if (i+j+k)%every != 0 {
					continue
				}
				p.Elem().Set(one)
				first := sprintf(format, shape.make(p))
				p.Elem().Set(two)
				second := sprintf(format, shape.make(p))
				if isData[name] && strings.Contains(dataVerbs, format[len(format)-1:]) {
					shown[name] = shown[name] || first != second
				} else if first != second {
					t.Errorf("%s of %s (%s) shows the password:\n%q\n%q", format, name, shape.name, first, second)
					break
				}
			}
		}
	}
	for name := range isData {
		if !shown[name] {
			t.Errorf("%s is not printed as written by any of %s", name, dataVerbs)
		}
	}
}

func sprintf(format string, v any) string { return fmt.Sprintf(format, v) } // not checked by go vet

// TestFormatZero prints the zero value of each type and a nil pointer to it: no method may panic.
func TestFormatZero(t *testing.T) {
	for _, v := range samples(t, passwords[0]) {
		typ := reflect.Indirect(reflect.ValueOf(v)).Type()
		for _, format := range formats() {
			zero, null := reflect.Zero(typ).Interface(), reflect.Zero(reflect.PointerTo(typ)).Interface()
			for _, x := range []any{zero, reflect.New(typ).Interface(), null} {
				if text := sprintf(format, x); strings.Contains(text, "PANIC") {
					t.Errorf("%s of %T: %s", format, x, text)
				}
			}
		}
	}
}
