// Package tracking lists query parameters that only tell a site where a visitor comes from, such as utm_source and
// fbclid. Functions of this module use the list only if a program passes it to them:
//
//	rules := &uri.QueryRules{Drop: tracking.Names()}
//	n := uri.Normalizer{Steps: uri.AllSteps, Query: rules}
//
// or with -drop @tracking to the command uri. The list helps to compare pages, not to protect visitors: it is short, and
// a site may give another meaning to a name on it. Names that many sites use, such as "ref", "source" and "cid", are not
// on it. Every version of this module may change it, so programs that store keys need a list of their own.
package tracking

// Date is the day when the sources of the list were read.
const Date = "2026-11-26"

// Names returns the names of the parameters, in the format of the field Drop of [github.com/urispan/uri.QueryRules]:
// "utm_*" means all names that begin with "utm_". The caller may change the slice.
func Names() []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.name
	}
	return names
}

// list is the parameters, with what adds them and the source.
var list = []struct{ name, by, source string }{
	{"utm_*", "Google Analytics and others", "https://matomo.org/faq/how-to/faq_120"},
	{"gclid", "Google Ads", brave + "4239"},
	{"gclsrc", "Google Ads", "https://docs.givebutter.com/docs/analytics"},
	{"gbraid", "Google Ads", brave + "18758"},
	{"wbraid", "Google Ads", brave + "18758"},
	{"dclid", "Google Display & Video", brave + "9879"},
	{"fbclid", "Facebook", firefox},
	{"igshid", "Instagram", brave + "11580"},
	{"msclkid", "Microsoft Advertising", brave + "4239"},
	{"twclid", "Twitter", brave + "18020"},
	{"ttclid", "TikTok", "https://github.com/UltraCart/rest_api_v2_sdk_php/blob/HEAD/docs/Model/ScreenRecordingAdPlatform.md"},
	{"yclid", "Yandex Direct", brave + "11578"},
	{"_openstat", "Openstat", brave + "11579"},
	{"mtm_*", "Matomo", "https://github.com/matomo-org/plugin-MarketingCampaignsReporting"},
	{"matomo_campaign", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"pk_campaign", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"pk_keyword", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"pk_kwd", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"piwik_campaign", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"piwik_kwd", "Matomo", "https://matomo.org/faq/how-to/faq_120"},
	{"_hsenc", "HubSpot", firefox},
	{"_hsmi", "HubSpot", brave + "9019"},
	{"__hssc", "HubSpot", brave + "9019"},
	{"__hstc", "HubSpot", brave + "9019"},
	{"__hsfp", "HubSpot", brave + "9019"},
	{"hsCtaTracking", "HubSpot", brave + "9019"},
	{"mc_eid", "Mailchimp", firefox},
	{"mkt_tok", "Marketo", firefox},
	{"oly_anon_id", "Omeda", firefox},
	{"oly_enc_id", "Omeda", firefox},
	{"__s", "Drip", firefox},
	{"vero_id", "Vero", firefox},
	{"vero_conv", "Vero", brave + "11817"},
	{"wickedid", "Wicked Reports", brave + "13647"},
	{"ml_subscriber", "MailerLite", brave + "17507"},
	{"ml_subscriber_hash", "MailerLite", brave + "17507"},
	{"bsft_clkid", "Blueshift", brave + "25238"},
	{"bsft_uid", "Blueshift", brave + "25238"},
}

const (
	brave   = "https://github.com/brave/brave-browser/issues/"
	firefox = "https://firefox-source-docs.mozilla.org/toolkit/components/antitracking/anti-tracking/query-stripping/"
)
