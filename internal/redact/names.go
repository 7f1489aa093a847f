package redact

// SecretKeys are the names of keys that have secret values nearly everywhere.
var SecretKeys = []string{
	// OpenTelemetry, semantic conventions for URLs, url.query; the same names are in the documentation of AWS, Azure and Google.
	"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature",
	// AWS, "Authenticating requests: using query parameters".
	"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
	// Google Cloud Storage, "Signed URLs".
	"X-Goog-Credential", "GoogleAccessId",
	// Azure: "Configure connection strings", "Service Bus access control", "Subscriptions in API Management".
	"AccountKey", "SharedAccessKey", "SharedAccessSignature", "subscription-key", "ocp-apim-subscription-key",
	// OAuth 2.0: RFC 6749, RFC 6750, RFC 7009, RFC 7521, RFC 7636; OpenID Connect, section 3.
	"access_token", "refresh_token", "id_token", "id_token_hint", "token", "client_secret", "client_assertion", "code_verifier",
	// SAML 2.0 bindings, section 3.5.
	"SAMLResponse",
	// GitLab, "REST API authentication"; Slack; Telegram, "MTProto proxies" and "Bot API", setWebhook.
	"private_token", "job_token", "secret", "secret_token",
	// npm, "npmrc", for registries.
	"_authToken", "_auth",
	// Databases: libpq, "Connection strings"; ODBC; ADO.NET, "Connection string syntax"; JDBC drivers; Snowflake.
	"*password", "*passwd", "pwd", "passcode", "passphrase", "private_key", "private_key_base64",
	// Sessions: the Servlet specification, section 7.1.3; PHP; ASP.
	"jsessionid", "phpsessid", "sessionid", "session_id", "session_token",
	// Names that many services use for the same.
	"api_key", "apikey", "api-key", "x-api-key", "api_token", "api_secret", "auth_token", "authtoken", "access-token",
	"accesstoken", "access_key", "accesskey", "secret_key", "secretkey", "secret_access_key", "app_secret", "bearer_token",
	"security_token", "bot_token", "reset_token", "auth_key",
}
