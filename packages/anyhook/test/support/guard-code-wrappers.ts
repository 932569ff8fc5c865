import type { CommandWrapper } from './guard-wrappers.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** A text in single quotes, for languages without interpolation in them. */
const plainLiteral = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const literal = (text: string): string => JSON.stringify(text);

/** Code passed to an interpreter as one word. */
const code = (start: string, write: (text: string) => string, more: Partial<CommandWrapper> = {}): CommandWrapper => ({
  takes: 'line',
  gives: 'simple',
  wrap: (text) => `${start} ${quoted(write(text))}`,
  ...more,
});

const kept: Partial<CommandWrapper> = { hidesOutput: 'the program keeps what the command prints' };

/** A program of another language starts the command. */
export const codeWrappers: Readonly<Record<string, CommandWrapper>> = {
  'python os.system': code('python3 -c', (text) => `import os; os.system(${literal(text)})`),
  'python os.popen': code('python3 -c', (text) => `import os; print(os.popen(${literal(text)}).read())`),
  'python subprocess': code(
    'python3 -c',
    (text) => `import subprocess as s; s.run(${literal(text)}, shell=True, check=False)`,
  ),
  'python with a list': code(
    'python -c',
    (text) => `from subprocess import call\ncall(["bash", "-c", ${literal(text)}])`,
  ),
  'python with base64': code(
    'python3 -c',
    (text) => `import base64,os; os.system(base64.b64decode("${base64(text)}").decode())`,
  ),
  'python from a document': {
    takes: 'line',
    gives: 'line',
    wrap: (text) => `python3 - <<'PY'\nimport os\nos.system(${literal(text)})\nPY`,
  },
  'python that joins': code(
    'python3 -c',
    (text) => `import os; a=${literal(text.slice(0, 4))}; b=${literal(text.slice(4))}; os.system(a + b)`,
  ),
  'node execSync': code('node -e', (text) => `require("child_process").execSync(${literal(text)})`, kept),
  'node that shows': code(
    'node -e',
    (text) => `const c = require("node:child_process"); c.execSync(${literal(text)}, {stdio: "inherit"})`,
  ),
  'node spawn': code(
    'node -e',
    (text) => `require("child_process").spawn("sh", ["-c", ${literal(text)}], {stdio: "inherit"})`,
  ),
  'node import': code(
    'node --input-type=module -e',
    (text) => `import { execSync as e } from "node:child_process"; console.log(String(e(${literal(text)})))`,
  ),
  bun: code('bun -e', (text) => `require("child_process").execSync(${literal(text)}, {stdio: "inherit"})`),
  'perl system': code('perl -e', (text) => `system(${plainLiteral(text)})`),
  'perl exec': code('perl -e', (text) => `exec "sh", "-c", ${plainLiteral(text)};`),
  'perl qx': code('perl -e', (text) => `$c = ${plainLiteral(text)}; print qx($c)`),
  'ruby system': code('ruby -e', (text) => `system(${plainLiteral(text)})`),
  'ruby exec': code('ruby -e', (text) => `exec("bash", "-c", ${plainLiteral(text)})`),
  'ruby backticks': code('ruby -e', (text) => `c = ${plainLiteral(text)}; puts \`#{c}\``),
  'php system': code('php -r', (text) => `system(${plainLiteral(text)});`),
  'php shell_exec': code('php -r', (text) => `echo shell_exec(${plainLiteral(text)});`),
  lua: code('lua -e', (text) => `os.execute(${literal(text)})`),
  'awk system': code('awk', (text) => `BEGIN{system(${literal(text)})}`),
};
