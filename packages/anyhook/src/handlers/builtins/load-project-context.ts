import { isAbsolute } from 'node:path';
import { appendText, inSingleQuotes, pass, type Result } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { param, textsParam } from './kit/args.js';
import { type DetectedProject, dependsOn, detectProject, packageManager, scriptOf } from './kit/project-kind.js';
import { flattenText } from './kit/text.js';

/** Tells the model at the start what kind of project it works in; the agent's later commands get it as variables. */
export const loadProjectContext: Builtin = {
  name: 'load-project-context',
  summary: 'gives the model the project type, test framework and tooling, and the agent the same as variables',
  events: ['session.start', 'subagent.start', 'prompt.submit'],
  decides: false,
  params: {
    tests: { kind: 'texts', description: 'test frameworks, instead of those that are detected' },
    tooling: { kind: 'texts', description: 'tools, instead of those that are detected' },
    notes: { kind: 'texts', description: 'further lines for the model' },
    variables: {
      kind: 'boolean',
      description: 'write `PROJECT_TYPE` and others where the agent reads variables (`CLAUDE_ENV_FILE`); default true',
    },
  },
  run(event, args, { env }): Result {
    if (!loadProjectContext.events.includes(event.name)) return pass();
    const notes = textsParam(args, 'notes');
    const facts = factsOf(event.cwd, args);
    const lines = [...(facts ? factLines(facts) : []), ...notes];
    if (lines.length === 0) return pass();
    const wantsVariables = event.name === 'session.start' && param(args, 'variables') !== false;
    const logs = facts && wantsVariables ? appendVariables(env['CLAUDE_ENV_FILE'], variablesOf(facts)) : [];
    return pass({ context: [lines.join('\n')], ...(logs.length > 0 && { logs }) });
  },
};

interface Facts {
  readonly root: string;
  readonly types: readonly string[];
  readonly tests: readonly string[];
  readonly tooling: readonly string[];
}

function factsOf(cwd: string, args: unknown): Facts | undefined {
  const project = detectProject(cwd);
  if (!project) return undefined;
  const configured = { tests: textsParam(args, 'tests'), tooling: textsParam(args, 'tooling') };
  const matchingNames = (signs: typeof testSigns) => signs.filter(([, sign]) => sign(project)).map(([name]) => name);
  const managers = isNode(project) ? [packageManager(project)] : [];
  return {
    root: project.root,
    types: project.types,
    tests: configured.tests.length > 0 ? configured.tests : matchingNames(testSigns),
    tooling: configured.tooling.length > 0 ? configured.tooling : [...managers, ...matchingNames(toolSigns)],
  };
}

const factLines = ({ root, types, tests, tooling }: Facts): readonly string[] => [
  `Project: ${types.join(', ')} in ${flattenText(root)}`,
  ...(tests.length > 0 ? [`Test framework: ${tests.join(', ')}`] : []),
  ...(tooling.length > 0 ? [`Tooling: ${tooling.join(', ')}`] : []),
];

const variablesOf = ({ root, types, tests, tooling }: Facts): Readonly<Record<string, string>> => ({
  PROJECT_TYPE: types.join(','),
  PROJECT_ROOT: root,
  ...(tests.length > 0 && { TEST_FRAMEWORK: tests.join(',') }),
  ...(tooling.length > 0 && { PROJECT_TOOLING: tooling.join(',') }),
});

/** Adds to the file that an agent reads before each of its shell commands; write errors are logged. */
function appendVariables(file: string | undefined, variables: Readonly<Record<string, string>>): readonly string[] {
  if (!file || !isAbsolute(file)) return [];
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${inSingleQuotes(value)}\n`);
  try {
    appendText(file, lines.join(''));
    return [];
  } catch (error) {
    return [`load-project-context: no variables were given: ${(error as Error).message}`];
  }
}

type ProjectSign = (project: DetectedProject) => boolean;

const isNode: ProjectSign = ({ types }) => types.includes('nodejs');
const isPython: ProjectSign = ({ types }) => types.includes('python');
const hasFile =
  (name: RegExp): ProjectSign =>
  (project) =>
    [...project.names].some((found) => name.test(found));
const hasDependency =
  (name: string): ProjectSign =>
  (project) =>
    dependsOn(project, name);
const testScriptMatches =
  (command: RegExp): ProjectSign =>
  (project) =>
    command.test(scriptOf(project, 'test') ?? '');
const pythonConfigMatches =
  (text: RegExp): ProjectSign =>
  (project) =>
    isPython(project) && text.test(project.pythonConfig);
const anyOf =
  (...signs: readonly ProjectSign[]): ProjectSign =>
  (project) =>
    signs.some((sign) => sign(project));

const usesPytest = anyOf(pythonConfigMatches(/pytest/i), hasFile(/^(?:\.?pytest\.(?:ini|toml)|conftest\.py)$/));

const testSigns: readonly (readonly [string, ProjectSign])[] = [
  [
    'vitest',
    anyOf(hasDependency('vitest'), testScriptMatches(/\bvitest\b/), hasFile(/^vitest\.(?:config|workspace)\./)),
  ],
  ['jest', anyOf(hasDependency('jest'), testScriptMatches(/\bjest\b/), hasFile(/^jest\.config\./))],
  ['mocha', anyOf(hasDependency('mocha'), testScriptMatches(/\bmocha\b/), hasFile(/^\.mocharc(?:\.|$)/))],
  ['ava', anyOf(hasDependency('ava'), testScriptMatches(/\bava\b/))],
  ['node-test', testScriptMatches(/\bnode\b.*--test\b/)],
  ['bun-test', testScriptMatches(/\bbun test\b/)],
  ['playwright', anyOf(hasDependency('@playwright/test'), hasFile(/^playwright\.config\./))],
  ['pytest', usesPytest],
  ['unittest', (project) => isPython(project) && !usesPytest(project) && hasFile(/^tests?$/)(project)],
  ['cargo-test', ({ types }) => types.includes('rust')],
  ['go-test', ({ types }) => types.includes('go')],
  ['junit', ({ types }) => types.includes('java')],
];

const toolSigns: readonly (readonly [string, ProjectSign])[] = [
  ['TypeScript', anyOf(hasFile(/^tsconfig(?:\..+)?\.json$/), hasDependency('typescript'))],
  ['ESLint', anyOf(hasFile(/^(?:\.eslintrc|eslint\.config\.)/), hasDependency('eslint'))],
  ['Biome', anyOf(hasFile(/^biome\.jsonc?$/), hasDependency('@biomejs/biome'))],
  ['Prettier', anyOf(hasFile(/^(?:\.prettierrc|prettier\.config\.)/), hasDependency('prettier'))],
  ['Ruff', anyOf(hasFile(/^\.?ruff\.toml$/), pythonConfigMatches(/\[tool\.ruff|^ruff\b/m))],
  ['mypy', anyOf(hasFile(/^\.?mypy\.ini$/), pythonConfigMatches(/\[(?:tool\.)?mypy/))],
  ['Maven', hasFile(/^pom\.xml$/)],
  ['Gradle', hasFile(/^build\.gradle(?:\.kts)?$/)],
  ['Make', hasFile(/^[Mm]akefile$/)],
  ['Docker', hasFile(/^(?:Dockerfile|compose\.ya?ml|docker-compose\.ya?ml)$/)],
];
