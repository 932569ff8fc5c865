import { readFileSync } from 'node:fs';

/** packages/anyhook/src/agents/tested-versions.ts: the versions that `npm run e2e` installs, for use in the program. */
export function testedFile(): string {
  const versions = JSON.parse(readFileSync('e2e/versions.json', 'utf8')) as Record<string, { version: string }>;
  const rows = Object.entries(versions).map(([host, { version }]) => {
    const key = /^[a-z]+$/.test(host) ? host : `'${host}'`;
    return `  ${key}: '${version}',`;
  });
  return [
    '// Generated from e2e/versions.json by scripts/generate.ts. Do not edit; run "npm run generate".',
    '',
    '/** The version of each agent that the end-to-end tests run. */',
    'export const testedVersions: Readonly<Record<string, string>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
