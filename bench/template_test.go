package bench

import (
	"testing"

	peer "github.com/yosida95/uritemplate/v3"

	"github.com/urispan/uri/uritemplate"
)

// The template and reference of the benchmarks of URI templates (RFC 6570, level 4).
const (
	urlTemplate = "https://api.example.com/repos/{owner}/{repo}/issues{?state,labels,page}"
	templateURL = "https://api.example.com/repos/urispan/uri/issues?state=open&labels=bug,a%20b&page=2"
)

// An issueList is the values of urlTemplate, as a program has them.
type issueList struct {
	owner, repo, state string
	labels             []string
	page               string
}

// Lookup implements [uritemplate.Source].
func (l *issueList) Lookup(name string) uritemplate.Value {
	switch name {
	case "owner":
		return uritemplate.String(l.owner)
	case "repo":
		return uritemplate.String(l.repo)
	case "state":
		return uritemplate.String(l.state)
	case "labels":
		return uritemplate.List(l.labels...)
	case "page":
		return uritemplate.String(l.page)
	}
	return uritemplate.Value{}
}

// BenchmarkTemplateExpand measures the expansion of a parsed template. The values come from a function that chooses by
// the name, or are in a map, which is all that yosida95 takes. The maps are made before the time is measured.
func BenchmarkTemplateExpand(b *testing.B) {
	list := &issueList{"urispan", "uri", "open", []string{"bug", "a b"}, "2"}
	values := uritemplate.Map{}
	for _, name := range []string{"owner", "repo", "state", "labels", "page"} {
		values[name] = list.Lookup(name)
	}
	for _, x := range []struct {
		impl   string
		values uritemplate.Source
	}{{"uri", list}, {"uri-map", values}} {
		b.Run("impl="+x.impl, func(b *testing.B) {
			t := uritemplate.MustParse(urlTemplate)
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst, _ = t.Append(dst[:0], x.values)
			}
			if string(dst) != templateURL {
				b.Fatalf("got %s", dst)
			}
		})
	}
	b.Run("impl=yosida95", func(b *testing.B) {
		t := peer.MustNew(urlTemplate)
		values := peer.Values{}
		values.Set("owner", peer.String("urispan"))
		values.Set("repo", peer.String("uri"))
		values.Set("state", peer.String("open"))
		values.Set("labels", peer.List("bug", "a b"))
		values.Set("page", peer.String("2"))
		var s string
		b.ReportAllocs()
		for b.Loop() {
			s, _ = t.Expand(values)
		}
		if s != templateURL {
			b.Fatalf("got %s", s)
		}
	})
}

// BenchmarkTemplateMatch measures matching a reference against a template.
func BenchmarkTemplateMatch(b *testing.B) {
	b.Run("impl=uri", func(b *testing.B) {
		m, err := uritemplate.MustParse(urlTemplate).Matcher()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if values, ok := m.Match(templateURL); !ok || len(values) != 5 {
				b.Fatal(values)
			}
		}
	})
	b.Run("impl=yosida95", func(b *testing.B) {
		t := peer.MustNew(urlTemplate)
		b.ReportAllocs()
		for b.Loop() {
			if values := t.Match(templateURL); len(values) == 0 {
				b.Fatal(values)
			}
		}
	})
}
