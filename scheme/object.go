package scheme

import (
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
//	abfss://container@account.dfs.core.windows.net/key, abfss://account.dfs.core.windows.net/container/key
//	wasbs://container@account.blob.core.windows.net/key
//
// In addresses with https or http, the path is decoded once. The query, which may be a signature, and the fragment are left out:
//
//	https://bucket.s3.us-east-1.amazonaws.com/key, https://s3.us-east-1.amazonaws.com/bucket/key
//	https://bucket.storage.googleapis.com/key, https://storage.googleapis.com/bucket/key
//	https://account.blob.core.windows.net/container/key
//
// Hosts of other services that have the API of S3 are errors, because the host does not show which service it is. So are
// addresses of the JSON API of Cloud Storage. The error is an [*Error].
func ParseObject(s string) (Object, error) {
	m := objectStart().FindStringSubmatch(s)
	begin := len(m[0])
	if !strings.HasSuffix(m[0], "://") {
		return Object{}, &Error{begin, `no "://"`}
	}
	o := Object{Store: storeOf[strings.ToLower(m[1])]}
	if o.Store == "" {
		return parseHTTPS(s)
	}
	o.Bucket, o.Key, _ = strings.Cut(s[begin:], "/")
	if o.Store == "az" {
		bucket, host, ok := strings.Cut(o.Bucket, "@")
		if n := begin + len(bucket) + len("@"); ok && host == "" {
			return Object{}, &Error{n, "no host"}
		} else if err := check(uri.ComponentHost, host, n); err != nil {
			return Object{}, err
		}
		if !ok && hostForms["az"]().MatchString(bucket) { // az://account.blob.core.windows.net/container/key of DuckDB
			host, begin = bucket, len(s)-len(o.Key)
			bucket, o.Key, _ = strings.Cut(o.Key, "/")
		}
		o.Bucket, o.Account = bucket, accountOf(strings.ToLower(host))
	}
	return o.checked(begin)
}

// objectStart matches a scheme and "://", or as much of both as s has.
var objectStart = newPattern(`^(?:([A-Za-z][A-Za-z0-9+.-]*)(?::/?/?)?)?`)

// storeOf maps schemes to stores. Those of Hadoop are s3a and s3n, abfs and wasb.
var storeOf = map[string]string{
	"s3": "s3", "s3a": "s3", "s3n": "s3", "gs": "gs",
	"az": "az", "abfs": "az", "abfss": "az", "wasb": "az", "wasbs": "az",
}

// checked returns o, or an error if its bucket, which begins at the offset n, is empty or has a byte that no bucket has.
func (o Object) checked(n int) (Object, error) {
	rest := strings.TrimLeft(o.Bucket, wordChars+"$") // $web and $root are of Azure
	if rest != "" || o.Bucket == "" {
		return Object{}, &Error{n + len(o.Bucket) - len(rest), "bad bucket"}
	}
	return o, nil
}

// hostForms match the hosts of stores. Group 1 is a bucket in the host, or an account of Azure.
var hostForms = map[string]pattern{
	// Amazon S3, "Virtual hosting of general purpose buckets" and "Amazon S3 endpoints and quotas".
	// https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
	"s3": newPattern(`^(?:(.+)\.)?s3(?:-fips|-accelerate|-external-1)?(?:[.-]dualstack)?` +
		`(?:[.-][a-z]{2,4}(?:-[a-z]+)+-[0-9]+)?\.amazonaws\.com(?:\.cn)?$`),

	// Google Cloud Storage, "Request endpoints". https://cloud.google.com/storage/docs/request-endpoints
	"gs": newPattern(`^(?:(.+)\.)?storage\.(?:googleapis\.com|cloud\.google\.com)$`),

	// Azure Storage, "Storage account endpoints", of sovereign clouds, and "Connecting to Microsoft OneLake".
	// https://learn.microsoft.com/azure/storage/common/storage-account-overview#storage-account-endpoints
	"az": newPattern(`^([a-z0-9]+)(?:-secondary)?(?:\.z[0-9]+)?\.(?:blob|dfs)\.` +
		`(?:core\.windows\.net|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net|storage\.azure\.net|fabric\.microsoft\.com)$`),
}

// jsonAPI matches paths of the JSON API of Cloud Storage. Their first segment is not the bucket.
var jsonAPI = newPattern(`^(?:download/|upload/)?storage/v1/`)

// accountOf returns the account of Azure with a host.
func accountOf(host string) string { return azureHost().ReplaceAllString(host, "$1") }

var azureHost = newPattern(`^([a-z0-9]+)(?:-secondary)?(?:\.z[0-9]+)?\.(?:blob|dfs)\.core\.windows\.net$`)

// parseHTTPS implements ParseObject for https and http.
func parseHTTPS(s string) (o Object, err error) {
	u, err := uri.Parse(s)
	if err != nil {
		return Object{}, faultOf(err, 0)
	}
	host := strings.ToLower(u.Hostname())
	n, _, _ := u.Range(uri.ComponentHost)
	for store, form := range hostForms {
		if m := form().FindStringSubmatch(host); m != nil && schemes.KindOf(u.Scheme()).IsHTTP() {
			o.Store, o.Bucket = store, m[1]
		}
	}
	path := strings.TrimPrefix(u.Path(), "/")
	switch {
	case o.Store == "", o.Store == "gs" && o.Bucket == "" && jsonAPI().MatchString(path):
		return Object{}, &Error{n, "unknown store"}
	case o.Store == "az":
		o.Account, o.Bucket = accountOf(host), ""
	}
	_, end, _ := u.Range(uri.ComponentPath)
	if o.Bucket == "" {
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
	key := uri.PlaceSigV4.Encode(o.Key)
	host := map[string]string{"s3": "s3.amazonaws.com", "gs": "storage.googleapis.com", "az": o.accountHost("blob")}[o.Store]
	s := "https://" + host + "/" + o.Bucket + "/" + key
	if o.Store == "s3" && strings.Trim(o.Bucket, "-0123456789abcdefghijklmnopqrstuvwxyz") == "" {
		s = "https://" + o.Bucket + "." + host + "/" + key
	}
	if p, err := ParseObject(s); err != nil || p != o || !uri.MustParse(s).IsNormalized() {
		return ""
	}
	return s
}

// accountHost returns the host of the account for a service of Azure.
func (o Object) accountHost(service string) string {
	return azureName().ReplaceAllString(o.Account, "${0}."+service+".core.windows.net")
}

var azureName = newPattern(`^[^.]+$`)
