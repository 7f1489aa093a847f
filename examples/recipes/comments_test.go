package recipes_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

// commentFinder finds what becomes a link in a comment: web addresses, names after "www.", and e-mail addresses.
var commentFinder = &find.Finder{
	Schemes: []string{"http", "https"},
	Names:   hosts.Names | hosts.Emails,
	Accept: func(address string) bool {
		return strings.Contains(address, "://") || strings.HasPrefix(address, "www.") || strings.Contains(address, "@")
	},
}

// A linker makes links of the addresses in the text of a Markdown document, but not in code and in other links.
type linker struct{}

// Transform implements [parser.ASTTransformer].
func (linker) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var firsts []*ast.Text // the first node of each run of text
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link, *ast.Image, *ast.AutoLink, *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if before, ok := n.PreviousSibling().(*ast.Text); entering && (!ok || !goesOn(before, n)) {
				firsts = append(firsts, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, first := range firsts {
		linkRun(first, reader.Source())
	}
}

// goesOn reports whether the text of next follows the text of n. Characters such as "_" in an address split its text.
func goesOn(n, next *ast.Text) bool {
	return n.Segment.Stop == next.Segment.Start && !n.SoftLineBreak() && !n.HardLineBreak()
}

// linkRun replaces a run of text with text and links.
func linkRun(first *ast.Text, source []byte) {
	run, last := []*ast.Text{first}, first
	for next, ok := last.NextSibling().(*ast.Text); ok && goesOn(last, next); next, ok = last.NextSibling().(*ast.Text) {
		run, last = append(run, next), next
	}
	parent, from, end := first.Parent(), first.Segment.Start, last.Segment.Stop
	start, found := from, false
	insert := func(n ast.Node) { parent.InsertBefore(parent, first, n) }
	for m := range commentFinder.All(source[start:end]) {
		found = true
		lo, hi := start+int(m.Start), start+int(m.End)
		insert(ast.NewTextSegment(text.NewSegment(from, lo)))
		insert(newLink(m.Kind, source, lo, hi))
		from = hi
	}
	if !found {
		return
	}
	rest := ast.NewTextSegment(text.NewSegment(from, end))
	rest.SetSoftLineBreak(last.SoftLineBreak())
	rest.SetHardLineBreak(last.HardLineBreak())
	insert(rest)
	for _, n := range run {
		parent.RemoveChild(parent, n)
	}
}

// newLink returns a link of the address at source[lo:hi].
func newLink(kind find.Kind, source []byte, lo, hi int) ast.Node {
	target := string(source[lo:hi])
	switch kind {
	case find.KindHost:
		target = "https://" + target
	case find.KindEmail: // a "?" in the local part must not begin the fields of a mail
		target = "mailto:" + uri.PlaceParam.Encode(strings.TrimPrefix(target, "mailto:"))
	}
	link := ast.NewLink()
	link.Destination = []byte(target)
	link.SetAttributeString("rel", []byte("nofollow ugc"))
	link.AppendChild(link, ast.NewTextSegment(text.NewSegment(lo, hi)))
	return link
}

// A site shows comments in Markdown, with links as on GitHub. goldmark leaves out HTML and "javascript:".
func Example_comments() {
	markdown := goldmark.New(goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(linker{}, 100))))
	const comment = `See **https://example.com/a_b_c?d&e** (or www.example.org),
and mail joe@example.com or a?cc=b@example.com. Not main.rs, ` + "`http://code.example/`" + `, [x](javascript:alert(1))
or <script>alert(1)</script>.
`
	if err := markdown.Convert([]byte(comment), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <p>See <strong><a href="https://example.com/a_b_c?d&amp;e" rel="nofollow ugc">https://example.com/a_b_c?d&amp;e</a></strong> (or <a href="https://www.example.org" rel="nofollow ugc">www.example.org</a>),
	// and mail <a href="mailto:joe@example.com" rel="nofollow ugc">joe@example.com</a> or <a href="mailto:a%3Fcc%3Db@example.com" rel="nofollow ugc">a?cc=b@example.com</a>. Not main.rs, <code>http://code.example/</code>, <a href="">x</a>
	// or <!-- raw HTML omitted -->alert(1)<!-- raw HTML omitted -->.</p>
}
