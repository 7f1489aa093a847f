package scheme

import (
	"regexp"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// An Object is an object of a store, or a bucket if the Key is empty.
type Object struct {
	Store   string // "s3" (Amazon S3), "gs" (Google Cloud Storage) or "az" (Azure Storage)
	Account string // of Azure, or "" if unknown: a name, or the whole host outside of core.windows.net
	Bucket  string // a container of Azure
	Key     string // without the "/" before it
}

// ParseObject returns the object that s names. In addresses with a scheme of a store, nothing is decoded, and a key may
// have any bytes: a space, "#" and "?" belong to it.
//
//	s3://bucket/key, s3a://bucket/key, gs://bucket/key, az://container/key
//	abfss://container@account.dfs.core.windows.net/key
//	wasbs://container@account.blob.core.windows.net/key
//
// In addresses with https or http, the path is decoded once, and query and fragment are left out, such as a signature:
//
//	https://bucket.s3.us-east-1.amazonaws.com/key, https://s3.us-east-1.amazonaws.com/bucket/key
//	https://bucket.storage.googleapis.com/key, https://storage.googleapis.com/bucket/key
//	https://account.blob.core.windows.net/container/key
//
// Hosts of other services that have the API of S3 are errors, because they do not show what they serve. The error is an
// [*Error].
func ParseObject(s string) (Object, error) {
	colon := schemes.Len(s)
	if !strings.HasPrefix(s[colon:], "://") {
		return Object{}, &Error{colon, `no "://"`}
	}
	begin := colon + len("://")
	end := next(s, begin, "/")
	o := Object{Store: storeOf[strings.ToLower(s[:colon])]}
	if o.Store == "" {
		return parseHTTPS(s)
	}
	at := end
	if o.Store == "az" {
		at = next(s[:end], begin, "@")
		if o.Account = strings.ToLower(s[min(at+1, end):end]); check(uri.ComponentHost, o.Account, 0) != nil {
			return Object{}, check(uri.ComponentHost, o.Account, at+1)
		}
		o.Account = accountOf(o.Account)
	}
	o.Bucket, o.Key = s[begin:at], s[min(end+1, len(s)):]
	return o.checked(begin)
}

// storeOf maps schemes to stores. Those of Hadoop are s3a and s3n, abfs and wasb.
var storeOf = map[string]string{
	"s3": "s3", "s3a": "s3", "s3n": "s3", "gs": "gs",
	"az": "az", "abfs": "az", "abfss": "az", "wasb": "az", "wasbs": "az",
}

// checked returns o, or an error if its bucket, which begins at the offset n, is empty or has a byte that no bucket has.
func (o Object) checked(n int) (Object, error) {
	if valid := bucketForm.FindString(o.Bucket); valid == "" || valid != o.Bucket {
		return Object{}, &Error{n + len(valid), "bad bucket"}
	}
	return o, nil
}

var bucketForm = regexp.MustCompile(`^[\w.$-]*`) // $web and $root are of Azure

// hostForms match the hosts of stores. Group 1 is a bucket in the host, or an account of Azure.
var hostForms = map[string]*regexp.Regexp{
	// Amazon S3, "Virtual hosting of general purpose buckets" and "Amazon S3 endpoints and quotas".
	// https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
	"s3": regexp.MustCompile(`^(?:(.+)\.)?s3(?:-fips|-accelerate|-external-1)?(?:[.-]dualstack)?` +
		`(?:[.-][a-z]{2,4}(?:-[a-z]+)+-[0-9]+)?\.amazonaws\.com(?:\.cn)?$`),

	// Google Cloud Storage, "Request endpoints". https://cloud.google.com/storage/docs/request-endpoints
	"gs": regexp.MustCompile(`^(?:(.+)\.)?storage\.(?:googleapis\.com|cloud\.google\.com)$`),

	// Azure Storage, "Storage account endpoints", and of sovereign clouds.
	// https://learn.microsoft.com/azure/storage/common/storage-account-overview#storage-account-endpoints
	"az": regexp.MustCompile(`^([a-z0-9]+)(?:-secondary)?(?:\.z[0-9]+)?\.(?:blob|dfs)\.` +
		`(core\.windows\.net|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net|storage\.azure\.net)$`),
}

// jsonForm matches a path of the JSON API of Google Cloud Storage.
var jsonForm = regexp.MustCompile(`^(?:download/|upload/)?storage/v1/b/([^/]*)(?:/o)?/?(.*)$`)

// accountOf returns the account of Azure with a host.
func accountOf(host string) string {
	if m := hostForms["az"].FindStringSubmatch(host); m != nil && m[2] == "core.windows.net" {
		return m[1]
	}
	return host
}

// parseHTTPS implements ParseObject for https and http.
func parseHTTPS(s string) (o Object, err error) {
	u, err := uri.Parse(s)
	if err != nil {
		return Object{}, faultOf(err, 0)
	}
	host := strings.ToLower(u.Hostname())
	n, _, _ := u.Range(uri.ComponentHost)
	for store, form := range hostForms {
		if m := form.FindStringSubmatch(host); m != nil && schemes.KindOf(u.Scheme()).IsHTTP() {
			o.Store, o.Bucket = store, m[1]
		}
	}
	switch o.Store {
	case "":
		return Object{}, &Error{n, "unknown store"}
	case "az":
		o.Account, o.Bucket = accountOf(host), ""
	}
	path := strings.TrimPrefix(u.Path(), "/")
	if m := jsonForm.FindStringSubmatch(path); m != nil && o.Store == "gs" && o.Bucket == "" {
		path = m[1] + "/" + m[2]
	}
	if o.Bucket == "" {
		_, end, _ := u.Range(uri.ComponentPath)
		n = end - len(path)
		o.Bucket, path, _ = strings.Cut(path, "/")
	}
	o.Key = octet.Decoded(path)
	return o.checked(n)
}

// URL returns the address of o with the scheme of its store, which programs that read such addresses do not decode. It
// returns "" if ParseObject would read the address as another object.
func (o Object) URL() string {
	s := o.Store + "://" + o.Bucket + "/" + o.Key
	if o.Account != "" {
		s = "abfss://" + o.Bucket + "@" + o.accountHost("dfs") + "/" + o.Key
	}
	if p, err := ParseObject(s); err != nil || p != o {
		return ""
	}
	return s
}

// HTTPS returns the address of o with https. The key is percent-encoded by [uri.PlaceSigV4]. An Object has no region: the
// host is the global one of the store. The bucket is in the host if the certificate of the store covers it, and otherwise
// in the path. The result is "" if the account of a container is unknown, or if the key has dot segments, which clients
// remove.
func (o Object) HTTPS() string {
	path := uri.PlaceSigV4.Encode(o.Key)
	host := map[string]string{"s3": "s3.amazonaws.com", "gs": "storage.googleapis.com", "az": o.accountHost("blob")}[o.Store]
	if o.Store == "s3" && strings.Trim(o.Bucket, "-0123456789abcdefghijklmnopqrstuvwxyz") == "" {
		host = o.Bucket + "." + host
	} else {
		path = o.Bucket + "/" + path
	}
	s := "https://" + host + "/" + path
	if p, err := ParseObject(s); err != nil || p != o || !uri.MustParse(s).IsNormalized() {
		return ""
	}
	return s
}

// accountHost returns the host of the account for a service of Azure.
func (o Object) accountHost(service string) string {
	if strings.Contains(o.Account, ".") {
		return o.Account
	}
	return o.Account + "." + service + ".core.windows.net"
}
