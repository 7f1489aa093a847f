package urlkey_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

// TestUnwrap has links of each service, from the threads that the table cites where they have one.
func TestUnwrap(t *testing.T) {
	const target = "https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D%252F"
	const want = "https://example.com/a?b=1&c=%2F"
	for _, test := range []struct{ in, want string }{
		{"https://www.google.com/url?q=" + target + "&sa=D&sntz=1&usg=NSDw", want},
		{"https://www.google.com/url?sa=t&rct=j&q=&esrc=s&url=" + target + "&usg=AFQj", want},
		{"https://www.google.com/url?sa=t&q=hats&url=" + target, want}, // q is what the visitor searched for
		{"https://www.google.com/url?sa=t&q=https%3A%2F%2Fother.example%2F&url=" + target, want},
		{"http://google.co.uk/url?q=" + target, want},
		{"https://www.google.de./url?q=" + target, want},
		{"https://www.google.com.br/url?q=" + target, want},
		{"https://www.googleadservices.com/pagead/aclk?sa=L&adurl=https://www.evedyth.shop/&ms=Co", "https://www.evedyth.shop/"},
		{"https://urldefense.us/v3/__https:/example.com/a**Bb__;JSUl!!x!y$", "https://example.com/a%%%b"},
		{"https://www.google.com/amp/s/www.muycomputer.com/2025/09/30/f-droid/amp/", "https://www.muycomputer.com/2025/09/30/f-droid/amp/"},
		{"https://www.google.com/amp/example.com/", "http://example.com/"},
		{
			"https://www-nytimes-com.cdn.ampproject.org/c/s/www.nytimes.com/wirecutter/blog/amp/?a=1#b",
			"https://www.nytimes.com/wirecutter/blog/amp/?a=1",
		},
		{
			"https://www-pacehospital-com.cdn.ampproject.org/c/www.pacehospital.com/irritable?amp=true",
			"http://www.pacehospital.com/irritable?amp=true",
		},
		{"https://cdn.ampproject.org/v/s/ampbyexample.com/g?value=Hello%20World", "https://ampbyexample.com/g?value=Hello%20World"},
		{
			"https://www.bing.com/ck/a?!&&p=6cd3&ptn=3&ver=2&u=a1aHR0cHM6Ly93d3cuZmlyZXByb2JlLm5ldC9wbA&ntb=1",
			"https://www.fireprobe.net/pl",
		},
		{
			"https://www.bing.com/ck/a?!&&p=db4b&u=a1aHR0cHM6Ly93d3cueW91dHViZS5jb20vd2F0Y2g_dj1YSHp0a0ZDemJUVQ&ntb=1",
			"https://www.youtube.com/watch?v=XHztkFCzbTU",
		},
		{"https://duckduckgo.com/l/?kh=-1&uddg=http%3A%2F%2Fwww.test.com%2F", "http://www.test.com/"},
		{"http://l.facebook.com/l.php?u=" + target + "&h=AT1&__tn__=-UK*F&c[0]=AT2", want},
		{"https://lm.facebook.com/l.php?u=" + target, want},
		{"http://m.facebook.com/l.php?u=" + target + "&h=hAQ&s=1", want},
		{"https://l.instagram.com/?u=" + target + "&e=AT1", want},
		{"https://www.youtube.com/redirect?event=video_description&redir_token=Q&q=" + target + "&v=PiYS", want},
		{"https://steamcommunity.com/linkfilter/?u=" + target, want},
		{"https://steamcommunity.com:443/linkfilter/?url=http://example.com", "http://example.com/"},
		{"https://out.reddit.com/t3_5pq7qd?url=" + target + "&token=AQAA&app_name=reddit.com", want},
		{"https://www.linkedin.com/safety/go?url=" + target, want},
		{"https://vk.com/away.php?to=" + target + "&post=-142978854_219333&cc_key=", want},
		{"http://t.umblr.com/redirect?z=https%3A%2F%2Fmega.nz%2F%23%21yUoUXBab&t=Nj", "https://mega.nz/#!yUoUXBab"},
		{"https://href.li/?https://instagram.com/p/BbBfYlMF3bg/?a=%2F#b", "https://instagram.com/p/BbBfYlMF3bg/?a=%2F#b"},
		{"https://href.li/?" + target, want},
		{"https://slack-redir.net/link?url=" + target + "&v=3", want},
		{"https://link.csdn.net/?target=" + target, want},
		{"https://www.douban.com/link2/?url=" + target, want},
		{"https://developer.aliyun.com/redirect?target=" + target, want},
		{"https://eur03.safelinks.protection.outlook.com/?url=" + target + "&data=02%7C01%7C&reserved=0", want},
		{"https://nam06.safelinks.protection.outlook.com/ap/w-59584e83/?url=" + target + "&data=04", want},
		{
			"https://urldefense.proofpoint.com/v1/url?u=http://www.bouncycastle.org/&k=oIvRg1%2BdGAgOoM1BIlLLqw%3D%3D%0A&r=IKM",
			"http://www.bouncycastle.org/",
		},
		{
			"https://urldefense.proofpoint.com/v2/url?u=http-3A__links.mkt3337.com_ctt-3Fkn-3D3-26ms-3DMzQ3-26mt-3D1&d=DwMFaQ&c=V",
			"http://links.mkt3337.com/ctt?kn=3&ms=MzQ3&mt=1",
		},
		{"https://urldefense.com/v3/__https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf!Ue6t$", "https://google.com/search?q=a+test&gs=ps"},
		{"https://urldefense.com/v3/__https://contact.framasoft.org/*newsletter__;Iw!!LIr3w8kk!6BNq$", "https://contact.framasoft.org/#newsletter"},
		{"https://urldefense.com/v3/__https:/a.example/*x**A*__;Kyst4oKsLw!!A$", "https://a.example/+x+-%E2%82%AC"},
		{"https://urldefense.com/v3/__http:/a.example/__;!!A$", "http://a.example/"},
		// Links in links, and the limit.
		{"https://l.facebook.com/l.php?u=" + url.QueryEscape("https://vk.com/away.php?to="+target), want},
		{strings.Repeat("https://href.li/?", 8) + want, want},
		{strings.Repeat("https://href.li/?", 9) + want, "https://href.li/?" + want},
		// Not redirect links: Unwrap returns them unchanged.
		{"https://example.com/url?q=" + target, ""},
		{"https://www.google.com/search?q=" + target, ""},
		{"https://www.google.com/url?q=hats", ""},
		{"https://www.google.com/url?q=javascript:alert(1)", ""},
		{"https://www.google.com/url?q=java%0Ascript:alert(1)//https://a/", ""},
		{"https://www.google.com/url?q=%2F%2Fexample.com%2F", ""},
		{"https://www.google.com/url?q=ftp://example.com/", ""},
		{"https://www.google.com/url?q=https://", ""},
		{"https://www.google.example/url?q=" + target, ""},
		{"https://www.google.co.example/url?q=" + target, ""},
		{"https://www.google.com.evil.example/url?q=" + target, ""},
		{"https://evilgoogle.com/url?q=" + target, ""},
		{"https://www.google.evil.uk/url?q=" + target, ""},
		{"https://www.google..x/url?q=" + target, ""},
		{"https://docs.google.com/url?q=" + target, ""},
		{"ftp://www.google.com/url?q=" + target, ""},
		{"https://www.google.com/amp/s/localhost/", ""},
		{"https://www.google.com/amp/", ""},
		{"https://xcdn.ampproject.org/c/s/example.com/", ""},
		{"https://www.facebook.com/sharer.php?u=" + target, ""},
		{"https://www.bing.com/ck/a?u=aHR0cHM6Ly9leGFtcGxlLmNvbS8", ""},
		{"https://www.bing.com/ck/a?u=a1!", ""},
		{"https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS8!x", ""}, // "https://example.co" before the "!"
		{"https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS9hP2I9fn5%2B", ""},
		{"https://safelinks.protection.outlook.com.example/?url=" + target, ""},
		{"https://urldefense.com/v3/__https://a.example/*__;!!A$", ""},
		{"https://urldefense.com/v3/__https://a.example/**!x__;Kysr!!A$", ""},
		{"https://urldefense.com/v3/__https://a.example/**Bx__;Kys!!A$", ""},
		{"https://urldefense.com/v3/__https://a.example/", ""},
		{"https://urldefense.com/v3/__https://a.example/*__;K!!A$", ""},
		{"https://urldefense.com/v3/__https://a.example/__;K!!A$", ""},
		{"https://urldefense.com/v3/__https://a.example/*__;gA!!A$", ""}, // not UTF-8
		{"https://urldefense.com/v3/__https://a.example/%zz__;!!A$", ""},
		{"https://urldefense.proofpoint.com/v2/url?u=http-3A__a-2&d=D", ""},
		{"data:text/html,https://href.li/?https://a/", ""},
	} {
		u := whatwg.MustParse(test.in)
		got, ok := urlkey.Unwrap(u)
		if isWrapped := test.want != ""; ok != isWrapped || isWrapped && got.Href() != test.want || !isWrapped && got != u {
			t.Errorf("%s: %s, %t, want %s", test.in, got, ok, test.want)
		}
	}
}

func ExampleUnwrap() {
	link := whatwg.MustParse("https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Fid%3D1&h=AT1")
	page, ok := urlkey.Unwrap(link)
	fmt.Println(page, ok)
	// Output: https://example.com/?id=1 true
}
