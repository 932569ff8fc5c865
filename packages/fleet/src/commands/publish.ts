import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { CommandContext, Io } from '@anyhook/anyhook';
import { caseSummary, countNoun, examplesText, loadSnapshotTaker, noticePrinter, worldOf } from '@anyhook/anyhook';
import { AnyhookError, isHookTest, isWithin, readPackageTree, userPaths } from '@anyhook/core';
import { publishBundle } from '../publish.js';
import type { AddFleetCommand } from './index.js';
import type { PublisherOptions } from './publisher-options.js';
import { badArgument, channelChange, parseShare, printChannelResult, withChannelOptions } from './publisher-options.js';

interface Options extends PublisherOptions {
  readonly enforce: string;
  readonly shadow: string;
}

/** `anyhook fleet publish`: turns a folder with hooks into the next candidate. */
export const addFleetPublish: AddFleetCommand = (fleet, context) => {
  withChannelOptions(fleet.command('publish'))
    .summary('sign and publish a folder with hooks')
    .description(
      'Packs a folder that is laid out like a project (.agents/anyhook.yaml, .agents/hooks, .claude/settings.json, …), checks ' +
        'its hooks, runs its hook tests, signs it and writes it to the tree. By default all devices run it in shadow mode: ' +
        'it decides nothing until "anyhook fleet ring" says so.',
    )
    .argument('<folder>', 'the folder with the hooks')
    .option('--shadow <share>', 'devices that run it in shadow mode', '100%')
    .option('--enforce <share>', 'devices on which it decides at once', '0%')
    .addHelpText(
      'after',
      examplesText(
        'anyhook fleet publish policy --keys ~/acme-keys',
        'anyhook fleet publish policy --keys ~/acme-keys --dry-run',
      ),
    )
    .action((folder: string, options: Options) => publish(folder, options, context));
};

async function publish(folder: string, options: Options, { io }: CommandContext): Promise<void> {
  const shares = { enforce: parseShare('--enforce', options.enforce), shadow: parseShare('--shadow', options.shadow) };
  const change = channelChange(options, io);
  const source = resolve(io.cwd, folder);
  const files = readPackageTree(worldOf(io, source).cwd);
  await requireGoodHooks(source, io);
  const hasTests = files.some(({ path }) => isHookTest(path));
  await requirePassingTests(source, hasTests, io);
  printChannelResult(publishBundle(files, shares, change, options.dryRun === true), options, io);
}

/** Throws if a hook of the folder does not load: on the devices, a placeholder would ask instead. */
async function requireGoodHooks(folder: string, io: Io): Promise<void> {
  const takeSnapshot = await loadSnapshotTaker();
  const { hooks, problems } = await takeSnapshot(folder, userPaths(io.env, io.home, folder));
  const isInside = (path: string) => isWithin(path, folder);
  // These keys are valid in a policy, although a project may not have them.
  const error = problems.find(
    ({ severity, source, message }) =>
      severity === 'error' && isInside(source) && !message.includes('is a key of the user or managed config'),
  );
  if (error) {
    const { source, line = 1, message } = error;
    throw new AnyhookError('BAD_HOOK_FILE', `${source}:${line}: ${message}; nothing was published`);
  }
  if (!hooks.some(({ source }) => isInside(source)))
    throw badArgument(
      `${folder}: expected hooks, for instance in .agents/anyhook.yaml, got none; nothing was published`,
    );
}

async function requirePassingTests(folder: string, hasTests: boolean, io: Io): Promise<void> {
  const notice = noticePrinter(io);
  if (!hasTests) return notice(`${folder} has no hook tests (*.hooktest.yaml): its hooks are untested`);
  const { runHookTests } = await import('@anyhook/anyhook');
  const { ok, files } = await runHookTests({
    paths: [],
    cwd: folder,
    env: io.env,
    user: userPaths(io.env, io.home),
    jobs: availableParallelism(),
    coverage: false,
  });
  const cases = files.flatMap((file) => file.cases);
  const failed = cases.find((one) => !one.ok);
  const why = failed ? `${failed.name}: ${caseSummary(failed)}` : 'a test file is broken';
  const advice = `run "anyhook hooks test --cwd ${folder}"; nothing was published`;
  if (!ok) throw new AnyhookError('FAILED', `a hook test failed: ${why}; ${advice}`);
  notice(`${countNoun(cases.length, 'hook test')} passed`);
}
