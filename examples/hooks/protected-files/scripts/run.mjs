#!/usr/bin/env node
// Exit 2 refuses the change; what stands on stderr is told to the agent.
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

// What is protected, and what the agent is told. Add your own lines.
const rules = [
  [/(^|\/)\.env(\.[^/]+)?$/i, 'it holds secrets: ask the user to change it'],
  [
    /(^|\/)(\.npmrc|\.pypirc|\.netrc|credentials(\.[^/]+)?|secrets?\.[^/]+)$/i,
    'it holds secrets: ask the user to change it',
  ],
  [/\.(pem|key|p12|pfx|jks|keystore)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i, 'it is a private key'],
  [
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|Gemfile\.lock|composer\.lock)$/,
    'it is a lock file: run the package manager, which writes it',
  ],
  [/(^|\/)\.git(\/|$)/, 'it belongs to git: use git commands'],
];
const harmless = /\.(example|sample|template)$/i;

const { tool_input, work_dir } = JSON.parse(readFileSync(0, 'utf8'));
const { path } = tool_input;
if (typeof path === 'string') {
  const named = resolve(work_dir, path);
  for (const one of [named, landing(named)]) {
    const rule = harmless.test(one) ? undefined : rules.find(([shape]) => shape.test(one.replaceAll('\\', '/')));
    if (!rule) continue;
    console.error(`${path} is protected: ${rule[1]}.`);
    process.exitCode = 2;
    break;
  }
}

/** Where the write would land: links are followed as far as there is something. */
function landing(file) {
  try {
    return realpathSync(file);
  } catch {
    const folder = dirname(file);
    return folder === file ? file : join(landing(folder), basename(file));
  }
}
