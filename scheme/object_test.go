package scheme_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/scheme"
)

// The sources are threads, and pages of the documentation of the stores.
var objectTests = []struct {
	source, in string
	want       scheme.Object
	err        string
}{
	{"https://github.com/awslabs/genai-idp-terraform/issues/220", "s3://b/compressed/E&J 0224 INV# X.pdf/r.json",
		scheme.Object{Store: "s3", Bucket: "b", Key: "compressed/E&J 0224 INV# X.pdf/r.json"}, ""},
	{"https://github.com/aws/aws-sdk-java/issues/3106", "s3://mybucket/my key+something",
		scheme.Object{Store: "s3", Bucket: "mybucket", Key: "my key+something"}, ""},
	{"https://github.com/cloudera-labs/hms-mirror/issues/124", "abfs://container@lake.dfs.core.windows.net/user/hive",
		scheme.Object{Store: "az", Account: "lake", Bucket: "container", Key: "user/hive"}, ""},
	{"https://github.com/conda/rattler/pull/2729",
		"https://acct.blob.core.windows.net/c/p?sv=2025&se=2026-08-05T00%3A00Z&sig=aBcD%2Fefg%3D",
		scheme.Object{Store: "az", Account: "acct", Bucket: "c", Key: "p"}, ""},

	{"Amazon S3, VirtualHosting", "https://s3.region-code.amazonaws.com/k", scheme.Object{}, "unknown store at byte 8"}, // not a region
	{"Amazon S3, VirtualHosting", "https://s3.us-west-2.amazonaws.com/amzn-s3-demo-bucket1/puppy.jpg",
		scheme.Object{Store: "s3", Bucket: "amzn-s3-demo-bucket1", Key: "puppy.jpg"}, ""},
	{"Amazon S3, VirtualHosting", "https://amzn-s3-demo-bucket1.s3.us-west-2.amazonaws.com/puppy.png",
		scheme.Object{Store: "s3", Bucket: "amzn-s3-demo-bucket1", Key: "puppy.png"}, ""},
	{"Amazon S3, VirtualHosting", "http://s3.amazonaws.com/www.example.com/homepage.html",
		scheme.Object{Store: "s3", Bucket: "www.example.com", Key: "homepage.html"}, ""},
	{"Amazon S3, VirtualHosting", "https://example.bucket.s3-us-west-2.amazonaws.com/a%20b%2Fc",
		scheme.Object{Store: "s3", Bucket: "example.bucket", Key: "a b/c"}, ""},
	{"Amazon S3, dual-stack-endpoints", "https://b.s3.dualstack.eu-west-1.amazonaws.com/k", scheme.Object{Store: "s3", Bucket: "b", Key: "k"}, ""},
	{"Amazon S3, transfer-acceleration", "https://b.s3-accelerate.dualstack.amazonaws.com/k", scheme.Object{Store: "s3", Bucket: "b", Key: "k"}, ""},
	{"AWS, FIPS endpoints", "https://s3-fips.us-gov-west-1.amazonaws.com/b/k", scheme.Object{Store: "s3", Bucket: "b", Key: "k"}, ""},
	{"AWS, China", "https://b.s3.cn-north-1.amazonaws.com.cn/k", scheme.Object{Store: "s3", Bucket: "b", Key: "k"}, ""},
	{"Amazon S3, WebsiteEndpoints", "http://b.s3-website-us-east-1.amazonaws.com/k", scheme.Object{}, "unknown store at byte 7"},
	{"Hadoop, hadoop-aws", "S3A://b/x?y=%20#z", scheme.Object{Store: "s3", Bucket: "b", Key: "x?y=%20#z"}, ""},

	{"Cloud Storage, request-endpoints", "https://storage.googleapis.com/b_c/o%2Fp?alt=x", scheme.Object{Store: "gs", Bucket: "b_c", Key: "o/p"}, ""},
	{"Cloud Storage, request-endpoints", "https://b.storage.googleapis.com/o", scheme.Object{Store: "gs", Bucket: "b", Key: "o"}, ""},
	{"Cloud Storage, request-endpoints", "https://storage.cloud.google.com/b/o", scheme.Object{Store: "gs", Bucket: "b", Key: "o"}, ""},
	{"Cloud Storage, gcloud", "gs://b//o/", scheme.Object{Store: "gs", Bucket: "b", Key: "/o/"}, ""},

	{"Azure, naming-and-referencing", "https://myaccount.blob.core.windows.net/$root/my%2Bpicture+1.jpg",
		scheme.Object{Store: "az", Account: "myaccount", Bucket: "$root", Key: "my+picture+1.jpg"}, ""},
	{"Azure, storage-account-overview", "https://acct.z39.blob.storage.azure.net/c/k",
		scheme.Object{Store: "az", Account: "acct.z39.blob.storage.azure.net", Bucket: "c", Key: "k"}, ""},
	{"Azure, storage-redundancy", "https://acct-secondary.blob.core.windows.net/c/", scheme.Object{Store: "az", Account: "acct", Bucket: "c"}, ""},
	{"Hadoop, hadoop-azure", "wasbs://c@acct.blob.core.windows.net/a b", scheme.Object{Store: "az", Account: "acct", Bucket: "c", Key: "a b"}, ""},
	{"Hadoop, hadoop-azure", "abfss://c@Acct.dfs.core.chinacloudapi.cn/k",
		scheme.Object{Store: "az", Account: "acct.dfs.core.chinacloudapi.cn", Bucket: "c", Key: "k"}, ""},
	{"adlfs, README", "az://c/k", scheme.Object{Store: "az", Bucket: "c", Key: "k"}, ""},

	{"DuckDB, Azure extension", "az://acct.blob.core.windows.net/c/p/q", scheme.Object{Store: "az", Account: "acct", Bucket: "c", Key: "p/q"}, ""},
	{"DuckDB, Azure extension", "abfss://acct.dfs.core.windows.net/c!/p", scheme.Object{}, "bad bucket at byte 35"},
	{"Microsoft, Connecting to OneLake", "https://onelake.dfs.fabric.microsoft.com/ws/i.Lakehouse/Files/x",
		scheme.Object{Store: "az", Account: "onelake.dfs.fabric.microsoft.com", Bucket: "ws", Key: "i.Lakehouse/Files/x"}, ""},
	{"Microsoft, Connecting to OneLake", "abfss://ws@onelake.dfs.fabric.microsoft.com/i.Lakehouse/Files/x",
		scheme.Object{Store: "az", Account: "onelake.dfs.fabric.microsoft.com", Bucket: "ws", Key: "i.Lakehouse/Files/x"}, ""},
	{"Amazon S3, using-access-points", "s3://arn:aws:s3:us-west-2:123456789012:accesspoint/ap/k", scheme.Object{}, "bad bucket at byte 8"},
	{"Amazon S3, using-access-points", "https://ap-123456789012.s3-accesspoint.us-west-2.amazonaws.com/k", scheme.Object{}, "unknown store at byte 8"},
	{"Amazon S3, privatelink", "https://bucket.vpce-1a2b3c4d-5e6f.s3.us-east-1.vpce.amazonaws.com/k", scheme.Object{}, "unknown store at byte 8"},
	{"Amazon S3, s3-express", "https://b--usw2-az1--x-s3.s3express-usw2-az1.us-west-2.amazonaws.com/k", scheme.Object{}, "unknown store at byte 8"},
	{"AWS, FIPS endpoints", "https://b.s3-fips.dualstack.us-gov-east-1.amazonaws.com/k", scheme.Object{Store: "s3", Bucket: "b", Key: "k"}, ""},
	{"Cloudflare R2", "https://abc.r2.cloudflarestorage.com/b/k", scheme.Object{}, "unknown store at byte 8"},
	{"Cloud Storage, JSON API", "https://storage.googleapis.com/storage/v1/b/b/o/k?alt=media", scheme.Object{}, "unknown store at byte 8"},
	{"Cloud Storage, JSON API", "https://storage.googleapis.com/download/storage/v1/b/b/o/k", scheme.Object{}, "unknown store at byte 8"},
	{"Cloud Storage, JSON API", "https://b.storage.googleapis.com/storage/v1/b", scheme.Object{Store: "gs", Bucket: "b", Key: "storage/v1/b"}, ""},
	{"own", "abfss://c@/k", scheme.Object{}, "no host at byte 10"},
	{"own", "https://" + strings.Repeat("a.", 116) + "s3.amazonaws.com/k", scheme.Object{Store: "s3", Bucket: strings.Repeat("a.", 115) + "a", Key: "k"}, ""},
	{"own", "https://" + strings.Repeat("a.", 119) + "s3.amazonaws.com.example/k", scheme.Object{}, "unknown store at byte 8"},
	{"own", "s3://b", scheme.Object{Store: "s3", Bucket: "b"}, ""},
	{"own", "s3://b/", scheme.Object{Store: "s3", Bucket: "b"}, ""},
	{"own", "s3://b/\xff\x00", scheme.Object{Store: "s3", Bucket: "b", Key: "\xff\x00"}, ""},
	{"own", "https://b.s3.amazonaws.com", scheme.Object{Store: "s3", Bucket: "b"}, ""},
	{"own", "https://b.s3.amazonaws.com//x", scheme.Object{Store: "s3", Bucket: "b", Key: "/x"}, ""},
	{"own", "s3://", scheme.Object{}, "bad bucket at byte 5"},
	{"own", "s3:/b", scheme.Object{}, `no "://" at byte 4`},
	{"own", "s3", scheme.Object{}, `no "://" at byte 2`},
	{"own", "b/k", scheme.Object{}, `no "://" at byte 1`},
	{"own", "s3://key:secret@b/x", scheme.Object{}, "bad bucket at byte 8"},
	{"own", "abfss://c@a<b/x", scheme.Object{}, "illegal byte in host at byte 11"},
	{"own", "https://s3.amazonaws.com", scheme.Object{}, "bad bucket at byte 24"},
	{"own", "https://s3.amazonaws.com/", scheme.Object{}, "bad bucket at byte 25"},
	{"own", "https://s3.amazonaws.com//k", scheme.Object{}, "bad bucket at byte 25"},
	{"own", "https://s3.amazonaws.com/b%2Fc/k", scheme.Object{}, "bad bucket at byte 26"},
	{"own", "https://u:secret@x.blob.core.windows.net/bad cont/f", scheme.Object{}, "illegal byte in path at byte 44"},
	{"own", "https://b.s3.amazonaws.com/%zz", scheme.Object{}, "bad percent-encoding in path at byte 28"},
	{"own", "https://b.s3.amazonaws.com.example/k", scheme.Object{}, "unknown store at byte 8"},
	{"own", "https://s3xamazonaws.com/k", scheme.Object{}, "unknown store at byte 8"},
	{"own", "https://minio.example/b/k", scheme.Object{}, "unknown store at byte 8"},
	{"own", "ftp://s3.amazonaws.com/b/k", scheme.Object{}, "unknown store at byte 6"},
	{"own", "mailto://h", scheme.Object{}, "unknown store at byte 9"},
}

