// Runs URLPattern on the cases of TestJavaScript: a case for each line of the standard input, and a line of results for
// each. It needs node 24 or later.
import { createInterface } from 'node:readline';
import { Script } from 'node:vm';

const names = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

function run({ init, ignoreCase, inputs }) {
  let pattern;
  try {
    pattern = new URLPattern(init, { ignoreCase });
  } catch {
    return { error: true };
  }
  const result = { patterns: names.map((n) => pattern[n]), hasRegExpGroups: pattern.hasRegExpGroups, matches: [] };
  for (const input of inputs) {
    const match = pattern.exec(input);
    result.matches.push(match && Object.fromEntries(names.map((n) => [n, Object.fromEntries(
      Object.entries(match[n].groups).map(([k, v]) => [k, v === undefined ? null : v]))])));
  }
  return result;
}

// A regular expression can take exponential time.
const limited = new Script('runCase()');

console.log(JSON.stringify(process.versions));
for await (const line of createInterface({ input: process.stdin })) {
  globalThis.runCase = () => run(JSON.parse(line));
  let result;
  try {
    result = limited.runInThisContext({ timeout: 300 });
  } catch {
    result = { slow: true };
  }
  console.log(JSON.stringify(result));
}
