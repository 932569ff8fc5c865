import { pass, type Result } from '../../core/verdict.js';
import { isFile } from '../../io/files.js';
import { runProcess } from '../../io/process.js';
import { checkFields, flagOf } from '../args.js';
import type { Builtin, BuiltinContext } from '../builtin.js';
import { absolute } from '../project-root.js';
import { targets } from '../targets.js';
import { cut, oneLine, plain } from '../text.js';
import { timeLeft } from '../time-left.js';
import { type Formatter, type FormatterRun, formatterFor, programOf, runsOf } from './formatters.js';

const maxFiles = 20;
const maxFindings = 2000;

/** Checks the format of each file that was just written, with the project's own formatter. Never blocks. */
export const qualityGate: Builtin = {
  name: 'quality-gate',
  summary: 'checks (or fixes) the format of written files with the formatter of the project',
  events: ['tool.after'],
  checkArgs: (args) => checkFields(args, { fix: 'boolean', strict: 'boolean' }),
  async run(event, args, context): Promise<Result> {
    if (event.name !== 'tool.after') return pass();
    const { env } = context;
    const mode = flagOf(args, 'fix', env['SA_QUALITY_GATE_FIX']) ? 'fix' : 'check';
    // The strict profile may imply strict behaviour.
    const strict = flagOf(args, 'strict', env['SA_QUALITY_GATE_STRICT'] ?? String(env['SA_HOOK_PROFILE'] === 'strict'));
    const files = targets(event.call).map((path) => absolute(path, event.cwd, env['HOME']));
    const left = timeLeft(context.timeoutMs);
    const warnings: string[] = [];
    for (const path of [...new Set(files)].slice(0, maxFiles)) {
      const formatter = isFile(path) ? formatterFor(path) : undefined;
      if (formatter) warnings.push(...(await check(path, formatter, mode, { context, left })));
    }
    if (warnings.length === 0) return pass();
    return strict ? pass({ messages: warnings, context: warnings }) : pass({ logs: warnings });
  },
};

interface World {
  readonly context: BuiltinContext;
  readonly left: () => number;
}

async function check(
  path: string,
  formatter: Formatter,
  mode: 'check' | 'fix',
  world: World,
): Promise<readonly string[]> {
  const program = programOf(formatter);
  const warnings: string[] = [];
  for (const run of runsOf(formatter, path, mode)) {
    const findings = await findingsOf(program, run, formatter.root, world);
    if (findings !== undefined) warnings.push(warning(path, run, mode, findings));
  }
  return warnings;
}

/** What a formatter has to say about a file; undefined when it is content, not installed or did not finish. */
async function findingsOf(
  program: string,
  run: FormatterRun,
  cwd: string,
  { context, left }: World,
): Promise<string | undefined> {
  const end = await runProcess({
    file: program,
    args: run.args,
    cwd,
    env: context.env,
    stdin: '',
    timeoutMs: left(),
    ...(context.signal ? { signal: context.signal } : {}),
  });
  if (end.kind !== 'exit') return undefined;
  const output = plain(`${end.stdout}\n${end.stderr}`).trim();
  return end.exitCode !== 0 || (run.printsFindings && output !== '') ? output : undefined;
}

function warning(path: string, run: FormatterRun, mode: 'check' | 'fix', findings: string): string {
  const what = mode === 'fix' ? 'could not fix everything in' : 'found something to correct in';
  return `Quality gate: ${run.label} ${what} ${oneLine(path)}${findings ? `\n${cut(findings, maxFindings)}` : ''}`;
}
