package scheme

import (
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// ParseGit returns the URI of a repository, for s as people give it to git, pip and npm:
//
//	git@github.com:owner/name.git            ssh://git@github.com/owner/name.git
//	git@github.com:/owner/name.git           ssh://git@github.com/owner/name.git
//	[git.example:2222]:name.git              ssh://git.example:2222/name.git
//	https://github.com/owner/name.git        https://github.com/owner/name.git
//	git+ssh://git@github.com:owner/name.git  ssh://git@github.com/owner/name.git
//	git::https://github.com/owner/name.git   https://github.com/owner/name.git
//
// The first form is read as forges mean it. On a plain ssh server its path is below the home directory, which is
// ssh://git@github.com/~/owner/name.git as a URI. In this form "%", "?" and "#" have no meaning, and are percent-encoded.
// "git+" before a scheme is left out. After "ssh:", a ":" without a port is read as "/", as npm does.
//
// As in git, s is a local path if it has no ":", or a slash before the first ":". A letter, ":", and a slash or backslash
// begin a path of Windows, on every system. Local paths are errors, and so are remote helpers other than "git::", and
// hosts that begin with "-", which ssh would take for options. The error is an [*Error].
func ParseGit(s string) (uri.URI, error) {
	n := len(s) - len(strings.TrimPrefix(s, "git::"))
	colon := octet.Next(s, n, ":")
	end := n + schemes.Len(s[n:])
	switch path := s[min(colon+1, len(s)):]; {
	case colon == len(s), octet.Next(s, n, "/") < colon,
		colon == n+1 && end == colon && path != "" && (path[0] == '/' || path[0] == '\\'):
		return uri.URI{}, &Error{n, "a local path"}
	case strings.HasPrefix(path, ":") && !strings.ContainsAny(s[n:colon], "@["):
		return uri.URI{}, &Error{n, "a remote helper"}
	case !strings.HasPrefix(path, "//"):
		return parseSCP(s, n)
	case end < colon:
		return uri.URI{}, &Error{end, "illegal byte in scheme"}
	}
	name, rest := strings.ToLower(s[n:colon]), s[colon:]
	name = strings.TrimSuffix(strings.TrimPrefix(name, "git+"), "+git")
	if name == "ssh" {
		end := octet.Next(rest, len("://"), "/?#")
		host := max(0, strings.LastIndexByte(rest[:end], '@'), strings.LastIndexByte(rest[:end], ']'))
		i := octet.Next(rest[:end], max(host, len("://")), ":")
		if strings.Trim(rest[i:end], ":0123456789") != "" {
			rest = rest[:i] + "/" + rest[i+1:]
		}
	}
	return parseGitURL(name+rest, colon-len(name))
}

// parseGitURL returns text as a URI. Its bytes are shift bytes later in the input.
func parseGitURL(text string, shift int) (uri.URI, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, faultOf(err, shift)
	}
	begin, _, _ := u.Range(uri.ComponentAuthority)
	switch {
	case strings.HasPrefix(text[begin:], "-") || strings.HasPrefix(u.Hostname(), "-"):
		return uri.URI{}, &Error{begin + shift, `host begins with "-"`}
	case u.Hostname() == "" && u.Scheme() != "file":
		return uri.URI{}, &Error{begin + shift, "no host"}
	}
	return u, nil
}

// parseSCP implements ParseGit for [user@]host:path at n. A host with a port, or an IPv6 address, is in brackets.
func parseSCP(s string, n int) (uri.URI, error) {
	end := octet.Next(s, n, ":")
	authority, shift := s[n:end], n-len("ssh://")
	if open := octet.Next(s[:end], n, "["); open < end && (open == n || s[open-1] == '@') {
		end = octet.Next(s, open, "]") + 1
		if end >= len(s) || s[end] != ':' {
			return uri.URI{}, &Error{min(end, len(s)), `no ":" after "]"`}
		}
		if authority = s[n:end]; strings.Count(authority, ":") <= 1 {
			authority = s[n:open] + s[open+1:end-1]
			shift++
		}
	}
	if end+1 == len(s) {
		return uri.URI{}, &Error{len(s), "no path"}
	}
	if err := check(uri.ComponentAuthority, authority, shift+len("ssh://")); err != nil {
		return uri.URI{}, err
	}
	return parseGitURL("ssh://"+authority+"/"+uri.PlacePath.Encode(strings.TrimPrefix(s[end+1:], "/")), shift)
}

