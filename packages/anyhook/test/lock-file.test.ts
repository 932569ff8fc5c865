import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const files = ['package-lock.json', 'site/package-lock.json', 'packages/hub/package-lock.json'];
const locked = files.flatMap((file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  // Our own packages are in this repository.
  return Object.entries(packages).filter(
    ([path]) => path !== '' && !/^(?:node_modules\/(?:@anyhook\/\w+|anyhook)|packages\/\w+)$/.test(path),
  );
});

/** The systems on which the project is built, tested and published. */
const systems = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
] as const;
const isInstalledOn = ({ os, cpu, libc }: LockedPackage, system: (typeof systems)[number]): boolean =>
  (os ?? [system.os]).includes(system.os) &&
  (cpu ?? [system.cpu]).includes(system.cpu) &&
  (libc ?? [system.libc]).includes(system.libc);

test('every package that an install on our systems fetches has a hash', () => {
  const unchecked = locked.filter(([, one]) => !/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''));
  const used = unchecked.filter(([, one]) => systems.some((system) => isInstalledOn(one, system)));
  assert.deepEqual(used, []);
});

test('packages without a hash are only optional build tools of other systems', () => {
  const unchecked = locked.filter(([, { integrity }]) => integrity === undefined);
  assert.deepEqual(
    unchecked.filter(([path, { dev, optional }]) => !dev || !optional || !/@(?:biomejs|rolldown|rollup)\//.test(path)),
    [],
  );
});

test('no entry has a URL: any registry may serve it, and the hash decides', () =>
  assert.deepEqual(
    locked.filter(([, { resolved }]) => resolved !== undefined),
    [],
  ));
