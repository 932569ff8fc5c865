// The Node client for tests: it passes undecided events to a launcher, as the other clients do themselves.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const [launcher, program, host, ...rest] = process.argv.slice(2);
const { ask } = createRequire(import.meta.url)('../../dist/run/client.cjs');
const { args, read } = await ask(['--host', host, ...rest], program);
const fields = [
  [1, args.map((word) => `${word}\0`).join('')],
  [2, process.cwd()],
  [3, process.umask().toString(8)],
  [
    5,
    Object.entries(process.env)
      .map(([name, value]) => `${name}=${value}\0`)
      .join(''),
  ],
  [6, read?.bytes ?? (await bytesOf(process.stdin))],
];
const { stdout } = spawnSync(launcher, ['--decide'], { input: frame(fields), stdio: ['pipe', 'pipe', 'inherit'] });
for (let at = 10; at < stdout.length; at += 5 + stdout.readUInt32BE(at + 1)) {
  const value = stdout.subarray(at + 5, at + 5 + stdout.readUInt32BE(at + 1));
  if (stdout[at] === 8) process.exitCode = value[0];
  else process[stdout[at] === 9 ? 'stdout' : 'stderr'].write(value);
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function frame(values) {
  const parts = values.flatMap(([tag, value]) => {
    const bytes = Buffer.from(value);
    const head = Buffer.alloc(5);
    head[0] = tag;
    head.writeUInt32BE(bytes.length, 1);
    return [head, bytes];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from([0, 0, 0, 0, 1, 0x45, 0, 0, 0, 1]);
  head.writeUInt32BE(6 + body.length, 0);
  return Buffer.concat([head, body]);
}
