#!/usr/bin/env node
import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runForwarder } from './forwarder.js';
import { runKeeper } from './keeper.js';
import { startServer } from './server.js';
import { readSettings, SettingsError, tokenUses } from './settings.js';
import { openStreams } from './streams.js';

const commands: Readonly<Record<string, { readonly does: string; readonly run: (file: string) => Promise<void> }>> = {
  serve: { does: 'answer devices over HTTPS; run as many as you like', run: serve },
  keep: { does: 'write audit records to files, once each, and find holes; run one', run: keep },
  forward: { does: 'send audit records to an OpenTelemetry collector', run: forward },
  token: { does: 'make a token, and show the hash for the settings', run: async () => makeToken() },
};

const help = `Usage: anyhook-hub COMMAND --config hub.json

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(9)}${does}`)
  .join('\n')}
`;

/** Says something to the operator: one line of JSON, which log collectors read. */
function log(text: string): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message: text })}\n`);
}

/** Ends in order on a signal. */
function onSignal(end: () => Promise<void> | void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.resolve(end()).then(() => process.exit(0)));
}

async function serve(file: string): Promise<void> {
  const settings = readSettings(file);
  const streams = await openStreams(settings, log);
  const server = await startServer(settings, streams, log);
  process.stdout.write(`${JSON.stringify({ port: server.port })}\n`);
  onSignal(async () => {
    server.close();
    await streams.connection.drain();
  });
}

async function keep(file: string): Promise<void> {
  const settings = readSettings(file);
  const { folder } = settings;
  if (folder === undefined) throw new SettingsError(`${file}: keep.folder: expected a folder, got nothing`);
  await consume(settings, (streams, signal) => runKeeper(streams, folder, log, signal));
}

async function forward(file: string): Promise<void> {
  const settings = readSettings(file);
  const { otlp } = settings;
  if (!otlp) throw new SettingsError(`${file}: otlp.url: expected an address, got nothing`);
  await consume(settings, (streams, signal) => runForwarder(streams, otlp, log, signal));
}

/** Takes records from the stream until a signal ends it. */
async function consume(
  settings: ReturnType<typeof readSettings>,
  run: (streams: Awaited<ReturnType<typeof openStreams>>, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const streams = await openStreams(settings, log);
  const done = run(streams, stop.signal);
  onSignal(async () => {
    stop.abort();
    await done;
    await streams.connection.close();
  });
  await done;
}

function makeToken(): void {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  process.stdout.write(`token  ${token}\nhash   ${hash}\n`);
  const uses = Object.entries(tokenUses).map(([use, does]) => `  tokens.${use}: ${does}`);
  process.stdout.write(`Put the hash into the settings, and give the token away once:\n${uses.join('\n')}\n`);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string', default: 'hub.json' }, help: { type: 'boolean', short: 'h' } },
  });
  const [name, ...others] = positionals;
  if (values.help) process.stdout.write(help);
  else {
    const command = commands[name ?? ''];
    if (!command || others.length > 0)
      throw new SettingsError(`command: expected ${Object.keys(commands).join(', ')}, got "${positionals.join(' ')}"`);
    await command.run(values.config);
  }
} catch (error) {
  const isKnown = error instanceof SettingsError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`anyhook-hub: ${isKnown ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(isKnown ? 2 : 1);
}
