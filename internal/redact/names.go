package redact

// SecretKeys are the names of keys that have secret values nearly everywhere. They are compared without regard to case,
// "_" and "-". A name with "*" hides more than it must, such as the values of page_token: that costs less than a secret
// that is shown. No name here ends with "*": each "=" of the input would be compared with all keys.
//
// Names that mostly have other meanings are not among them: key, sign, and code. In OAuth 2.0 a code is an
// authorization code, but elsewhere the code of a country, an error or a voucher. An authorization code is valid once,
// for minutes, and with the secret or verifier of its client (RFC 6749, section 4.1.2).
var SecretKeys = []string{
	// GitLab, merge request 13945, "Filter additional parameters": every key that ends with _token, or has "secret".
	// Among the first are access_token, refresh_token and id_token of OAuth 2.0 and OpenID Connect, private_token of
	// GitLab, X-Amz-Security-Token, and Auth_AccessToken of "Databricks JDBC Driver", authentication. Among the second
	// are client_secret of OAuth 2.0, and there OAuth2Secret.
	"*token", "*secret",
	// OAuth 2.0: RFC 7636; RFC 7521, section 4, client_assertion; OpenID Connect Core, section 3.
	"code_verifier", "*assertion", "id_token_hint",
	// OpenTelemetry, semantic conventions, registry of attributes, url.query: the names of AWS, Azure and Google. OAuth
	// 1.0: RFC 5849, section 3.5.3, oauth_signature.
	"*signature", "sig", "AWSAccessKeyId",
	// Amazon S3, "Authenticating Requests: Using Query Parameters"; Google Cloud Storage, "Signed URLs".
	"*credential", "GoogleAccessId",
	// Azure: "Configure connection strings", "Service Bus access control", "Subscriptions in API Management".
	"AccountKey", "*access_key", "subscription-key", "ocp-apim-subscription-key",
	// SAML 2.0 bindings, sections 3.4 and 3.5.
	"SAMLResponse",
	// CAS Protocol 3.0 Specification, sections 2.5 and 2.7.
	"ticket", "pgt", "pgtId", "pgtIou",
	// npm, "npmrc", for registries.
	"_auth",
	// go-getter, README, "Git": a private key in base64.
	"sshkey",
	// Databases: libpq, "Connection strings"; ODBC and ADO.NET, "Connection string syntax"; JDBC drivers. Among the last
	// are private_key_file_pwd and passcode of Snowflake, "JDBC Driver connection parameter reference".
	"*password", "*passwd", "*pwd", "*pass", "pw", "passcode", "password_hash",
	// Chromium, components/autofill, the words for a password in other languages, which name fields.
	"passwort", "kennwort", "mot_de_passe", "contraseña", "contrasena", "senha", "wachtwoord", "parola", "heslo", "haslo",
	"salasana", "passord", "adgangskode", "losenord", "jelszo",
	// MongoDB, "AWS IAM authentication", AWS_SESSION_TOKEN.
	"authMechanismProperties",
	// Django, "Using the Django authentication system", the fields of the built-in forms; Devise, the fields of its
	// forms; WordPress, the fields of its form for users.
	"password1", "password2", "new_password1", "new_password2", "password_confirmation", "password_confirm",
	"pass1", "pass2",
	// Sessions: the Servlet specification, section 7.1.3; PHP, session.name.
	"*sessionid", "phpsessid",
	// Datadog, "Configuring the PHP Tracing Library", DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP; Sentry, "Server-Side
	// Data Scrubbing": both hide names that contain these.
	"*api_key", "*private_key", "*secret_key", "*passphrase", "jwt", "authorization", "bearer",
	// Elastic APM agents, sanitize_field_names: *key.
	"auth_key", "license_key",
	// Telegram, Mini Apps, "Launch parameters": the data, with its hash, by which a server knows the user.
	"tgWebAppData",
	// Private trackers of BitTorrent: NexusPHP, public/announce.php.
	"passkey",
	// Spring Security, "Cross Site Request Forgery", _csrf; Shopify, "Verify OAuth requests", hmac; OWASP, one-time
	// passwords.
	"_csrf", "hmac", "otp",
	// Google: "BigQuery JDBC driver", OAuthPvtKey; SQLAlchemy's dialect for BigQuery, credentials_base64. Apache Pulsar,
	// "Client authentication", authParams.
	"*pvt_key", "credentials_base64", "authParams",
}
