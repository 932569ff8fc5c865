import { basename } from 'node:path';
import {
  AnyhookError,
  type EventName,
  type FormatName,
  isHookTest,
  quoteValue,
  type ToolKind,
  userPaths,
} from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { formatNames } from '../../formats/index.js';
import type { FileToWrite } from '../../formats/kit/hook-draft.js';
import { ordinaryInputs } from '../../hooks/convert/first-test.js';
import { scaffoldHook } from '../../hooks/convert/scaffold.js';
import { projectFileReader, writeFiles } from '../../hooks/convert/write-files.js';
import { loadPresets, presetConfig, presetsNamed, starterName } from '../../hooks/presets.js';
import { findProjectRoot } from '../../hooks/project-root.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, type Io, print, terminalWidth, worldOf } from '../terminal/io.js';
import { wrap } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks new']>;

export const addNew: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks new']).action(async (name: string | undefined, options: Options) => {
    if (options.listPresets) listPresets(context);
    else if (options.preset !== undefined) copyPreset(options.preset, name, options, context);
    else await createHook(name, options, context);
  });
};

function listPresets({ io }: CommandContext): void {
  const colors = colorsFor(io);
  const all = loadPresets();
  const rows = [
    { name: starterName, event: '', text: `All ${all.length} of them.` },
    ...all.map(({ name, nativeEvent, description }) => ({ name, event: nativeEvent, text: `${description}.` })),
  ];
  const names = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const events = Math.max(...rows.map(({ event }) => event.length)) + 2;
  for (const { name, event, text } of rows)
    print(
      io,
      `${colors.cyan(name.padEnd(names))}${event.padEnd(events)}${wrap(text, terminalWidth(io), names + events)}`,
    );
}

/** Options that a preset already sets. */
const presetOptions = ['format', 'event', 'matcher', 'lang'] as const;

function copyPreset(preset: string, name: string | undefined, options: Options, { io }: CommandContext): void {
  const conflicting = name ?? presetOptions.find((option) => options[option] !== undefined);
  if (conflicting !== undefined)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--preset sets name, format and event: leave out ${quoteValue(conflicting)}`,
    );
  const presets = presetsNamed(preset);
  const config = presetConfig(presets, projectFileReader(rootFor(options, io)));
  writeHookFiles([...presets.flatMap((one) => one.files), ...config], options, io);
  const [first, ...others] = presets;
  printNextSteps(io, [
    'anyhook trust',
    first && others.length === 0 ? fireCommand(first.event, first.tool) : 'anyhook list',
    'anyhook hooks test',
  ]);
}

async function createHook(name: string | undefined, options: Options, { io }: CommandContext): Promise<void> {
  const { format, event, matcher, lang } = options;
  if (name === undefined) throw new AnyhookError('BAD_ARGUMENT', `missing required argument 'name', or --preset`);
  if (format === undefined || event === undefined)
    throw new AnyhookError('BAD_ARGUMENT', missingOptionsText(name, format, event));
  const request = {
    name,
    format,
    event,
    ...(matcher !== undefined && { matcher }),
    ...(lang !== undefined && { language: lang }),
  };
  const scaffold = await scaffoldHook(request, projectFileReader(rootFor(options, io)));
  writeHookFiles(scaffold.files, options, io);
  const test = scaffold.files.find(({ path }) => isHookTest(path));
  const change = test ? [`change the script and the expectations in ${basename(test.path)}`] : [];
  printNextSteps(io, [...change, 'anyhook hooks test', 'anyhook trust', fireCommand(scaffold.event, scaffold.tool)]);
}

/** The error for missing options, with the two most common choices as examples. */
function missingOptionsText(name: string, format: FormatName | undefined, event: string | undefined): string {
  const missing = [
    ...(format === undefined ? ['--format (the format of the hook file)'] : []),
    ...(event === undefined ? ['--event (when it runs)'] : []),
  ];
  const example = (defaultEvent: string) =>
    `  anyhook hooks new ${name} --format ${format ?? formatNames()[0]} --event ${event ?? defaultEvent}`;
  const lines = [
    `${missing.join(' and ')} missing. Common choices:`,
    example('tool.before'),
    '      a script that is asked before each tool call and can refuse it',
    ...(event === undefined
      ? [example('session.start'), '      a script that tells the agent something when a session starts']
      : []),
    '"anyhook hooks new --list-presets" lists hooks that are ready to use.',
  ];
  return lines.join('\n');
}

function rootFor({ cwd }: Options, io: Io): string {
  const world = worldOf(io, cwd);
  return findProjectRoot(world.cwd, userPaths(world.env, world.home)).root;
}

function writeHookFiles(files: readonly FileToWrite[], options: Options, io: Io): void {
  writeFiles(rootFor(options, io), files, { force: options.force === true });
  const colors = colorsFor(io);
  for (const { path } of files) print(io, `${colors.green('wrote')} ${path}`);
}

const printNextSteps = (io: Io, commands: readonly string[]): void =>
  print(io, `\nNext:\n${commands.map((command) => `  ${command}`).join('\n')}`);

/** A command that runs the new hook. */
function fireCommand(event: EventName, tool: ToolKind = 'shell'): string {
  if (event === 'prompt.submit') return `anyhook fire ${event} --prompt "hello"`;
  if (!event.startsWith('tool.')) return `anyhook fire ${event}`;
  return `anyhook fire ${event} --tool ${tool} --input '${JSON.stringify(ordinaryInputs[tool] ?? {})}'`;
}
