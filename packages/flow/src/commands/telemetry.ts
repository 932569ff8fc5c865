import type { CommandContext, Io, RegisterCommand } from '@anyhook/anyhook';
import { examplesText, exitCodes, print, telemetryEvents } from '@anyhook/anyhook';
import { maxPayloadBytes } from '@anyhook/core';
import { flushTelemetry, recordTelemetry, telemetryTimeout } from '../record-telemetry.js';

/** `anyhook flow telemetry`: records one event. Never blocks: it exits 0 and prints nothing on stdout. */
export const addTelemetry: RegisterCommand = (program, context) => {
  program
    .command('telemetry')
    .summary('record one telemetry event; adapters call this')
    .description(
      'Records one event with the payload from stdin, which may be empty. Always exits 0 and prints nothing on stdout.',
    )
    .argument('[event]', `${Object.keys(telemetryEvents).join(', ')}, or an agent's own name for one of them`)
    .argument('[agent]', "the agent's name")
    .allowExcessArguments()
    .allowUnknownOption()
    .option('--flush', 'send pending events to the configured receivers now, and show the result')
    .addHelpText(
      'after',
      examplesText('anyhook flow telemetry agentSpawn dev < payload.json', 'anyhook flow telemetry --flush'),
    )
    .action((event: string | undefined, agent: string | undefined, { flush = false }: { readonly flush?: boolean }) =>
      flush ? flushAll(context) : recordOne(event, agent, context),
    );
};

async function recordOne(name: string | undefined, agent: string | undefined, { io }: CommandContext): Promise<void> {
  try {
    const payload = io.stdin.isTTY ? '' : await readStdinInTime(io.stdin, telemetryTimeout(io.env));
    await recordTelemetry({ name, agent, payload }, io);
  } catch (error) {
    io.stderr.write(`anyhook: no telemetry was recorded: ${(error as Error).message}\n`);
  }
}

/** Reads all of stdin; empty if it is too large or does not end in time. */
function readStdinInTime(stdin: Io['stdin'], timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => end(''), timeoutMs);
    const end = (text = Buffer.concat(chunks).toString('utf8')) => {
      clearTimeout(timer);
      stdin.pause();
      resolve(text);
    };
    stdin.on('data', (chunk: Buffer | string) => {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > maxPayloadBytes) end('');
      else chunks.push(piece);
    });
    stdin.on('end', () => end());
    stdin.on('error', () => end(''));
  });
}

async function flushAll(context: CommandContext): Promise<void> {
  const { io } = context;
  const results = await flushTelemetry(io);
  if (!results) return print(io, 'no receiver is configured: see telemetry.http and telemetry.otel');
  for (const { sink, sent, refused, why, note } of results) {
    const details = [
      ...(refused > 0 ? [`${refused} refused`] : []),
      ...[note, why].filter((text) => text !== undefined),
    ];
    print(io, [`${sink}: ${sent} sent`, ...details].join(', '));
    if (why !== undefined) context.exitCode = exitCodes.error;
  }
}
