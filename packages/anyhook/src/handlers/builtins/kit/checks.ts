import { delimiter, join } from 'node:path';
import { exists, listEntries, programFileIn, thisSystem, venvPrograms } from '@anyhook/core';
import type { DetectedProject } from './project-kind.js';
import { dependsOn, packageManager, scriptOf } from './project-kind.js';
import { ancestors } from './project-root.js';

/** A command that tests whether the work is done. */
export interface CompletionCheck {
  readonly label: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes other than 0 that also mean success. */
  readonly acceptedExitCodes?: readonly number[];
  /** Why it cannot be run, if known in advance. */
  readonly missing?: string;
}

/** Does this program start and succeed? For tools that may not be installed. */
type Probe = (file: string, args: readonly string[]) => Promise<boolean>;

/** The test commands of a project, detected from its files. */
export async function detectTests(
  project: DetectedProject,
  probe: Probe,
  system = thisSystem,
): Promise<readonly CompletionCheck[]> {
  const found: CompletionCheck[] = [];
  for (const type of project.types) {
    if (type === 'nodejs') found.push(...nodeTests(project));
    else if (type === 'python') found.push(...(await pythonTests(project, probe, system)));
    else if (type === 'rust') found.push({ label: 'cargo test', file: 'cargo', args: ['test', '--quiet'] });
    else if (type === 'go') found.push({ label: 'go test ./...', file: 'go', args: ['test', './...'] });
    else found.push(javaTests(project));
  }
  return found;
}

/** The type checks of a project; compilers that run with the tests are not run twice. */
export async function detectTypeChecks(
  project: DetectedProject,
  probe: Probe,
  system = thisSystem,
): Promise<readonly CompletionCheck[]> {
  const found: CompletionCheck[] = [];
  if (project.types.includes('nodejs') && project.names.has('tsconfig.json')) found.push(...tscCheck(project));
  if (project.types.includes('python') && /\[(?:tool\.)?mypy\b/.test(project.pythonConfig)) {
    const python = await pythonOf(project, probe, system);
    const targetArgs = /^[ \t]*(?:files|packages|modules)[ \t]*=/m.test(project.pythonConfig) ? [] : ['.'];
    const { file, args } = python ?? { file: 'python3', args: [] };
    const check = { label: 'mypy', file, args: [...args, '-m', 'mypy', ...targetArgs] };
    const isThere = python !== undefined && (await probe(file, [...args, '-m', 'mypy', '--version']));
    found.push(isThere ? check : { ...check, missing: 'the project configures it, and it is not installed' });
  }
  return found;
}

/** The compiler of the project, or of a workspace that it is in. */
function tscCheck(project: DetectedProject): readonly CompletionCheck[] {
  const check = { label: 'tsc --noEmit', args: ['--noEmit'] };
  for (const folder of ancestors(project.root)) {
    const file = programFileIn(join(folder, 'node_modules', '.bin'), 'tsc');
    if (file !== undefined) return [{ ...check, file }];
    if (exists(join(folder, '.git'))) break;
  }
  if (!dependsOn(project, 'typescript')) return [];
  return [{ ...check, file: 'tsc', missing: 'typescript is in package.json, and it is not installed' }];
}

function nodeTests(project: DetectedProject): readonly CompletionCheck[] {
  const script = scriptOf(project, 'test');
  // The default of `npm init` fails by design.
  if (!script || /no test specified/.test(script)) return [];
  const manager = packageManager(project);
  return [{ label: `${manager} test`, file: manager, args: manager === 'bun' ? ['run', 'test'] : ['test'] }];
}

async function pythonTests(
  project: DetectedProject,
  probe: Probe,
  system: string,
): Promise<readonly CompletionCheck[]> {
  const python = await pythonOf(project, probe, system);
  if (!python) {
    const label = 'python -m unittest';
    return unittestFolder(project) ? [{ label, file: 'python3', args: [], missing: 'no Python starts here' }] : [];
  }
  const { file, args } = python;
  // Both runners exit with 5 when there are no tests.
  if (await probe(file, [...args, '-m', 'pytest', '--version']))
    return [{ label: 'pytest', file, args: [...args, '-m', 'pytest', '-q'], acceptedExitCodes: [5] }];
  const discoverArgs = unittestFolder(project);
  if (!discoverArgs) return [];
  const env = { PYTHONPATH: [project.root, join(project.root, 'src')].join(delimiter) };
  return [
    {
      label: 'python -m unittest',
      file,
      args: [...args, '-m', 'unittest', 'discover', ...discoverArgs],
      env,
      acceptedExitCodes: [5],
    },
  ];
}

function unittestFolder(project: DetectedProject): readonly string[] | undefined {
  for (const folder of ['tests', 'test']) {
    const names = listEntries(join(project.root, folder)).map(({ name }) => name);
    if (!names.some((name) => /^test.*\.py$|^[^.]+$/.test(name))) continue;
    return names.includes('__init__.py') ? ['-s', folder, '-t', '.'] : ['-s', folder];
  }
  return [...project.names].some((name) => /^test.*\.py$/.test(name)) ? [] : undefined;
}

interface Python {
  readonly file: string;
  readonly args: readonly string[];
}

/** By default, Python's installer for Windows adds only its launcher `py` to PATH. */
const windowsPython: Python = { file: 'py', args: ['-3'] };

async function pythonOf(project: DetectedProject, probe: Probe, system: string): Promise<Python | undefined> {
  for (const venv of ['.venv', 'venv']) {
    const venvPython = programFileIn(join(project.root, venv, venvPrograms), 'python');
    if (venvPython !== undefined) return { file: venvPython, args: [] };
  }
  const pythons = ['python3', 'python'].map((file): Python => ({ file, args: [] }));
  for (const python of system === 'win32' ? [...pythons, windowsPython] : pythons)
    if (await probe(python.file, [...python.args, '--version'])) return python;
  return undefined;
}

function javaTests(project: DetectedProject): CompletionCheck {
  const wrapperOr = (wrapper: string, program: string) => programFileIn(project.root, wrapper) ?? program;
  if (project.names.has('pom.xml'))
    return { label: 'mvn test', file: wrapperOr('mvnw', 'mvn'), args: ['--batch-mode', '--quiet', 'test'] };
  return { label: 'gradle test', file: wrapperOr('gradlew', 'gradle'), args: ['--console=plain', '--quiet', 'test'] };
}
