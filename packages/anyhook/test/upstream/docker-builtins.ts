import { hostname } from 'node:os';
import type { TestContext } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { git, initRepository, writeTestFiles } from '../builtin-world.js';
import { testProject } from '../cli/harness.js';
import type { UpstreamRow } from './upstream-row.js';

/** A project in which a builtin of docker-agent runs. */
interface BuiltinCase {
  readonly event: string;
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Commit subjects, oldest first; if missing, there are no commits. */
  readonly commits?: readonly string[];
  readonly times?: number;
}

async function fireBuiltin(
  t: TestContext,
  name: string,
  { event, args, files = {}, commits, times = 1 }: BuiltinCase,
): Promise<readonly FireReport[]> {
  const hook = `{type: builtin, command: ${name}${args ? `, args: ${JSON.stringify(args)}` : ''}}`;
  const project = testProject(t, { '.agents/hooks.yaml': `hooks: {${event}: [${hook}]}\n`, ...files });
  if (commits) initRepository(project.dir);
  for (const subject of commits ?? []) {
    writeTestFiles(project.dir, { 'log.txt': subject });
    git(project.dir, 'add', 'log.txt');
    git(project.dir, 'commit', '--quiet', `--message=${subject}`);
  }
  const reports: FireReport[] = [];
  for (let i = 0; i < times; i++) {
    const command = ['fire', `docker:${event}`, '--json', '--trust-project', '--session', 'sess-9'];
    reports.push(JSON.parse((await project.run(command)).stdout) as FireReport);
  }
  return reports;
}

/** A row whose outcome tells which of the texts the model gets. */
const gives = (
  name: string,
  what: string,
  upstream: string,
  of: BuiltinCase,
  texts: readonly string[],
): UpstreamRow => ({
  id: `${name}: ${what}`,
  upstream,
  async ours(t) {
    const context = (await fireBuiltin(t, name, of)).flatMap((report) => report.context).join('\n');
    if (context === '') return 'nothing';
    return texts
      .filter((text) => context.includes(text))
      .sort((a, b) => context.indexOf(a) - context.indexOf(b))
      .join(', ');
  },
});

const today = new Date().toLocaleDateString('sv');
const many = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`n${String(i).padStart(3, '0')}.txt`, '']));
const commits = ['begin', 'middle', 'end'];
const start = { event: 'session_start' };
const turn = { event: 'turn_start' };

const tellers: readonly UpstreamRow[] = [
  gives('add_date', 'the day', today, turn, [today]),
  gives('add_environment_info', 'the folder', '/project', start, ['/project']),
  gives('add_prompt_files', 'a file', 'be kind', { ...turn, args: ['RULES.md'], files: { 'RULES.md': 'be kind' } }, [
    'be kind',
  ]),
  gives(
    'add_prompt_files',
    'a missing file beside another',
    'be kind',
    { ...turn, args: ['GONE.md', 'RULES.md'], files: { 'RULES.md': 'be kind' } },
    ['be kind'],
  ),
  gives('add_prompt_files', 'a missing file', 'nothing', { ...turn, args: ['GONE.md'] }, []),
  gives('add_prompt_files', 'no file named', 'nothing', turn, []),
  gives(
    'add_directory_listing',
    'files, folders and hidden names',
    'b.go, src/, z.md',
    { ...start, files: { 'z.md': '', 'b.go': '', 'src/a.go': '', '.env': '' } },
    ['b.go', 'src/', 'z.md', '.env', '.git'],
  ),
  gives('add_directory_listing', 'only hidden names', 'nothing', { ...start, files: { '.env': '' } }, []),
  gives('add_directory_listing', 'more than fit', 'n000.txt, n099.txt, 30 more', { ...start, files: many }, [
    'n000.txt',
    'n099.txt',
    'n100.txt',
    '30 more',
  ]),
  gives('add_user_info', 'the machine', hostname(), start, [hostname()]),
  gives('add_recent_commits', 'the newest first', 'end, middle, begin', { ...start, commits }, commits),
  gives('add_recent_commits', 'one', 'end', { ...start, commits, args: ['1'] }, commits),
  ...['abc', '0', '-5'].map((arg) =>
    gives('add_recent_commits', `${arg} is no number of commits`, 'end', { ...start, commits: ['end'], args: [arg] }, [
      'end',
    ]),
  ),
  gives('add_recent_commits', 'no commit yet', 'nothing', start, []),
];

/** A row whose outcome tells in which model call the limit stopped the agent. */
const limit = (what: string, upstream: string, args?: readonly string[]): UpstreamRow => ({
  id: `max_iterations: ${what}`,
  upstream,
  async ours(t) {
    const of = { event: 'before_llm_call', times: 6, ...(args && { args }) };
    const at = (await fireBuiltin(t, 'max_iterations', of)).findIndex(({ decision }) => decision === 'deny');
    return at === -1 ? 'never' : `call ${at + 1}`;
  },
});

/** The tests of docker-agent's builtins. */
export const dockerBuiltins: readonly UpstreamRow[] = [
  ...tellers,
  limit('3', 'call 4', ['3']),
  limit('no number', 'never'),
  ...['abc', '0', '-1'].map((arg) => limit(arg, 'never', [arg])),
];
