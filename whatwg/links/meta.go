package links

import (
	"slices"

	"github.com/urispan/uri/internal/octet"
)

// isMetaURL reports whether the content of a meta element is a URL, by the value of its attribute property, name or
// itemprop.
func isMetaURL(a attribute, value []byte) bool {
	names := metaNames
	if a == attrItemprop {
		names = metaItemprops
	}
	return slices.ContainsFunc(names, func(name string) bool { return octet.EqualFold(value, name) })
}

// metaNames are the properties of the Open Graph protocol (https://ogp.me) and of cards
// (https://developer.x.com/en/docs/x-for-websites/cards/overview/markup) that are URLs, in lower case.
var metaNames = []string{
	"og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
	"og:audio", "og:audio:url", "og:audio:secure_url",
	"twitter:url", "twitter:image", "twitter:image:src", "twitter:player", "twitter:player:stream",
}

// metaItemprops are the properties of https://schema.org with URLs of pages, images and media, in lower case.
var metaItemprops = []string{
	"url", "image", "logo", "photo", "thumbnailurl", "contenturl", "embedurl", "sameas", "screenshot", "primaryimageofpage",
	"mainentityofpage", "downloadurl", "installurl", "discussionurl", "replytourl", "paymenturl", "trackingurl", "coderepository",
	"hasmap", "hasmenu", "license", "relatedlink", "significantlink", "publishingprinciples",
}
