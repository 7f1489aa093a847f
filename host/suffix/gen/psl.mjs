// This program writes psl.txt, the rules of the Public Suffix List from which gen makes the table of package suffix.
// In a folder with the npm package tldts:
//
//	node .../host/suffix/gen/psl.mjs DATE > .../host/suffix/gen/psl.txt
//
// The package has the list of the day on which it was published, DATE, or of some day before. Then run
// go generate ./host/suffix. The script .ci/tables does all this with the newest package.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { domainToASCII } from 'node:url';

const require = createRequire(process.cwd() + '/');
const manifest = require.resolve('tldts/package.json');
const { version } = require(manifest);
const trie = require(dirname(manifest) + '/dist/cjs/src/data/trie.js');
const date = process.argv[2];
if (!/^\d{4}-\d\d-\d\d$/.test(date)) {
	throw new Error(`${date} is not a date`);
}

// The trie has the nodes rulesRoot, for rules, and exceptionsRoot, for exceptions. A node has edges to labels further left,
// and a flag if it is the end of a rule: ICANN or PRIVATE. The labels of all edges are in one string.
const sections = { 1: 'ICANN', 2: 'PRIVATE' };
const labels = [];
for (let edge = 0, start = 0; edge < trie.edgeLength.length; edge++) {
	labels.push(trie.labelText.slice(start, (start += trie.edgeLength[edge])));
}

// found maps rules to their sections.
const found = new Map();
function collect(node, mark, path) {
	if (trie.nodeFlags[node] !== 0) {
		if (!(trie.nodeFlags[node] in sections)) {
			throw new Error(`${path}: a rule in the sections ${trie.nodeFlags[node]}`);
		}
		found.set(mark + path.join('.'), sections[trie.nodeFlags[node]]);
	}
	for (let edge = trie.edgeStart[node]; edge < trie.edgeStart[node + 1]; edge++) {
		collect(trie.edgeChild[edge], mark, [labels[edge], ...path]);
	}
}
collect(trie.rulesRoot, '', []);
collect(trie.exceptionsRoot, '!', []);

// ascii returns a rule with IDN labels as A-labels.
function ascii(rule) {
	const [mark] = rule.match(/^(\*\.|!)?/);
	return mark + domainToASCII(rule.slice(mark.length));
}

const rules = [];
for (const [rule, section] of found) {
	if (ascii(rule) !== rule) {
		// The package has each rule with IDN labels in both forms.
		if (found.get(ascii(rule)) !== section) {
			throw new Error(`${rule} is a rule, and ${ascii(rule)} is none`);
		}
	} else if (!found.has('*.' + rule)) {
		// The package adds the rule "x" for each rule "*.x". The list has never both: by its algorithm, the label "*"
		// matches one label, and "x" alone is no suffix.
		rules.push({ rule, section, key: rule.replace('!', '').split('.').reverse().join('.') });
	}
}
rules.sort((a, b) => (a.key < b.key ? -1 : 1));

console.log(`// Written by host/suffix/gen/psl.mjs from tldts@${version} of npm, published on ${date}; DO NOT EDIT.
//
// The rules of the Public Suffix List, https://publicsuffix.org, with IDN labels as A-labels and without the comments.
// Nothing else in this module is subject to the license of the list:
//
// This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
// distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.

// VERSION: ${date}`);
for (const section of Object.values(sections)) {
	console.log(`\n// ===BEGIN ${section} DOMAINS===\n`);
	console.log(rules.filter((r) => r.section === section).map((r) => r.rule).join('\n'));
	console.log(`\n// ===END ${section} DOMAINS===`);
}
