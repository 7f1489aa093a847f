package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nlnwa/gowarc/v3"
)

// An archive writes requests and responses to files in the format WARC 1.1 (ISO 28500:2017). Its name for the file that
// is being written ends in ".open". A record is written before the result of its page is stored, so every page that
// counts as fetched is in the archive. A page that was in flight when the crawler was killed is there once more.
//
// Records have digests of their blocks and payloads. Only the user can read the files.
type archive struct{ writer *gowarc.WarcFileWriter }

// errArchive means that a record could not be written. The crawl ends, because its pages would be missing.
var errArchive = errors.New("-warc")

// openArchive returns an archive with files in a directory, which it creates if it is missing.
func openArchive(dir string) (*archive, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	names := &warcNames{dir: dir, began: time.Now()}
	created := ""
	return &archive{gowarc.NewWarcFileWriter(
		gowarc.WithFileNameGenerator(names),
		gowarc.WithBeforeFileCreationHook(func(file string) error {
			created = file
			return nil
		}),
		gowarc.WithAddWarcConcurrentToHeader(true),
		gowarc.WithRecordOptions(gowarc.WithVersion(gowarc.V1_1)),
		gowarc.WithWarcInfoFunc(func(b gowarc.WarcRecordBuilder) error {
			if err := os.Chmod(created, 0o600); err != nil {
				return err
			}
			const info = "software: " + agent + "\r\nformat: WARC File Format 1.1\r\n" +
				"conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
			b.AddWarcHeader(gowarc.WarcBlockDigest, digest([]byte(info)))
			_, err := b.WriteString(info)
			return err
		}),
	)}, nil
}

// warcNames makes the names of the files. The time and the number of the process make them different from the names of
// other runs.
type warcNames struct {
	dir    string
	began  time.Time
	serial atomic.Int64
}

func (n *warcNames) NewWarcfileName() (dir, name string) {
	return n.dir, fmt.Sprintf("crawl-%s-%d-%05d.warc", n.began.UTC().Format("20060102150405.000"), os.Getpid(), n.serial.Add(1))
}

func (a *archive) close() error { return a.writer.Close() }

// An exchange is a request and its response, with the body in its original encoding.
type exchange struct {
	began   time.Time
	address string // of the server
	req     *http.Request
	resp    *http.Response
	body    []byte
	cut     bool // the body was longer
}

// write writes the records of a request and its response. It returns when the system has them.
func (a *archive) write(x *exchange) error {
	resp, err := x.record(gowarc.Response, x.response())
	if err != nil {
		return fmt.Errorf("%w: %w", errArchive, err)
	}
	req, err := x.record(gowarc.Request, x.request())
	if err != nil {
		return fmt.Errorf("%w: %w", errArchive, errors.Join(err, resp.Close()))
	}
	answers := a.writer.Write(resp, req)
	if len(answers) != 2 {
		return fmt.Errorf("%w: the writer is closed", errArchive)
	}
	if err := errors.Join(answers[0].Err, answers[1].Err); err != nil {
		return fmt.Errorf("%w: %w", errArchive, err)
	}
	return nil
}

func (x *exchange) record(kind gowarc.RecordType, block []byte) (gowarc.WarcRecord, error) {
	b := gowarc.NewRecordBuilder(kind, gowarc.WithVersion(gowarc.V1_1), gowarc.WithSkipParseBlock(),
		gowarc.WithBufferMaxMemBytes(int64(len(block))+1))
	b.AddWarcHeader(gowarc.WarcTargetURI, x.req.URL.String())
	b.AddWarcHeaderTime(gowarc.WarcDate, x.began)
	message, payload := "request", []byte(nil)
	if kind == gowarc.Response {
		message, payload = "response", x.body
		if x.address != "" {
			b.AddWarcHeader(gowarc.WarcIPAddress, x.address)
		}
		if x.cut {
			b.AddWarcHeader(gowarc.WarcTruncated, "length")
		}
	}
	b.AddWarcHeader(gowarc.WarcBlockDigest, digest(block))
	b.AddWarcHeader(gowarc.WarcPayloadDigest, digest(payload))
	b.AddWarcHeader(gowarc.ContentType, gowarc.ApplicationHttp+";msgtype="+message)
	if _, err := b.Write(block); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	record, _, err := b.Build()
	return record, err
}

// digest returns a digest in the form that most archives have. It detects damage, not forgery.
func digest(block []byte) string {
	sum := sha1.Sum(block)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// response returns the response in the form of HTTP/1.1. Package net/http has removed the transfer coding, and does not
// keep the order of the fields.
func (x *exchange) response() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %03d %s\r\n", x.resp.StatusCode, strings.TrimPrefix(x.resp.Status, fmt.Sprint(x.resp.StatusCode, " ")))
	_ = x.resp.Header.Write(&b)
	b.WriteString("\r\n")
	b.Write(x.body)
	return b.Bytes()
}

func (x *exchange) request() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", x.req.Method, x.req.URL.RequestURI(), x.req.Host)
	_ = x.req.Header.Write(&b)
	b.WriteString("\r\n")
	return b.Bytes()
}
