// A reimplementation of the published Flow Agents kit: it treats a fixture as the kit's runner does, without
// our own kit. ANYHOOK_FLOW_KIT names a folder with its fixtures; ours that keep to its form are always run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

interface Published {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly workspace_setup?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly expected: {
    readonly exit_code?: number;
    readonly stdout_echoes_input?: boolean;
    readonly stdout_is_empty?: boolean;
    readonly stderr_is_empty?: boolean;
    readonly stdout_contains?: readonly string[];
    readonly stderr_contains?: readonly string[];
  };
}

const command = 'node packages/anyhook/bin/anyhook.cjs run --host flow';
const mark = '__TEMP_WORKSPACE__';

/** Writes the workspace files; objects are written as JSON. */
function layOut(base: string, files: Published['workspace_setup'] = {}): void {
  for (const [name, value] of Object.entries(files)) {
    const path = join(base, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }
}

function adapter(input: string, env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { env: { ...process.env, ...env }, timeout: 15_000 });
    const out = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (out.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (out.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...out }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

async function assertFixture({ payload, workspace_setup, env = {}, expected }: Published): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'flow-kit-'));
  try {
    layOut(base, workspace_setup);
    const cwd = payload['cwd'] === mark ? { cwd: base } : {};
    const input = JSON.stringify({ ...payload, ...cwd });
    const { code, stdout, stderr } = await adapter(input, { XDG_STATE_HOME: join(base, 'state'), ...env });
    if (expected.exit_code !== undefined) assert.equal(code, expected.exit_code, stderr);
    if (expected.stdout_echoes_input) assert.ok(stdout.startsWith(input) || stdout.includes(input), stdout);
    if (expected.stdout_is_empty) assert.equal(stdout, '');
    if (expected.stderr_is_empty) assert.equal(stderr, '');
    for (const text of expected.stdout_contains ?? []) assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    for (const text of expected.stderr_contains ?? []) assert.ok(stderr.includes(text), `${text} in ${stderr}`);
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

const fields = ['description', 'policy_class', 'canonical_event', 'conformance_level', 'hook_id', 'hook_script'];
const published = new Set([...fields, 'payload', 'workspace_setup', 'env', 'expected']);
const compared = 'exit_code stdout_echoes_input stdout_is_empty stderr_is_empty stdout_contains stderr_contains'.split(
  ' ',
);

/** Whether it has the published form, in which only the working directory names the workspace. */
function isPublished(fixture: Published): boolean {
  const marks = JSON.stringify(fixture).split(mark).length - 1;
  return (
    Object.keys(fixture).every((key) => published.has(key)) &&
    Object.keys(fixture.expected).every((key) => compared.includes(key)) &&
    marks === (fixture.payload['cwd'] === mark ? 1 : 0)
  );
}

const read = (folder: string): readonly [string, Published][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Published]);

const kit = process.env['ANYHOOK_FLOW_KIT'];
const given = kit === undefined ? [] : read(kit);
const own = read('packages/anyhook/fixtures/conformance').filter(([, fixture]) => isPublished(fixture));

test('several of our own fixtures have the published form', () => assert.ok(own.length >= 10, `${own.length}`));

describe('the published procedure', { concurrency: 2 }, () => {
  for (const [name, fixture] of [...given, ...own]) test(`${command}: ${name}`, () => assertFixture(fixture));
});
