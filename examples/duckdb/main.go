// The program runs one statement of SQL in an empty DuckDB, with the functions of package uri:
//
//	go run . "SELECT uri_domain(url) AS domain, count(*) FROM 'urls.parquet' GROUP BY domain ORDER BY domain"
//
// It prints a tab-separated line for each row. NULL is an empty column.
package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: duckdb STATEMENT")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "duckdb:", err)
		os.Exit(1)
	}
}

// run executes a statement and writes its rows to w.
func run(ctx context.Context, w io.Writer, statement string) (err error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := register(conn); err != nil {
		return err
	}
	rows, err := conn.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	return write(w, rows)
}

// write writes the rows as tab-separated lines.
func write(w io.Writer, rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	values, texts := make([]any, len(columns)), make([]string, len(columns))
	places := make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
		for i, value := range values {
			if texts[i] = ""; value != nil {
				texts[i] = fmt.Sprint(value)
			}
		}
		fmt.Fprintln(out, strings.Join(texts, "\t"))
	}
	return errors.Join(rows.Err(), out.Flush())
}
