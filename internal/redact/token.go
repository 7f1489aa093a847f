package redact

import "strings"

// tokenPrefixes begin tokens. Each line names the page of the issuer that documents them.
var tokenPrefixes = [...]string{
	"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", // GitHub, "Token formats"
	"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", // GitLab, "Token overview"
	"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxe-", "xoxe.", "xapp-", // Slack, "Tokens"
	"sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", // Stripe, "API keys"
	"npm_", "pypi-", "rubygems_", // npm, PyPI, RubyGems, "API tokens"
	"dckr_pat_", "hf_", // Docker, "Personal access tokens"; Hugging Face, "User access tokens"
	"dop_v1_", "doo_v1_", "dor_v1_", // DigitalOcean, "Personal access tokens"
	"shpat_", "shpca_", "shppa_", "shpss_", // Shopify, "Access tokens"
	"ATATT3", "ATCTT3", "ATBB", // Atlassian, "API tokens", "App passwords"
	"SG.", "PMAK-", "NRAK-", "figd_", // SendGrid, Postman, New Relic, Figma, "API keys"
	"hvs.", "hvb.", "hvr.", "dp.pt.", "dp.st.", // HashiCorp Vault, "Tokens"; Doppler, "Auth token formats"
	"glsa_", "glc_", "sntrys_", "sntryu_", // Grafana, "Service accounts"; Sentry, "Auth tokens"
	"sk-ant-", "sk-proj-", "r8_", // Anthropic, OpenAI, Replicate, "API keys"
	"lin_api_", "ntn_", "pscale_", "pul-", "nfp_", "sbp_", "tskey-", // Linear, Notion, PlanetScale, Pulumi, Netlify, Supabase, Tailscale
	"bkua_", "CCIPAT_", "dapi", "AKCp", // Buildkite, CircleCI, Databricks, JFrog, "API access tokens"
	"ya29.", "GOCSPX-", "AIza", "LTAI", // Google, "OAuth 2.0", "API keys"; Alibaba Cloud, "AccessKey pairs"
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
