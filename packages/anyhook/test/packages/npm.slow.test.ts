import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decision, guardPlugin, packageWorld } from './package-world.js';

/** A tar archive as registries serve it: everything below `package/`. */
function tarball(files: Readonly<Record<string, string>>, kind = '0'): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const body = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${path}`, 0);
    header.write(text.startsWith('#!') ? '0000755\0' : '0000644\0', 100);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(kind, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A registry on this machine with one package. */
async function registry(
  t: TestContext,
  name: string,
  versions: Readonly<Record<string, Buffer>>,
): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(request.url ?? '')?.[1];
    if (version !== undefined) return response.end(versions[version]);
    if (decodeURIComponent(request.url ?? '') !== `/${name}`) return response.writeHead(404).end('{}');
    const rows = Object.entries(versions).map(([one, bytes]) => {
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      return [
        one,
        { name, version: one, dist: { tarball: `http://127.0.0.1:${port}/${name}/-/${name}-${one}.tgz`, integrity } },
      ];
    });
    const latest = Object.keys(versions).at(-1);
    return response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(rows) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return {
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_fetch_retries: '0',
  };
}

test('an npm package is downloaded and updated without running its scripts', async (t) => {
  const world = packageWorld(t);
  const mark = join(world.dir, 'ran');
  const manifest = (version: string) =>
    JSON.stringify({
      name: 'guard-hooks',
      version,
      scripts: { postinstall: `touch ${mark}`, prepack: `touch ${mark}` },
    });
  const versions: Record<string, Buffer> = {
    '1.0.0': tarball({ ...guardPlugin(), 'package.json': manifest('1.0.0') }),
  };
  const env = await registry(t, 'guard-hooks', versions);
  const { code, stdout, stderr } = await world.run(['hooks', 'add', 'guard-hooks', '--yes'], { env });
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /guard-hooks 1\.0\.0: 1 hook, 4 files[\s\S]*its install scripts are not run; hooks that need them fail\./,
  );
  assert.equal(await decision(world, 'forbidden'), 'deny');
  versions['1.1.0'] = tarball({ ...guardPlugin('new'), 'package.json': manifest('1.1.0') });
  const updated = await world.run(['hooks', 'update', '--yes'], { env: { ...env, npm_config_prefer_online: 'true' } });
  assert.match(updated.stdout, /guard-hooks 1\.0\.0 -> 1\.1\.0: 2 of 4 files changed/);
  assert.equal(await decision(world, 'new'), 'deny');
  assert.equal(existsSync(mark), false);
});

test('a package missing from the registry, or with links in its archive, is a clear error', async (t) => {
  const world = packageWorld(t);
  const env = await registry(t, 'linked', { '1.0.0': tarball({ 'x/y': '' }, '2') });
  const missing = await world.run(['hooks', 'add', 'no-such-hooks', '--yes'], { env });
  assert.match(
    missing.stderr,
    /no-such-hooks: cannot fetch no-such-hooks@latest from the registry: .*\. Nothing was installed/,
  );
  assert.match(
    (await world.run(['hooks', 'add', 'linked', '--yes'], { env })).stderr,
    /a link or device in its archive: x\/y/,
  );
  assert.equal(existsSync(world.config), false);
});

test('a package with ten thousand files is refused without leaving files behind', async (t) => {
  const world = packageWorld(t);
  for (let i = 0; i < 10_000; i++) writeFileSync(join(world.source, `f${i}`), '');
  const { code, stderr } = await world.run(['hooks', 'add', world.source, '--yes']);
  assert.deepEqual([code, /more than 5000 files; add the subfolder with the hooks/.test(stderr)], [1, true], stderr);
  assert.equal(existsSync(world.config), false);
});
