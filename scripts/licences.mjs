import { readdirSync, readFileSync } from 'node:fs';

/** The licences of the bundled packages. */
export function licences(modules) {
  const packages = new Set();
  for (const path of modules) {
    const found = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found) packages.add(found[1]);
  }
  return [...packages]
    .sort()
    .map((name) => {
      const { version: of, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      const file = readdirSync(`node_modules/${name}`).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(`node_modules/${name}/${file}`, 'utf8') : '';
      return `${name} ${of} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
