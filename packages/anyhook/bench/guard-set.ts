import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { judgeCommand, type ReadingOptions } from '../../guard/src/guard.js';
import { loadPacks } from '../../guard/src/packs/load-packs.js';
import type { GuardDecision } from '../../guard/src/rules/rule.js';
import type { GuardWorld } from '../../guard/src/world.js';
import { parseYaml } from '../src/formats/kit/parse.js';

/** A command and its expected decision: `deny` means that it must not run silently. */
export interface LabelledCommand {
  readonly cmd: string;
  readonly verdict: 'deny' | 'allow';
  readonly class: string;
  readonly cwd?: string;
  readonly home?: string;
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
}

/** The folders of commands that do not name their own. */
export interface SetFolders {
  readonly home: string;
  readonly root: string;
}

export const usualFolders: SetFolders = { home: '/home/dev', root: '/home/dev/project' };

/** The rows of a JSONL file; without one, of the file in `ANYHOOK_GUARD_SET`, or the examples of all shipped packs. */
export function readSet(file = process.env['ANYHOOK_GUARD_SET']): readonly LabelledCommand[] {
  if (file === undefined || file === '') return packExamples();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [rowOf(line, `${file}:${index + 1}`)]));
}

function rowOf(line: string, place: string): LabelledCommand {
  const row = JSON.parse(line) as Partial<LabelledCommand>;
  const isComplete = typeof row.cmd === 'string' && (row.verdict === 'deny' || row.verdict === 'allow');
  if (!isComplete) throw new Error(`${place}: expected {"cmd", "verdict": "deny" or "allow", "class"}, got ${line}`);
  return { ...(row as LabelledCommand), class: row.class ?? 'no class' };
}

const packFolder = 'packages/guard/src/packs';

function packExamples(): readonly LabelledCommand[] {
  const files = readdirSync(packFolder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ source: basename(name, '.yaml'), text: readFileSync(`${packFolder}/${name}`, 'utf8') }));
  return files.flatMap((file) =>
    loadPacks([file], parseYaml).packs.flatMap(({ examples: { caught, passed } }) => [
      ...caught.map((cmd): LabelledCommand => ({ cmd, verdict: 'deny', class: file.source })),
      ...passed.map((cmd): LabelledCommand => ({ cmd, verdict: 'allow', class: file.source })),
    ]),
  );
}

/** A function that judges a row by the default rules. It does not depend on this machine. */
export function rowJudge(row: LabelledCommand, folders: SetFolders): () => GuardDecision {
  const { home = folders.home, root = folders.root, cwd = root } = row;
  const world: GuardWorld = {
    cwd,
    root,
    home,
    temp: ['/tmp', '/var/tmp'],
    env: { HOME: home, USER: basename(home), PATH: '/usr/bin', SHELL: '/bin/bash', TMPDIR: '/tmp', ...row.env },
  };
  const rules = { rules: [], root, home, shell: shellNamed(row.shell) };
  return () => judgeCommand(row.cmd, world, rules).decision;
}

const shellNamed = (name = ''): NonNullable<ReadingOptions['shell']> =>
  /powershell|pwsh/i.test(name) ? 'powershell' : /^cmd/i.test(name) ? 'cmd' : name === 'bash' ? 'bash' : 'any';

/** The decision about each row, and its time with everything loaded: the best of three passes after a first. */
export function judgeSet(
  rows: readonly LabelledCommand[],
  folders: SetFolders,
): readonly { readonly row: LabelledCommand; readonly decision: GuardDecision; readonly ms: number }[] {
  const judges = rows.map((row) => rowJudge(row, folders));
  const decisions = judges.map((judge) => judge());
  const best = judges.map(() => Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < 3; pass++)
    judges.forEach((judge, index) => {
      const began = performance.now();
      judge();
      best[index] = Math.min(best[index] ?? 0, performance.now() - began);
    });
  return rows.map((row, index) => ({ row, decision: decisions[index] ?? 'pass', ms: best[index] ?? 0 }));
}

/** The value that this fraction of the values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
