package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// TokenPrefixes begin tokens. Each line names the page of the issuer that states or shows the prefixes. A prefix that
// only scanners know, such as dapi of Databricks or ATATT3 of Atlassian, is not one.
var TokenPrefixes = [...]string{
	"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", // GitHub, "About authentication to GitHub", token formats
	"glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", // GitLab, "Token overview", token prefixes
	"glft-", "glimt-", "glagent-", "glwt-", "glsoat-", "glffct-", // GitLab, the same
	"xoxb-", "xoxp-", "xapp-", "xwfp-", "xoxe-", "xoxe.", // Slack, "Tokens", "Using token rotation"
	"sk_live_", "sk_test_", "rk_live_", "rk_test_", // Stripe, "API keys"
	"npm_",                                               // npm, GitHub changelog, "npm has a new access token format"
	"pypi-AgE",                                           // PyPI, "Help", API tokens; all are macaroons, which begin so
	"rubygems_",                                          // RubyGems, "RubyGems.org API"
	"packagist_ort_", "packagist_out_", "packagist_uut_", // Private Packagist, "Composer authentication", token format
	"dckr_pat_",                     // Docker, "Docker Hub API", create access token
	"hf_",                           // Hugging Face, "User access tokens"
	"r8_",                           // Replicate, "API tokens"
	"sk-ant-",                       // Anthropic, "Authentication"
	"dop_v1_", "doo_v1_", "dor_v1_", // DigitalOcean, release note of 29 March 2022, API token format
	"cfk_", "cfut_", "cfat_", // Cloudflare, "Token formats"
	"fm2_",                 // Fly.io, "Access tokens"
	"hvs.", "hvb.", "hvr.", // HashiCorp Vault, "Tokens", token formats
	"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.said.", "dp.scim.", "dp.audit.", // Doppler, "Auth token formats"
	"shpat_", "shpca_", "shppa_", "shpss_", // Shopify, developer changelog, 28 January and 1 April 2020
	"SG.",                                      // SendGrid, github.com/twilio/ai, "twilio-sendgrid-account-setup"
	"glsa_",                                    // Grafana, "Service account HTTP API"
	"sntryu_", "sntrys_", "sntrya_", "sntryi_", // Sentry, "Token and credential formats"
	"bkua_", "bkaa_", "bkaj_", "bkar_", "bkct_", "bkpt_", "bkpat_", "bkps_", // Buildkite, "Token security"
	"CCIPAT_", "CCIPRJ_", // CircleCI, changelog, "New format for API access tokens"
	"ntn_",       // Notion, changelog of 11 September 2024
	"sb_secret_", // Supabase, "Understanding API keys"
	"tskey-",     // Tailscale, "Key prefixes"
	"AIza",       // Google Cloud, "Manage API keys", the example key
}

// tokenStarts is the set of the first two bytes of TokenPrefixes, by hashOf.
var tokenStarts = func() (starts bitmap) {
	for _, prefix := range TokenPrefixes {
		starts.add(hashOf(prefix[0], prefix[1]))
	}
	return starts
}()

// minToken returns the length in bytes of the shortest token with the prefix at the start of text, or 0. The prefix
// counts. Words such as npm_config_cache begin as some tokens do, which are longer. Colours and marks can precede the
// token: "ghp_0123456789".
func minToken(text string) int {
	for limit := len(text) - longestKey; len(text) > max(0, limit) && beforeToken[text[0]]; {
		size := afterColours(text, 0)
		if size == 0 {
			_, size = octet.First(text) // ?x=%22ghp_0123456789%22
		}
		text = text[size:]
	}
	if len(text) > 1 && tokenStarts.has(hashOf(text[0], text[1])) {
		for _, prefix := range &TokenPrefixes {
			if prefix[0] == text[0] && strings.HasPrefix(text, prefix) {
				if prefix == "npm_" || prefix == "hf_" || prefix == "SG." {
					return len(prefix) + 20
				}
				return len(prefix) + 8
			}
		}
	}
	return 0
}

// moreOfToken is the number of bytes that a token has at least beyond minToken in text that is no query. Words of code
// begin as some tokens do.
const moreOfToken = 8

// beforeToken is the set of the first bytes of colours and marks before a token.
var beforeToken = byteSet("\x1b%\\{" + quotes)

// isToken reports whether a user name or the value of a key begins as a token.
func isToken(name string) bool {
	n := minToken(name)
	return n > 0 && len(name) >= n
}

// minRandomName is the length of a user name without a password that counts as a token if it has digits and letters alone.
// It is that of an old token of Buildkite, Bitbucket or Azure DevOps, and more than most names have.
const minRandomName = 30

// isRandomName reports whether a user name is a token by its length.
func isRandomName(name string) bool {
	isOther := func(c rune) bool { return !isAlnum(c) }
	return len(name) >= minRandomName && strings.ContainsAny(name, "0123456789") && strings.IndexFunc(name, isOther) < 0
}

// tokenSchemes have a token or a password as the user name before an "@", if no ":" is in it.
var tokenSchemes = [...]string{
	"redis", "rediss", "valkey", "valkeys", // Symfony, "Redis Cache Adapter"
	"nats",                                      // NATS, "Connecting with a token"
	"trojan", "vless", "ss", "hysteria2", "hy2", // links of proxies: SIP002 of Shadowsocks, Trojan-Go, XTLS, Hysteria 2
}

// publicPasswords follow a token that is the user name. They are the same for all users.
var publicPasswords = [...]string{
	"x-oauth-basic",  // GitHub, "Git automation with OAuth tokens"
	"x-access-token", // GitHub documents it as the user name; the order is often swapped
	"oauth2",         // GitLab, likewise: "OAuth 2.0 identity provider API"
	"x-token-auth",   // Bitbucket, likewise: "Using access tokens"
	"x",              // any password, as in the examples of several services
}

// minBareToken is the length of a user name that counts as a token before an empty password, as in
// https://0123456789abcdef:@api.example.com.
const minBareToken = 8

// isSecretUser reports whether the user name before a ":" is a secret, given the password after it.
func isSecretUser(name, password string) bool {
	name = strings.TrimSuffix(name, ":")
	return password == "" && len(name) >= minBareToken || isToken(name) || slices.Contains(publicPasswords[:], password)
}
