import { pass, type Result } from '../../core/verdict.js';
import { checkFields } from '../args.js';
import type { Builtin } from '../builtin.js';
import { oneLine } from '../text.js';
import { dependsOn, detectProject, type Project, packageManager, scriptOf } from './project.js';

/** Tells the model at the start what kind of project it works in. */
export const loadProjectContext: Builtin = {
  name: 'load-project-context',
  summary: 'gives the model the project type, test framework and tooling',
  events: ['session.start', 'subagent.start', 'prompt.submit'],
  checkArgs: (args) => checkFields(args, {}),
  run(event): Result {
    if (!loadProjectContext.events.includes(event.name)) return pass();
    const project = detectProject(event.cwd);
    if (!project) return pass();
    const facts = projectFacts(project);
    const lines = [
      `Project: ${facts.types.join(', ')} in ${oneLine(project.root)}`,
      ...(facts.tests.length > 0 ? [`Test framework: ${facts.tests.join(', ')}`] : []),
      ...(facts.tooling.length > 0 ? [`Tooling: ${facts.tooling.join(', ')}`] : []),
    ];
    return pass({ context: [lines.join('\n')] });
  },
};

/** The same facts as variables, for hosts that take variables at the start of a session. */
export function projectVariables(cwd: string): Readonly<Record<string, string>> {
  const project = detectProject(cwd);
  if (!project) return {};
  const { types, tests, tooling } = projectFacts(project);
  return {
    PROJECT_TYPE: types.join(','),
    PROJECT_ROOT: project.root,
    ...(tests.length > 0 ? { TEST_FRAMEWORK: tests.join(',') } : {}),
    ...(tooling.length > 0 ? { PROJECT_TOOLING: tooling.join(',') } : {}),
  };
}

interface Facts {
  readonly types: readonly string[];
  readonly tests: readonly string[];
  readonly tooling: readonly string[];
}

type Sign = (project: Project) => boolean;

const isNode: Sign = ({ types }) => types.includes('nodejs');
const isPython: Sign = ({ types }) => types.includes('python');
const has =
  (name: RegExp): Sign =>
  (project) =>
    [...project.names].some((found) => name.test(found));
const needs =
  (name: string): Sign =>
  (project) =>
    dependsOn(project, name);
const tests =
  (command: RegExp): Sign =>
  (project) =>
    command.test(scriptOf(project, 'test') ?? '');
const configures =
  (text: RegExp): Sign =>
  (project) =>
    isPython(project) && text.test(project.pythonConfig);
const any =
  (...signs: readonly Sign[]): Sign =>
  (project) =>
    signs.some((sign) => sign(project));

const testSigns: readonly (readonly [string, Sign])[] = [
  ['vitest', any(needs('vitest'), tests(/\bvitest\b/))],
  ['jest', any(needs('jest'), tests(/\bjest\b/))],
  ['mocha', any(needs('mocha'), tests(/\bmocha\b/))],
  ['ava', any(needs('ava'), tests(/\bava\b/))],
  ['node-test', tests(/\bnode\b.*--test\b/)],
  ['bun-test', tests(/\bbun test\b/)],
  ['playwright', needs('@playwright/test')],
  ['pytest', any(configures(/pytest/i), (project) => isPython(project) && project.names.has('conftest.py'))],
  ['unittest', (project) => isPython(project) && !/pytest/i.test(project.pythonConfig) && has(/^tests?$/)(project)],
  ['cargo-test', ({ types }) => types.includes('rust')],
  ['go-test', ({ types }) => types.includes('go')],
  ['junit', ({ types }) => types.includes('java')],
];

const toolSigns: readonly (readonly [string, Sign])[] = [
  ['TypeScript', any(has(/^tsconfig(?:\..+)?\.json$/), needs('typescript'))],
  ['ESLint', any(has(/^(?:\.eslintrc|eslint\.config\.)/), needs('eslint'))],
  ['Biome', any(has(/^biome\.jsonc?$/), needs('@biomejs/biome'))],
  ['Prettier', any(has(/^(?:\.prettierrc|prettier\.config\.)/), needs('prettier'))],
  ['Ruff', any(has(/^\.?ruff\.toml$/), configures(/\[tool\.ruff|^ruff\b/m))],
  ['mypy', any(has(/^\.?mypy\.ini$/), configures(/\[(?:tool\.)?mypy/))],
  ['Maven', has(/^pom\.xml$/)],
  ['Gradle', has(/^build\.gradle(?:\.kts)?$/)],
  ['Make', has(/^[Mm]akefile$/)],
  ['Docker', has(/^(?:Dockerfile|compose\.ya?ml|docker-compose\.ya?ml)$/)],
];

function projectFacts(project: Project): Facts {
  const names = (signs: typeof testSigns) => signs.filter(([, sign]) => sign(project)).map(([name]) => name);
  const managers = isNode(project) ? [packageManager(project)] : [];
  return { types: project.types, tests: names(testSigns), tooling: [...managers, ...names(toolSigns)] };
}