// SplitGit returns the URI of a repository as ParseGit does, and the directory and the reference that s names in it. They
// are "" if s has none. Percent-encodings in them are decoded.
//
//	git::https://h/o/r//modules/a?ref=v1      dir "modules/a", ref "v1"      go-getter, Terraform
//	github.com:o/r.git#v1                     ref "v1"                       npm
//	git+https://h/o/r@v1#subdirectory=a       dir "a", ref "v1"              pip
//	git+https://h/o/r.git#collections/a,v1    dir "collections/a", ref "v1"  Ansible
//
// A query with "ref=" is left out as a whole. A directory with a ".." segment, and a reference that begins with "-", which
// git would take for an option, are errors.
func SplitGit(s string) (repo uri.URI, dir, ref string, err error) {
	text, fragment, _ := strings.Cut(s, "#")
	text, query, hasQuery := strings.Cut(text, "?")
	path := octet.Next(text, len(text)-len(strings.TrimPrefix(text, "git::")), ":")
	if strings.HasPrefix(text[path:], "://") {
		path = octet.Next(text, path+len("://"), "/")
	}
	path = len(text) - len(strings.TrimLeft(text[path:], ":/"))
	if i := strings.Index(text[path:], "//"); i >= 0 {
		text, dir = text[:path+i], text[path+i+len("//"):]
	} else if i := strings.LastIndexByte(text[path:], '@'); i > 0 && text[path+i-1] != '/' && octet.HasPrefixFold(s, "git+") {
		text, ref = text[:path+i], text[path+i+1:]
	}
	if _, value, ok := strings.Cut("&"+query, "&ref="); ok {
		ref, _, _ = strings.Cut(value, "&")
	} else if hasQuery {
		text += "?" + query
	}
	switch before, after, ok := strings.Cut(fragment, ","); {
	case strings.HasPrefix(fragment, "egg="), strings.HasPrefix(fragment, "subdirectory="):
		_, dir, _ = strings.Cut("&"+fragment, "&subdirectory=")
		dir, _, _ = strings.Cut(dir, "&")
	case ok:
		dir, ref = before, after
	case fragment != "":
		ref = fragment
	}
	dir = strings.Trim(string(octet.AppendLenient(nil, dir)), "/")
	ref = string(octet.AppendLenient(nil, ref))
	repo, err = ParseGit(text)
	switch {
	case err != nil:
	case slices.Contains(strings.FieldsFunc(dir, func(c rune) bool { return c == '/' || c == '\\' }), ".."):
		err = &Error{len(text), `".." in directory`}
	case strings.HasPrefix(ref, "-"):
		err = &Error{len(text), `reference begins with "-"`}
	}
	if err != nil {
		return uri.URI{}, "", "", err
	}
	return repo, dir, ref, nil
}

// GitKey1 returns a key that is equal for the addresses of a repository: the host in lower case, a port that is not the
// default port of the scheme, and the path without ".git" and without slashes at its ends. The user, the scheme and what
// SplitGit returns besides the repository do not matter:
//
//	https://GitHub.com/o/r, https://joe@github.com/o/r.git/, github.com:o/r.git#v1   github.com/o/r
//
// The case of the path matters. The key is that of the normal form of RFC 3986, with the default ports of version 1 of
// package urlkey. It never changes. A local path, and an address without a host or path, are errors.
func GitKey1(s string) (string, error) {
	repo, _, _, err := SplitGit(s)
	if err != nil {
		return "", err
	}
	const steps = uri.StepCase | uri.StepPercent | uri.StepDots | uri.StepScheme | uri.StepAddress
	u := uri.Normalizer{Steps: steps, DefaultPort: schemes.Port1}.Normalized(repo)
	authority, _ := u.Authority()
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	path := strings.Trim(strings.TrimSuffix(strings.Trim(u.Path(), "/"), ".git"), "/")
	if host == "" || path == "" {
		return "", &Error{len(s), "no host or no path"}
	}
	return host + "/" + path, nil
}
