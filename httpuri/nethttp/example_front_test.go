package nethttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
)

// A reverse proxy for two backends, with a log without secrets. It refuses what two servers could read differently.
func ExampleNewFront() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "backend got ", r.RequestURI)
	}))
	defer backend.Close()

	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: uri.SecretKeys()},
		httpuri.Rule{Public: "//shop.example/cart/", Backend: backend.URL + "/v2/cart/", AddSlash: true},
		httpuri.Rule{Public: "//shop.example/git/", Backend: backend.URL + "/", Allow: guard.HazardEncodedSlash},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	f.Seen = func(r *http.Request, d *httpuri.Decision) {
		fmt.Println(r.Method, d.LogText(), d.Status, d.Err)
	}
	h := f.Handler(f.ReverseProxy(nil))

	for _, target := range []string{"/cart/x?id[]=1&token=s3cr3t", "/cart?a", "/git/group%2Fproject", "/git/..%2Fadmin", "/cart/%2e%2e/admin"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host, r.RequestURI = "shop.example", target
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println("  ", strings.TrimSpace(w.Body.String()+w.Header().Get("Location")))
	}
	// Output:
	// GET http://shop.example/cart/x?id%5B%5D=1&token=xxxxx 200 <nil>
	//    backend got /v2/cart/x?id[]=1&token=s3cr3t
	// GET http://shop.example/cart?a 307 prefix without its slash
	//    /cart/?a
	// GET http://shop.example/git/group%2Fproject 200 <nil>
	//    backend got /group%2Fproject
	// GET http://shop.example/git/..%2Fadmin 400 URI has a hazard that is not allowed
	//    URI has a hazard that is not allowed
	// GET http://shop.example/cart/%2e%2e/admin 400 URI has a hazard that is not allowed
	//    URI has a hazard that is not allowed
}
