import { resolve } from 'node:path';
import { type CommandContext, examplesText, exitCodes, type Io, print, requireHuman } from '@anyhook/anyhook';
import { AnyhookError, entryExists, fetchFile, readText, userPaths, writeAtomic } from '@anyhook/core';
import { checkFleet } from '../check-fleet.js';
import { keyNames } from '../documents.js';
import { type FleetSettings, parseFleetFile } from '../fleet-file.js';
import { fleetFilePlaces } from '../fleet-lock.js';
import { isFetchable } from '../fleet-schema.js';
import type { AddFleetCommand } from './index.js';
import { badArgument } from './publisher-options.js';

interface Options {
  readonly system?: true;
  readonly yes?: true;
  readonly dryRun?: true;
}

const maxBytes = 64 * 1024;

/** `anyhook fleet join`: makes this machine use the policy of a fleet. */
export const addFleetJoin: AddFleetCommand = (fleet, context) => {
  fleet
    .command('join')
    .summary('join a fleet')
    .description(
      'Reads the fleet.yaml that your team gave you, shows the organisation and its keys, and puts it next to your config. With --system ' +
        'it is put where only an administrator can change it. Hooks of the fleet run without a further question.',
    )
    .argument('<file-or-url>', 'the fleet.yaml, or where it is on the web')
    .option('--system', 'for all users of this machine; needs administrator rights')
    .option('--yes', 'skip the confirmation (only in a terminal that you opened)')
    .option('--dry-run', 'show what would change without changing it')
    .addHelpText(
      'after',
      examplesText(
        'anyhook fleet join fleet.yaml',
        'sudo anyhook fleet join --system https://policy.acme.dev/fleet.yaml',
      ),
    )
    .action((source: string, options: Options) => join(source, options, context));
};

async function join(source: string, options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const places = fleetFilePlaces(userPaths(io.env, io.home));
  const person = options.dryRun
    ? undefined
    : requireHuman(io, {
        action: `"anyhook fleet join ${source}"`,
        advice: `nothing was written. For scripts: an administrator puts the file at ${places.system}`,
      });
  const target = options.system ? places.system : places.user;
  const text = await textOf(source, io);
  const { settings, problems } = parseFleetFile(text, source, options.system ? 'system' : 'user');
  if (!settings)
    throw new AnyhookError('BAD_HOOK_FILE', `${source}:${problems[0]?.line ?? 1}: ${problems[0]?.message}`);
  const [inCharge] = [places.system, ...(options.system ? [] : [places.systemConfig, places.user])].filter(entryExists);
  if (inCharge !== undefined) {
    const way = inCharge === places.user ? 'run "anyhook fleet leave" first' : 'its administrator can change it';
    throw new AnyhookError('BAD_STATE', `${inCharge} already exists and is in charge; ${way}`);
  }
  printFleet(settings, target, io);
  if (!person) return;
  const action = `let ${settings.org} set hooks on this machine`;
  if (!(await person.confirm({ question: `${action.replace(/^l/, 'L')}?`, isYes: options.yes, action }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was changed');
  }
  writeAtomic(target, text, 0o644);
  print(io, `wrote ${target}`);
  const result = await checkFleet({ ...settings, file: target }, io);
  if (result.kind === 'current') {
    const serial = `took serial ${result.channel.serial}`;
    return print(io, `${serial}: "anyhook fleet status" says which of its hooks decide here`);
  }
  context.exitCode = exitCodes.error;
  const why = result.kind === 'busy' ? 'another process fetches it' : result.why;
  print(io, `the policy was not fetched yet: ${why}; run "anyhook fleet fetch"`);
}

async function textOf(source: string, io: Io): Promise<string> {
  if (!/^https?:/.test(source)) {
    const text = readText(resolve(io.cwd, source), maxBytes);
    if (text !== undefined) return text;
    throw badArgument(`${source}: expected a readable fleet.yaml, as "anyhook fleet init" writes it`);
  }
  if (!isFetchable(source)) throw badArgument(`${source}: expected a URL that begins with https://`);
  const answer = await fetchFile({ url: source, maxBytes, timeoutMs: 30_000 });
  if (answer.kind === 'file') return answer.bytes.toString('utf8');
  throw badArgument(`${source}: expected a fleet.yaml, got ${answer.kind === 'failed' ? answer.why : answer.kind}`);
}

function printFleet(settings: FleetSettings, target: string, io: Io): void {
  const { org, channel, url, root, lock, hasIdleLock, offline } = settings;
  print(io, `${org}, channel ${channel}, from ${url}`);
  const advice = 'compare them with those that your team gave you';
  print(io, `root keys ${keyNames(root)}, of which ${root.threshold} must sign: ${advice}`);
  if (hasIdleLock) print(io, "lock: true has no effect here, only in an administrator's file (--system)");
  print(io, lock ? `locked: you cannot switch its hooks off or leave` : 'not locked: "anyhook fleet leave" ends it');
  print(io, `offline rule: ${offline.rule}; file: ${target}`);
}
