// `anyhook ui` as a process.

import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import {
  AnyhookError,
  homeFolder,
  onEndSignal,
  openBrowser,
  othersMayRead,
  parsePort,
  readAncestry,
  showHidden,
  workingFolder,
} from '@anyhook/core';
import { startUi } from '../../ui/start-ui.js';
import { requireHuman } from '../terminal/human.js';
import { type Io, print, worldOf } from '../terminal/io.js';

/** Entry of the bundle. */
export async function start(args: readonly string[]): Promise<void> {
  const { env, stdin, stdout, stderr } = process;
  const io: Io = { env, cwd: workingFolder(), home: homeFolder(), stdin, stdout, stderr, ancestry: readAncestry };
  try {
    await serveUi(args, io);
    process.exit(0);
  } catch (error) {
    stderr.write(showHidden(`anyhook: ${(error as Error).message}\n`));
    process.exit(1);
  }
}

/** Serves the page until a signal stops it. */
export async function serveUi(args: readonly string[], io: Io): Promise<void> {
  const { port = '0', 'no-open': staysClosed, cwd } = parse(args);
  requireHuman(io, {
    action: '"anyhook ui"',
    advice: 'on the page, people decide about calls of agents',
    confirm: false,
  });
  // Agents wait for the engine and for hooks, but not for the page.
  yieldToOthers();
  const world = worldOf(io, cwd);
  const ui = await startUi({
    world,
    port: parsePort(port),
    notify: (text) => print(io, showHidden(`anyhook: ${text}`)),
    whyNoDecisions: whyNoDecisions(io),
  });
  print(io, `anyhook ui at ${ui.url} (process ${process.pid})`);
  const invite = async () => {
    const isOpened = !staysClosed && (await openBrowser(ui.openFile(), io.env, io.cwd));
    if (isOpened) print(io, 'opened in your browser; if it shows nothing:');
    print(io, othersMayRead(process.stdout.fd) ? unsafeOutput : `open ${ui.openUrl()} (works once, within a minute)`);
    if (io.stdin.isTTY) print(io, 'Enter opens it again; Ctrl-C ends it');
  };
  await invite();
  if (io.stdin.isTTY) io.stdin.on('data', () => void invite());
  onEndSignal(ui.close);
  await ui.ended;
}

const unsafeOutput =
  'the address of the page is not shown: other users can read the file that this output goes to. Run "anyhook ui" in a terminal';

/** Without a terminal, a person's presence cannot be shown. */
function whyNoDecisions(io: Io): string | undefined {
  try {
    requireHuman(io, { action: 'to decide on the page', advice: 'use "anyhook approve" and "anyhook refuse"' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The same options as in commands/ui.ts, which has their help texts. */
function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean', default: false }, cwd: { type: 'string' } },
    });
    return values;
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `ui: ${(error as Error).message}; see "anyhook ui --help"`);
  }
}

/** Lowers the priority, so other programs go first on a busy machine. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not allow it: the page still works.
  }
}
