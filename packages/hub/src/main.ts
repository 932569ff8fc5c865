#!/usr/bin/env node
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runForwarder } from './forwarder.js';
import { runKeeper } from './keeper.js';
import { runPostgres } from './postgres.js';
import { startServer } from './server.js';
import { personPattern, personRights, personText, readSettings, SettingsError, tokenUses } from './settings.js';
import { openStreams } from './streams.js';

/** The command line options. */
interface Options {
  readonly config: string;
  readonly person?: string | undefined;
  readonly may?: string | undefined;
}

interface Command {
  readonly does: string;
  readonly run: (options: Options) => Promise<void>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: { does: 'answer devices over HTTPS; run as many as you like', run: serve },
  keep: { does: 'write audit records to files, once each, and find holes; run one', run: keep },
  forward: { does: 'send audit records to an OpenTelemetry collector, to Postgres, or to both; run one', run: forward },
  token: { does: 'make a token, and show what the settings need', run: async (options) => makeToken(options) },
};

const help = `Usage: anyhook-hub COMMAND --config hub.json
       anyhook-hub token --person ada --may look|decide

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(9)}${does}`)
  .join('\n')}
`;

/** Logs for the operator: one line of JSON, for log collectors. */
function log(text: string): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message: text })}\n`);
}

/** Shuts down cleanly on a signal. */
function onSignal(end: () => Promise<void> | void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.resolve(end()).then(() => process.exit(0)));
}

async function serve({ config: file }: Options): Promise<void> {
  const settings = readSettings(file);
  const streams = await openStreams(settings, log);
  const server = await startServer(settings, streams, log);
  process.stdout.write(`${JSON.stringify({ port: server.port })}\n`);
  onSignal(async () => {
    server.close();
    await streams.connection.drain();
  });
}

async function keep({ config: file }: Options): Promise<void> {
  const settings = readSettings(file);
  const { folder } = settings;
  if (folder === undefined) throw new SettingsError(`${file}: keep.folder: expected a folder, got nothing`);
  await consume(settings, (streams, signal) => runKeeper(streams, folder, log, signal));
}

async function forward({ config: file }: Options): Promise<void> {
  const settings = readSettings(file);
  const { otlp, postgresUrlFile } = settings;
  if (!otlp && postgresUrlFile === undefined)
    throw new SettingsError(`${file}: otlp.url or postgres.urlFile: expected one of them, got neither`);
  const url = postgresUrlFile === undefined ? undefined : readFileSync(postgresUrlFile, 'utf8').trim();
  await consume(settings, async (streams, signal) => {
    await Promise.all([
      otlp && runForwarder(streams, otlp, log, signal),
      url !== undefined && runPostgres(streams, url, log, signal),
    ]);
  });
}

/** Reads records from the stream until a signal ends it. */
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

function makeToken({ person, may = 'look' }: Options): void {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  if (person !== undefined) {
    showPerson({ name: person, token: hash, may }, token);
    return;
  }
  process.stdout.write(`token  ${token}\nhash   ${hash}\n`);
  const uses = Object.entries(tokenUses).map(([use, does]) => `  tokens.${use}: ${does}`);
  process.stdout.write(`Put the hash into the settings, and give the token away once:\n${uses.join('\n')}\n`);
}

/** A user of the page. */
function showPerson(
  person: { readonly name: string; readonly token: string; readonly may: string },
  token: string,
): void {
  if (!personPattern.test(person.name))
    throw new SettingsError(`--person: expected ${personText}, got "${person.name}"`);
  if (!Object.hasOwn(personRights, person.may))
    throw new SettingsError(`--may: expected ${Object.keys(personRights).join(' or ')}, got "${person.may}"`);
  const does = personRights[person.may as keyof typeof personRights];
  process.stdout.write(
    `token  ${token}\nGive it to ${person.name} once; with it, ${person.name} logs in at the page and may ${does}.\n` +
      `Put this into "people" of the settings, and start the hub again:\n  ${JSON.stringify(person)}\n`,
  );
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string', default: 'hub.json' },
      person: { type: 'string' },
      may: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...others] = positionals;
  if (values.help) process.stdout.write(help);
  else {
    const command = commands[name ?? ''];
    if (!command || others.length > 0)
      throw new SettingsError(`command: expected ${Object.keys(commands).join(', ')}, got "${positionals.join(' ')}"`);
    await command.run(values);
  }
} catch (error) {
  const isKnown = error instanceof SettingsError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`anyhook-hub: ${isKnown ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(isKnown ? 2 : 1);
}
