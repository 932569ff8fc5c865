import {
  colorsFor,
  type Io,
  oneLine,
  pathFromFolder,
  print,
  showControls,
  terminalWidth,
  wrap,
} from '@anyhook/anyhook';
import type { Ability, LoadedAbility } from '../registry/ability.js';
import { changeText, environmentsText, runTexts } from './ability-text.js';

/** Prints one ability in full. */
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
