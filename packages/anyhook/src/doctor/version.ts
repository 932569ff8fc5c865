import { execFileText } from '@anyhook/core';
import { testedVersions } from '../../.cache/tested-versions.js';
import { type DoctorCheck, makeFinding } from './finding.js';

interface VersionCheckOptions {
  readonly agent: string;
  /** The agent's program. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Reports that an agent was not asked for its version, because another user could have placed its program. */
export const versionNotAsked = (why: string): DoctorCheck => ({ title: `version unknown: ${why}`, findings: [] });

/** Checks that the agent's version is the tested one, or a later one of the same major version. */
export async function versionCheck({ agent, program, env, cwd, timeoutMs }: VersionCheckOptions): Promise<DoctorCheck> {
  const { stdout } = await execFileText(program, ['--version'], {
    cwd,
    timeoutMs,
    env,
    maxBytes: 64 * 1024,
  });
  const [version] = /\d{1,6}\.\d{1,6}\.\d{1,6}/.exec(stdout) ?? [];
  if (version === undefined) {
    const what = `${program} --version reports no version`;
    return { title: what, findings: [makeFinding('version-silent', what, { program })] };
  }
  const tested = Object.hasOwn(testedVersions, agent) ? testedVersions[agent] : undefined;
  if (tested === undefined)
    return { title: `version ${version} (anyhook knows this agent only from its documentation)`, findings: [] };
  if (version === tested) return { title: `version ${version}, which is tested`, findings: [] };
  if (isLater(version, tested)) return { title: `version ${version}; ${tested} is tested`, findings: [] };
  const what = `version ${version} is not tested; ${tested} is`;
  return { title: what, findings: [makeFinding('version-unknown', what, { tested })] };
}

/** Later, with the same major version. */
function isLater(version: string, tested: string): boolean {
  const [a, b] = [version, tested].map((text) => text.split('.').map(Number));
  if (!a || !b || a[0] !== b[0]) return false;
  return (a[1] ?? 0) !== (b[1] ?? 0) ? (a[1] ?? 0) > (b[1] ?? 0) : (a[2] ?? 0) > (b[2] ?? 0);
}

/** Is one version of anyhook older than another? Suffixes after the three numbers are ignored. */
export function isOlderVersion(a: string, b: string): boolean {
  const numbers = (version: string) => version.split(/[.+-]/, 3).map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  const firstDifference = left.findIndex((number, i) => number !== right[i]);
  return firstDifference !== -1 && (left[firstDifference] ?? 0) < (right[firstDifference] ?? 0);
}
