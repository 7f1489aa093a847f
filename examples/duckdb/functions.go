package main

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/surt"
)

// functions are the functions of SQL, by name. Each gets a URI in normal form and returns a string, or ok false for
// NULL.
var functions = map[string]func(u uri.URI) (text string, ok bool){
	"uri_normalize": func(u uri.URI) (string, bool) { return u.String(), true },
	"uri_host":      uri.URI.Host,
	"uri_domain": func(u uri.URI) (string, bool) {
		raw, _ := u.Host()
		name, err := uri.Decode(raw, 0)
		if err != nil {
			return "", false
		}
		ascii, err := idna.Browser.AppendASCII(nil, name)
		if err != nil {
			return "", false
		}
		domain, err := suffix.Registrable(string(ascii))
		return domain, err == nil
	},
	"uri_surt": func(u uri.URI) (string, bool) { return surt.Aggressive.Key(u), true },
}

// register registers functions in the database of conn.
func register(conn *sql.Conn) error {
	text, err := duckdb.NewTypeInfo(duckdb.TYPE_VARCHAR)
	if err != nil {
		return err
	}
	for name, f := range functions {
		if err := duckdb.RegisterScalarUDF(conn, name, scalar{text, f}); err != nil {
			return err
		}
	}
	return nil
}

// A scalar is a function of SQL with a string as its argument. For a string that is not a URI, and for NULL, it is
// NULL.
type scalar struct {
	text duckdb.TypeInfo
	f    func(u uri.URI) (text string, ok bool)
}

// Config implements duckdb.ScalarFunc. A function that is not volatile is called once for equal constants.
func (s scalar) Config() duckdb.ScalarFuncConfig {
	return duckdb.ScalarFuncConfig{InputTypeInfos: []duckdb.TypeInfo{s.text}, ResultTypeInfo: s.text}
}

// Executor implements duckdb.ScalarFunc. DuckDB calls the function from several threads, for a row each.
func (s scalar) Executor() duckdb.ScalarFuncExecutor {
	return duckdb.ScalarFuncExecutor{
		RowContextExecutor: func(_ context.Context, row []driver.Value) (any, error) {
			u, err := uri.Parse(row[0].(string))
			if err != nil {
				return nil, nil
			}
			if text, ok := s.f(u.Normalized()); ok {
				return text, nil
			}
			return nil, nil
		},
	}
}
