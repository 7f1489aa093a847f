package kit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// PageKinds are the kinds of pages that Page makes.
var PageKinds = []string{"article", "documentation", "shop"}

// Page returns an HTML page of about size bytes. All have a menu, a style sheet of 1 KiB and scripts of 3 KiB. An
// article has long text. A page of documentation has code with an element around each word. A shop has elements with
// many attributes. The page follows from kind and random.
func Page(kind string, size int, random *rand.Rand) []byte {
	p := &page{random: random}
	p.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", p.words(4))
	p.printf("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	p.printf("<link rel=\"canonical\" href=\"https://www.example.com/%s/\">\n<link rel=\"stylesheet\" href=\"/assets/%x.css\">\n", p.word(), random.Uint32())
	p.printf("<script>window.q = window.q || []; for (var i = 0; i < 3 && !window.done; i++) { q.push(\"<a href='n'>\" + i) }</script>\n")
	p.printf("<style>")
	for range 24 {
		p.printf(".%s-%s > .%s { margin: 0 %dpx; color: #%06x }\n", p.word(), p.word(), p.word(), p.random.IntN(40), p.random.IntN(1<<24))
	}
	p.printf("</style>\n<script type=\"application/ld+json\">{\"@context\": \"https://schema.org\", \"@type\": \"WebPage\", \"name\": \"%s\", \"description\": \"%s\"}</script>\n",
		p.words(6), p.words(60))
	p.printf("</head>\n<body class=\"page %s\">\n<nav class=\"menu\"><ul>\n", p.word())
	for range 12 {
		p.printf("<li class=\"menu-item\"><a href=\"/%s/\">%s</a></li>\n", p.word(), p.words(2))
	}
	p.printf("</ul></nav>\n<main>\n")
	parts := map[string]func(){"article": p.paragraph, "documentation": p.declaration, "shop": p.product}
	for p.Len() < size {
		parts[kind]()
	}
	p.printf("</main>\n<script>window.state = {")
	for range 60 {
		p.printf("\"%s_%d\": \"%s\", ", p.word(), p.random.IntN(1000), p.words(3))
	}
	p.printf("};</script>\n<!-- %s -->\n<script src=\"https://cdn.example.net/js/%x.js\" async></script>\n</body>\n</html>\n", p.words(5), random.Uint32())
	return p.Bytes()
}

type page struct {
	bytes.Buffer
	random *rand.Rand
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

var pageWords = strings.Fields("the of and to in a is that for it was on are as with his they at be this from have or by one had not but " +
	"what all were when we there can an your which their said if do will each about how up out them then she many some " +
	"number people water first would make other time write could address component reference authority scheme")

func (p *page) word() string { return pageWords[p.random.IntN(len(pageWords))] }

func (p *page) words(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = p.word()
	}
	return strings.Join(words, " ")
}

// chance reports true in one of n cases.
func (p *page) chance(n int) bool { return p.random.IntN(n) == 0 }

// href returns a link.
func (p *page) href() string {
	switch p.random.IntN(8) {
	case 0:
		return fmt.Sprintf("https://%s.example.org/%s/%d", p.word(), p.word(), p.random.IntN(100_000))
	case 1:
		return "#" + p.word()
	case 2:
		return fmt.Sprintf("/search?q=%s&amp;page=%d", p.word(), p.random.IntN(50))
	case 3:
		return fmt.Sprintf("../%s.html", p.word())
	case 4:
		return fmt.Sprintf("/%s/%s/%s-%s.html#%s", p.word(), p.word(), p.word(), p.word(), p.word())
	}
	return fmt.Sprintf("/%s/%s-%s-%d", p.word(), p.word(), p.word(), p.random.IntN(1000))
}

