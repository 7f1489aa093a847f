package redact

import "strings"

// tokenPrefixes begin tokens. Their issuers document them.
var tokenPrefixes = [...]string{
	"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", // GitHub, "Token formats"
	"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", // GitLab, "Token overview"
	"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxe-", "xoxe.", "xapp-", // Slack, "Tokens"
	"sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", // Stripe, "API keys"
	"npm_",                          // npm, "About access tokens"
	"pypi-",                         // PyPI, "API tokens"
	"rubygems_",                     // RubyGems, "API key scopes"
	"dckr_pat_",                     // Docker, "Personal access tokens"
	"hf_",                           // Hugging Face, "User access tokens"
	"dop_v1_", "doo_v1_", "dor_v1_", // DigitalOcean, "Personal access tokens"
	"shpat_", "shpca_", "shppa_", "shpss_", // Shopify, "Length of tokens"
	"ATATT3", "ATCTT3", "ATBB", // Atlassian, "API tokens", "App passwords"
	"SG.",                  // SendGrid, "API keys"
	"hvs.", "hvb.", "hvr.", // HashiCorp Vault, "Tokens"
	"glsa_", "glc_", // Grafana, "Service accounts"
	"sk-ant-", "sk-proj-", // Anthropic, OpenAI
	"lin_api_",           // Linear, "API"
	"ntn_",               // Notion, "Authorization"
	"pscale_",            // PlanetScale, "Service tokens"
	"sntrys_", "sntryu_", // Sentry, "Auth tokens"
	"PMAK-",            // Postman, "API keys"
	"figd_",            // Figma, "Access tokens"
	"dp.pt.", "dp.st.", // Doppler, "Auth token formats"
	"NRAK-",                    // New Relic, "API keys"
	"r8_",                      // Replicate, "API tokens"
	"pul-",                     // Pulumi, "Access tokens"
	"nfp_",                     // Netlify
	"sbp_",                     // Supabase, "Access tokens"
	"tskey-",                   // Tailscale, "Key prefixes"
	"bkua_",                    // Buildkite, "API access tokens"
	"CCIPAT_",                  // CircleCI, "Personal API tokens"
	"dapi",                     // Databricks, "Personal access tokens"
	"AKCp",                     // JFrog Artifactory, "API key"
	"ya29.", "GOCSPX-", "AIza", // Google, "OAuth 2.0", "API keys"
	"LTAI", // Alibaba Cloud, "AccessKey pairs"
}

// isToken reports whether a user name begins as a token.
func isToken(name string) bool {
	for _, prefix := range tokenPrefixes {
		if len(name) >= len(prefix)+8 && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// publicPasswords follow a token that is the user name. They are the same for all users.
var publicPasswords = [...]string{
	"x-oauth-basic",  // GitHub, "Git automation with OAuth tokens"
	"x-access-token", // GitHub
	"oauth2",         // GitLab, "OAuth 2.0"
	"x-token-auth",   // Bitbucket
	"x",              // any password, as in the examples of several services
}

// minBareToken is the length of a user name that counts as a token before an empty password, as in
// https://0123456789abcdef:@api.example.com.
const minBareToken = 8

// isSecretUser reports whether the user name before a ":" is a secret, given the password after it.
func isSecretUser(name, password string) bool {
	name = strings.TrimSuffix(name, ":")
	if password == "" && len(name) >= minBareToken || isToken(name) {
		return true
	}
	for _, public := range publicPasswords {
		if password == public {
			return true
		}
	}
	return false
}
