// Runs real agents against a scripted model: `npm run e2e`, or `npm run e2e -- codex gemini`.
import { agents } from './agents/index.js';
import { install, installed, pinned } from './install.js';
import { hasLoopbackOnly, isApart, runApart } from './network.js';
import { type Result, runAgent, total } from './report.js';

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !agents.some(({ host }) => host === name));
  if (unknown.length > 0) {
    console.error(`unknown agent: ${unknown.join(', ')}; known: ${agents.map(({ host }) => host).join(', ')}`);
    return 1;
  }
  const chosen = agents.filter(({ host }) => names.length === 0 || names.includes(host));
  if (!isApart()) {
    for (const { host } of chosen) {
      const problem = install(host);
      if (problem) console.log(`${pinned(host)} could not be installed: ${problem}`);
    }
    const code = runApart();
    if (code !== undefined) return code;
  }
  console.log(
    hasLoopbackOnly()
      ? 'network: loopback only'
      : 'network: not cut off (no network namespace on this machine); agents get dummy keys and a model on loopback',
  );
  const results: Result[] = [];
  for (const agent of chosen) results.push(...(await runAgent(agent, installed(agent.host))));
  return total(results);
}
