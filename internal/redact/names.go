package redact

// SecretKeys are the names of keys that have secret values nearly everywhere. They are compared without regard to case,
// "_" and "-". Names with other common meanings are not among them, such as code (an authorization code of OAuth 2.0)
// and key.
var SecretKeys = []string{
	// OpenTelemetry, semantic conventions, registry of attributes, url.query: the names of AWS, Azure and Google.
	"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature",
	// Google Cloud Storage, "Signed URLs".
	"X-Goog-Credential", "GoogleAccessId",
	// Azure: "Configure connection strings", "Service Bus access control", "Subscriptions in API Management".
	"AccountKey", "SharedAccessKey", "SharedAccessSignature", "subscription-key", "ocp-apim-subscription-key",
	// OAuth 2.0: RFC 6749, RFC 6750, RFC 7009, RFC 7636.
	"access_token", "refresh_token", "token", "client_secret", "code_verifier",
	// OAuth 2.0: RFC 7521, section 4; RFC 8693, section 2.1; OpenID Connect Core, section 3.
	"assertion", "client_assertion", "subject_token", "actor_token", "id_token", "id_token_hint",
	// OAuth 1.0: RFC 5849, section 3.5.3.
	"oauth_token", "oauth_signature",
	// SAML 2.0 bindings, sections 3.4 and 3.5.
	"SAMLResponse",
	// GitLab, "REST API authentication".
	"private_token", "job_token",
	// Telegram: "Deep links", MTProxy links; "Bot API", setWebhook.
	"secret", "secret_token",
	// npm, "npmrc", for registries.
	"_authToken", "_auth",
	// Databases: libpq, "Connection strings"; ODBC and ADO.NET, "Connection string syntax"; JDBC drivers.
	"*password", "*passwd", "pwd",
	// Snowflake, "JDBC Driver connection parameter reference".
	"passcode",
	// Databricks, "JDBC Driver", authentication; MongoDB, "AWS IAM authentication", AWS_SESSION_TOKEN.
	"Auth_AccessToken", "authMechanismProperties",
	// Sessions: the Servlet specification, section 7.1.3; PHP, session.name.
	"jsessionid", "phpsessid",
	// Datadog, "Configuring the PHP Tracing Library", DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP; Sentry, "Server-Side
	// Data Scrubbing": both hide names that contain these.
	"api_key", "private_key", "access_key", "secret_key", "api_secret", "app_secret", "passphrase", "pass",
	// Elastic APM agents, sanitize_field_names: *key, *token* and *session*.
	"x-api-key", "secret_access_key", "auth_key", "license_key", "api_token", "auth_token", "bearer_token", "security_token",
	"bot_token", "reset_token", "sessionid", "session_token",
}