func TestParseObject(t *testing.T) {
	for _, test := range objectTests {
		o, err := scheme.ParseObject(test.in)
		var e *scheme.Error
		if o != test.want || (err != nil) != (test.err != "") || err != nil && (!errors.As(err, &e) || err.Error() != test.err) {
			t.Errorf("%s: %q: %q, %v, want %q, %s", test.source, test.in, o, err, test.want, test.err)
		}
		for _, s := range []string{o.URL(), o.HTTPS()} {
			if again, err := scheme.ParseObject(s); s != "" && (err != nil || again != o) {
				t.Errorf("%q: %q is read as %q, %v", test.in, s, again, err)
			}
		}
	}
}

func TestObjectAddresses(t *testing.T) {
	for _, test := range []struct {
		o          scheme.Object
		url, https string
	}{
		{scheme.Object{Store: "s3", Bucket: "b", Key: "a b/INV#?@2x.png"}, "s3://b/a b/INV#?@2x.png",
			"https://b.s3.amazonaws.com/a%20b/INV%23%3F%402x.png"},
		{scheme.Object{Store: "s3", Bucket: "my.bucket", Key: "/k"}, "s3://my.bucket//k", "https://s3.amazonaws.com/my.bucket//k"},
		{scheme.Object{Store: "s3", Bucket: "Old_Bucket"}, "s3://Old_Bucket/", "https://s3.amazonaws.com/Old_Bucket/"},
		{scheme.Object{Store: "s3", Bucket: "b", Key: "a/../c"}, "s3://b/a/../c", ""},
		{scheme.Object{Store: "s3", Bucket: "b", Key: "%2e%2e"}, "s3://b/%2e%2e", "https://b.s3.amazonaws.com/%252e%252e"},
		{scheme.Object{Store: "gs", Bucket: "b_c", Key: "ö"}, "gs://b_c/ö", "https://storage.googleapis.com/b_c/%C3%B6"},
		{scheme.Object{Store: "az", Bucket: "c", Key: "k"}, "az://c/k", ""},
		{scheme.Object{Store: "az", Account: "acct", Bucket: "$web", Key: "k"}, "abfss://$web@acct.dfs.core.windows.net/k",
			"https://acct.blob.core.windows.net/$web/k"},
		{scheme.Object{Store: "az", Account: "a.dfs.core.usgovcloudapi.net", Bucket: "c", Key: "k"},
			"abfss://c@a.dfs.core.usgovcloudapi.net/k", "https://a.dfs.core.usgovcloudapi.net/c/k"},
		{scheme.Object{}, "", ""},
		{scheme.Object{Store: "s3", Key: "k"}, "", ""},
		{scheme.Object{Store: "s3", Bucket: "a/b", Key: "k"}, "", ""},
		{scheme.Object{Store: "s3", Account: "x", Bucket: "b", Key: "k"}, "", ""},
		{scheme.Object{Store: "http", Bucket: "b", Key: "k"}, "", ""},
		{scheme.Object{Store: "az", Account: "a/b", Bucket: "c", Key: "k"}, "", ""},
		{scheme.Object{Store: "az", Account: "A", Bucket: "c", Key: "k"}, "", ""},
	} {
		if got := test.o.URL(); got != test.url {
			t.Errorf("%q: URL is %q, want %q", test.o, got, test.url)
		}
		if got := test.o.HTTPS(); got != test.https {
			t.Errorf("%q: HTTPS is %q, want %q", test.o, got, test.https)
		}
	}
}

