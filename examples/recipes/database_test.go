package recipes_test

import (
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite"

	"github.com/urispan/uri"
)

// The column url has the first spelling of each URL, without its password. Equal URLs have the same key.
// In databases that compare strings without regard to case, such as MySQL, the key needs a binary collation.
const schema = `CREATE TABLE pages (key TEXT PRIMARY KEY, url TEXT NOT NULL, seen INTEGER NOT NULL)`

// pageKey returns the key of the page that u names. Two URIs have the same key if they are equal by RFC 3986, section
// 6.2.2 and 6.2.3, without their fragments, which name parts of one page. A key has no userinfo, because a database
// must not store passwords. Keys can be stored, because they are strings.
func pageKey(u uri.URI) (uri.Key, error) {
	page, err := u.WithoutFragment().Without(uri.ComponentUserinfo)
	return page.Key(), err
}

// store stores the address of a page, or counts it if the page is there.
func store(db *sql.DB, address string) error {
	u, err := uri.ParseURI(address)
	if err != nil {
		return err
	}
	key, err := pageKey(u)
	if err != nil {
		return err
	}
	_, err = db.Exec(`INSERT INTO pages VALUES (?, ?, 1) ON CONFLICT (key) DO UPDATE SET seen = seen + 1`,
		string(key), u.Redacted())
	return err
}

// A table has one row for each page and all spellings of its URL. A column can be scanned into a [uri.URI].
func Example_database() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has its own :memory: database
	if _, err := db.Exec(schema); err != nil {
		fmt.Println(err)
		return
	}
	for _, address := range []string{
		"http://example.com/~joe", "HTTP://joe:hunter2@Example.COM:80/a/../%7Ejoe#top", "http://example.com/%7ejoe?",
		"http://example.com", "http://example.com:/", "http://example.com/a%2Fb", "http://example.com/a/b", "//example.com/",
	} {
		if err := store(db, address); err != nil {
			fmt.Println(err)
		}
	}
	rows, err := db.Query(`SELECT key, url, seen FROM pages ORDER BY key`)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var key, first uri.URI
		var seen int
		if err := rows.Scan(&key, &first, &seen); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(key, first, seen)
	}
	fmt.Println(rows.Err())
	// Output:
	// no scheme at byte 0: expected a URI, such as https://example.com/
	// http://example.com/ http://example.com 2
	// http://example.com/a%2Fb http://example.com/a%2Fb 1
	// http://example.com/a/b http://example.com/a/b 1
	// http://example.com/~joe http://example.com/~joe 2
	// http://example.com/~joe? http://example.com/%7ejoe? 1
	// <nil>
}
