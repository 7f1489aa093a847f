package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestParquet makes a Parquet file and queries it.
func TestParquet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "urls.parquet")
	query := func(statement string) string {
		var out strings.Builder
		if err := run(t.Context(), &out, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		return out.String()
	}
	query(`COPY (SELECT * FROM (VALUES ('HTTP://www.Example.co.uk:80/%7ea/../b'), ('https://example.co.uk/b'),
		('http://[::1]/'), ('a b'), (NULL), ('http://x.example.org/')) AS t(url)) TO '` + file + `' (FORMAT parquet)`)
	for _, test := range []struct{ statement, want string }{
		{
			`SELECT uri_normalize(url), uri_host(url), uri_domain(url), uri_surt(url) FROM 'FILE'`,
			"http://www.example.co.uk/b\twww.example.co.uk\texample.co.uk\tuk,co,example)/b\n" +
				"https://example.co.uk/b\texample.co.uk\texample.co.uk\tuk,co,example)/b\n" +
				"http://[::1]/\t[::1]\t\t[::1])/\n\t\t\t\n\t\t\t\nhttp://x.example.org/\tx.example.org\texample.org\torg,example,x)/\n",
		},
		{
			`SELECT uri_domain(url) AS domain, count(DISTINCT uri_surt(url)) FROM 'FILE' WHERE domain IS NOT NULL
				GROUP BY domain ORDER BY domain`,
			"example.co.uk\t1\nexample.org\t1\n",
		},
		{
			`SELECT uri_domain('http://www.b%C3%BCcher.example.co%2Euk/'), uri_domain('http://WWW.Example%2ecom.'),
				uri_domain('http://a%20b.com/')`,
			"example.co.uk\texample.com\t\n",
		},
		{`SELECT count(*) FROM 'FILE' WHERE url IS NOT NULL AND uri_normalize(url) IS NULL`, "1\n"},
	} {
		if got := query(strings.ReplaceAll(test.statement, "FILE", file)); got != test.want {
			t.Errorf("%s\ngot  %q\nwant %q", test.statement, got, test.want)
		}
	}
}