// TestObjectKeys writes and reads objects with random keys. A written object is normal, and has no "?" or "#".
func TestObjectKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	written := 0
	for range 1000 {
		var key strings.Builder
		for range r.IntN(9) {
			key.WriteByte("aZ./%2F?#@&+ \xc3\xb6\x00"[r.IntN(16)])
		}
		for _, o := range []scheme.Object{{Store: "s3", Bucket: "b"}, {Store: "gs", Bucket: "b"}, {Store: "az", Account: "a", Bucket: "b"}} {
			o.Key = key.String()
			if again, err := scheme.ParseObject(o.URL()); err != nil || again != o {
				t.Fatalf("%q: %q is read as %q, %v", o, o.URL(), again, err)
			}
			https := o.HTTPS()
			if https == "" {
				if !strings.Contains("/"+o.Key+"/", "/./") && !strings.Contains("/"+o.Key+"/", "/../") {
					t.Fatalf("%q has no https address", o)
				}
				continue
			}
			written++
			u, err := uri.Parse(https)
			if again, err2 := scheme.ParseObject(https); err != nil || err2 != nil || again != o || strings.ContainsAny(https, "?#") || u.Normalized() != u {
				t.Fatalf("%q: %q is read as %q, %v, %v", o, https, again, err, err2)
			}
		}
	}
	if written < 2000 {
		t.Errorf("only %d addresses", written)
	}
	if text := fmt.Sprint(scheme.ParseObject("s3://u:Q7Q7@b/k")); strings.Contains(text, "Q7") {
		t.Error(text)
	}
}
