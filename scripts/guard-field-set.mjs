// Collects commands that people publish: shell blocks of Markdown files, `scripts` of package.json, `run` steps of
// workflows. The shell guard should let nearly all of them pass; check each one that it stops.
// Usage: node scripts/guard-field-set.mjs [--out .cache/guard-field.jsonl] [folder or git directory …]
// Without folders it reads node_modules. The texts belong to others, so the set stays outside the repository.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';

const perSource = 1500;
const largestFile = 400_000;
const languages = /^(?:sh|bash|shell|zsh|console|shell-session|shellsession|terminal|bash session)\b/i;

const args = process.argv.slice(2);
const outAt = args.indexOf('--out');
const out = outAt < 0 ? '.cache/guard-field.jsonl' : args.splice(outAt, 2)[1];
const sources = args.length > 0 ? args : ['node_modules'];

const seen = new Set();
const rows = [];
for (const source of sources) {
  const found = new Map();
  for (const { path, text } of filesOf(source)) {
    for (const command of commandsOf(path, text)) {
      const key = command.replace(/\s+/g, ' ');
      if (!seen.has(key) && !found.has(key))
        found.set(key, { cmd: command, verdict: 'allow', class: 'field', source: `${source}:${path}` });
    }
  }
  for (const [key, row] of sample([...found], perSource)) {
    seen.add(key);
    rows.push(row);
  }
}
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
console.log(`${rows.length} commands of ${sources.length} sources in ${out}`);

/** Samples evenly over the whole list, so that one long file does not dominate. */
function sample(list, count) {
  return list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);
}

function isWanted(path) {
  if (/(?:^|\/)(?:changelog|history|changes)[^/]*$/i.test(path)) return false;
  return (
    /\.(?:md|mdx|markdown)$/i.test(path) ||
    basename(path) === 'package.json' ||
    /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path)
  );
}

function filesOf(source) {
  return existsSync(join(source, 'objects')) ? filesOfGit(source) : filesOfFolder(source);
}

function* filesOfGit(directory) {
  const git = (...words) =>
    execFileSync('git', ['--git-dir', directory, ...words], { encoding: 'utf8', maxBuffer: 1 << 30 });
  for (const line of git('ls-tree', '-r', '-l', 'HEAD').split('\n')) {
    const match = /^\d+ blob (\w+) +(\d+)\t(.+)$/.exec(line);
    if (!match || Number(match[2]) > largestFile || !isWanted(match[3])) continue;
    try {
      yield { path: match[3], text: git('cat-file', 'blob', match[1]) };
    } catch {
      // A snapshot lists files that it does not contain.
    }
  }
}

function* filesOfFolder(folder, path = '', depth = 0) {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && depth < 8) yield* filesOfFolder(folder, inner, depth + 1);
    else if (entry.isFile() && isWanted(inner) && statSync(join(folder, inner)).size <= largestFile)
      yield { path: inner, text: readFileSync(join(folder, inner), 'utf8') };
  }
}

function commandsOf(path, text) {
  const found = path.endsWith('.json')
    ? scriptsOf(text)
    : /\.ya?ml$/.test(path)
      ? stepsOf(text)
      : blocksOf(text).flatMap(commandsOfBlock);
  return found.map((command) => command.trim()).filter(isCommand);
}

function scriptsOf(text) {
  try {
    return Object.values(JSON.parse(text).scripts ?? {}).filter((script) => typeof script === 'string');
  } catch {
    return [];
  }
}

/** GitHub expands `${{ … }}` before the shell sees the text. */
function stepsOf(text) {
  let workflow;
  try {
    workflow = parse(text);
  } catch {
    return [];
  }
  return Object.values(workflow?.jobs ?? {})
    .flatMap((job) => job?.steps ?? [])
    .filter((step) => typeof step?.run === 'string' && !/pwsh|powershell|cmd|python/.test(step.shell ?? ''))
    .map((step) => step.run.replace(/\$\{\{.*?\}\}/gs, 'value'));
}

function blocksOf(text) {
  const blocks = [];
  let open;
  for (const line of text.split(/\r?\n/)) {
    const fence = /^(\s*)(`{3,}|~{3,})\s*(.*)$/.exec(line);
    if (open) {
      if (fence?.[2].startsWith(open.fence) && fence[3] === '') {
        if (open.isShell) blocks.push(open.lines.join('\n'));
        open = undefined;
      } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else if (fence) open = { indent: fence[1], fence: fence[2], isShell: languages.test(fence[3]), lines: [] };
  }
  return blocks;
}

/** With prompts, the lines after a prompt; else every line, or the whole block if its lines belong together. */
function commandsOfBlock(block) {
  const prompt = /^\s*(?:[\w@~:.-]*[$#%]|>) (?=\S)/;
  const lines = block.split('\n');
  const hasPrompts = lines.some((line) => /^\s*[\w@~:.-]*\$ /.test(line));
  const belongsTogether = /<<-?\s*['"\\]?\w|^\s*(?:if|for|while|until|case|function)\b|\w\(\)\s*\{/m.test(block);
  if (!hasPrompts && belongsTogether) return [block];
  const commands = [];
  let current;
  for (const line of lines) {
    const isStart = current === undefined;
    if (isStart && hasPrompts && !(prompt.test(line) && /^\s*[\w@~:.-]*\$ /.test(line))) continue;
    const part =
      isStart && hasPrompts ? line.replace(prompt, '') : current === undefined ? line : line.replace(/^> /, '');
    const text = current === undefined ? part : `${current}\n${part}`;
    if (isOpen(text)) current = text;
    else {
      commands.push(text);
      current = undefined;
    }
  }
  return current === undefined ? commands : [...commands, current];
}

/** An incomplete line: it ends with a backslash, an open quote, a pipe or `&&`. */
function isOpen(text) {
  if (/(?:\\|\||&&)\s*$/.test(text)) return true;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\' && quote !== "'") at++;
    else if (quote === '' && sign === '#' && (at === 0 || /\s/.test(text[at - 1]))) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      at = end;
    } else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return quote !== '';
}

/** Not a comment, output, or a template to fill in. */
function isCommand(command) {
  // Workflows on Windows have PowerShell in their steps, often without declaring it.
  if (/^\$\w+ = /m.test(command)) return false;
  if (command === '' || command.length > 8000 || /^(?:#[^\n]*\n?\s*)+$/.test(command)) return false;
  if (/<[\w.: /|-]+>(?!\()|\[(?:options|flags|args?|command|file|path)\b|\.\.\.|…|\{\{/i.test(command)) return false;
  return /^[\w./~$"'({[!:@#-]/.test(command) && !/^(?:[A-Z][a-z]+ [a-z]+ [a-z]+|[-*] |\w+: )/.test(command);
}
