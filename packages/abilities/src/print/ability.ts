import type { Io } from '@anyhook/anyhook';
import { colorsFor, oneLine, pathFromFolder, print, showControls, terminalWidth, wrap } from '@anyhook/anyhook';
import { shellWord } from '@anyhook/core';
import type {
  Ability,
  AbilityState,
  Authentication,
  Implementation,
  LoadedAbility,
  WorkflowStep,
} from '../registry/ability.js';
import { abilityBrief } from '../registry/views.js';

export function printAbility({ ability, state }: LoadedAbility, io: Io): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  print(
    io,
    `${colors.bold(oneLine(ability.name))}  ${colors.dim(`${ability.type} ${oneLine(ability.version)}`)}  ${state.kind}`,
  );
  print(io, wrap(showControls(ability.description ?? ability.summary), width, 0));
  print(io, '');
  const why = changeText(state);
  const rows: readonly (readonly [string, string])[] = [
    ...(why === '' ? [] : [['why', why] as const]),
    ...runTexts(ability).map((text) => ['runs', text] as const),
    ['where', oneLine(environmentsText(ability))],
    ...configurationRows(ability),
    ...Object.entries(ability.hooks)
      .filter(([, ids]) => ids.length > 0)
      .map(([binding, ids]) => ['hooks', `${bindingTexts[binding] ?? binding}: ${oneLine(ids.join(', '))}`] as const),
    ...routingRows(ability),
    ...(ability.idempotent ? [['again', 'it may run again after an interruption'] as const] : []),
    ['files', ability.files.map((file) => pathFromFolder(file, io.cwd)).join(', ')],
  ];
  for (const [title, text] of rows) print(io, `  ${title.padEnd(7)} ${wrap(text, width, 10)}`);
  for (const field of ['input', 'output'] as const) {
    const schema = ability[field];
    if (schema) print(io, `\n${colors.bold(field)}\n${showControls(JSON.stringify(schema, null, 2))}`);
  }
}

const bindingTexts: Readonly<Record<string, string>> = {
  preCreate: 'before a task is created',
  preCall: 'before it runs',
  postCall: 'after it ran',
};

function configurationRows(ability: Ability): readonly (readonly [string, string])[] {
  if (ability.type !== 'operation') return [];
  return Object.entries(ability.configuration).map(([environment, { implementation, settings }]) => {
    const settingsText = Object.keys(settings).length > 0 ? ` with ${JSON.stringify(settings)}` : '';
    return ['config', oneLine(`${environment}: ${implementation}${settingsText}`)];
  });
}

function routingRows({ routing }: Ability): readonly (readonly [string, string])[] {
  const { keywords, negativeKeywords, documents } = routing;
  return [
    ...(keywords.length > 0 ? [['words', oneLine(keywords.join(', '))] as const] : []),
    ...(negativeKeywords.length > 0 ? [['not', oneLine(negativeKeywords.join(', '))] as const] : []),
    ...(documents.length > 0 ? [['reads', oneLine(documents.join(', '))] as const] : []),
  ];
}

export const countAbilities = (n: number): string => `${n} ${n === 1 ? 'ability' : 'abilities'}`;

/** What an ability starts or calls, in full, one text per implementation: a person must see everything that they trust. */
export function runTexts(ability: Ability): readonly string[] {
  if (ability.type === 'agent') return [programText(ability.run)];
  if (ability.type === 'workflow') return [workflowText(ability)];
  const implementations = Object.entries(ability.implementations);
  return implementations.map(([name, implementation]) =>
    implementations.length > 1 ? `${name}: ${implementationText(implementation)}` : implementationText(implementation),
  );
}

function implementationText(implementation: Implementation): string {
  switch (implementation.kind) {
    case 'script':
      return programText(implementation);
    case 'mcp': {
      const { server } = implementation;
      const where = 'command' in server ? programText(server) : `${showControls(server.url)}${authText(server.auth)}`;
      return `MCP tool ${showControls(implementation.tool)} of ${where}`;
    }
    case 'api': {
      const headers = Object.entries(implementation.headers).map(([name, value]) => `, ${name}: ${value}`);
      return (
        showControls(`${implementation.method} ${implementation.url}${headers.join('')}`) +
        authText(implementation.auth)
      );
    }
    case 'builtin':
      return `builtin ${implementation.use}`;
  }
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const programText = ({ command, args, env }: Program): string =>
  showControls(
    [
      ...Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`),
      ...[command, ...args].map(shellWord),
    ].join(' '),
  );

function authText(auth: Authentication | undefined): string {
  if (!auth) return '';
  if (auth.type === 'basic') return ` (sends $${auth.userEnv} and $${auth.passwordEnv})`;
  return ` (sends $${auth.env}${auth.type === 'header' ? ` as ${auth.header}` : ''})`;
}

function workflowText({ steps, cleanup }: Extract<Ability, { type: 'workflow' }>): string {
  const cleanupText = cleanup.length > 0 ? `; finally: ${stepsText(cleanup)}` : '';
  return `${stepsText(steps)}${cleanupText}`;
}

const stepsText = (steps: readonly WorkflowStep[]): string =>
  showControls(
    steps.map(({ ability, onFailure }) => `${ability}${onFailure === 'continue' ? ' (may fail)' : ''}`).join(' → '),
  );

export const environmentsText = ({ environments }: Ability): string => environments.join(', ') || 'all';

export const changeText = (state: AbilityState): string => (state.kind === 'changed' ? oneLine(state.what) : '');

/** A summary of one ability as JSON: the texts that models read, and its source. */
export const abilityEntry = (loaded: LoadedAbility) => {
  const { ability, state } = loaded;
  const { kind, idempotent, source, line } = ability;
  return { ...abilityBrief(loaded), kind, state: state.kind, idempotent, source, line };
};