func (p *page) paragraph() {
	if p.chance(6) {
		p.printf("<h2 id=\"%s-%s\">%s</h2>\n", p.word(), p.word(), p.words(3))
	}
	if p.chance(8) {
		p.printf("<figure><img src=\"/images/%x.jpg\" alt=\"%s\" width=\"640\" height=\"480\" loading=\"lazy\"><figcaption>%s</figcaption></figure>\n",
			p.random.Uint32(), p.words(5), p.words(8))
	}
	p.printf("<p>")
	for range 3 + p.random.IntN(5) {
		p.printf("%s", p.words(8+p.random.IntN(16)))
		switch p.random.IntN(4) {
		case 0:
			p.printf(" <a href=\"%s\">%s</a>", p.href(), p.words(2))
		case 1:
			p.printf(" <a href=\"%s\" class=\"external\" rel=\"nofollow noopener\" target=\"_blank\">%s</a>", p.href(), p.words(3))
		case 2:
			p.printf(" <em>%s</em>", p.word())
		}
		p.printf(". ")
	}
	p.printf("</p>\n")
}

func (p *page) declaration() {
	id := fmt.Sprintf("method.%s_%s", p.word(), p.word())
	p.printf("<section id=\"%s\" class=\"method\"><a class=\"src rightside\" href=\"../src/%s.rs.html#%d-%d\">source</a>", id, p.word(), p.random.IntN(500), 500+p.random.IntN(500))
	p.printf("<h4 class=\"code-header\"><span class=\"kw\">fn</span> <a href=\"#%s\" class=\"fn\">%s</a>(", id, p.word())
	for i := range 1 + p.random.IntN(4) {
		if i > 0 {
			p.printf(", ")
		}
		p.printf("<span class=\"n\">%s</span>: <a class=\"struct\" href=\"struct.%s.html\" title=\"struct %s::%s\">%s</a>&lt;<span class=\"t\">%s</span>&gt;",
			p.word(), p.word(), p.word(), p.word(), p.word(), p.word())
	}
	p.printf(")</h4></section>\n<div class=\"docblock\"><p>%s <code>%s</code> %s.</p>", p.words(10), p.word(), p.words(12))
	if p.chance(2) {
		p.printf("<pre class=\"rust\"><code>")
		for range 4 + p.random.IntN(6) {
			p.printf("<span class=\"kw\">let</span> <span class=\"ident\">%s</span> = <span class=\"ident\">%s</span>.<span class=\"fn\">%s</span>(<span class=\"string\">&quot;%s&quot;</span>);\n",
				p.word(), p.word(), p.word(), p.word())
		}
		p.printf("</code></pre>")
	}
	p.printf("</div>\n")
}

func (p *page) product() {
	id, slug := p.random.IntN(1_000_000), p.word()+"-"+p.word()
	p.printf("<article class=\"product-card product-card--grid js-product\" data-product-id=\"%d\" data-sku=\"SKU-%x\" data-position=\"%d\" "+
		"itemscope itemtype=\"https://schema.org/Product\">\n", id, p.random.Uint32(), p.random.IntN(100))
	p.printf("<a class=\"product-card__link link link--block\" href=\"/shop/%s-%d?ref=%s&amp;pos=%d\" data-track=\"click\" data-track-category=\"grid\" "+
		"aria-label=\"%s\" tabindex=\"0\">\n", slug, id, p.word(), p.random.IntN(100), p.words(4))
	p.printf("<img class=\"product-card__image lazyload\" src=\"/media/%d/thumb.jpg\" srcset=\"/media/%d/320.jpg 320w, /media/%d/640.jpg 640w, "+
		"/media/%d/1280.jpg 1280w\" sizes=\"(max-width: 600px) 100vw, 33vw\" alt=\"%s\" width=\"320\" height=\"320\" loading=\"lazy\" decoding=\"async\">\n",
		id, id, id, id, p.words(4))
	p.printf("<h3 class=\"product-card__title h4\" itemprop=\"name\">%s</h3></a>\n", p.words(4))
	p.printf("<div class=\"product-card__price price price--sale\" data-currency=\"EUR\"><span class=\"price__amount\" content=\"%d.99\" itemprop=\"price\">%d.99</span></div>\n",
		id%100, id%100)
	p.printf("<button type=\"button\" class=\"btn btn--primary js-add\" data-id=\"%d\" data-url=\"/cart/add/%d\" aria-label=\"Add to cart\" onclick=\"add('%d')\">"+
		"<svg class=\"icon\" width=\"16\" height=\"16\" aria-hidden=\"true\"><use xlink:href=\"/icons.svg#cart\"></use></svg> Add</button>\n</article>\n", id, id, id)
}
