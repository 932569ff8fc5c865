import { dirname, join, parse } from 'node:path';
import { parseObject, pathFromHome, pathKey, readText, userPaths, writeAtomic } from '@anyhook/core';
import { changeOwnConfig } from '../../answer/confirm-own-config.js';
import type { ApprovalRecord } from '../../approvals/approval-record.js';
import { appendYaml } from '../../formats/kit/yaml-edit.js';
import { checkBuiltin } from '../../handlers/builtins/check.js';
import { confirm } from './human.js';
import { type Io, print, worldOf } from './io.js';

/** From this number of approvals on, the same question is a nuisance. */
const offeredAfter = 3;

/** After the third equal approval: offers a rule that stops the guard from asking. */
export async function offerRule(
  io: Io,
  { times = 0, request }: ApprovalRecord,
  { mayWrite }: { readonly mayWrite: boolean },
): Promise<void> {
  if (times < offeredAfter || request.effects === undefined) return;
  const rules = request.effects.map((effect) => passRule(effect, request.root));
  const isComplete = rules.every((rule) => rule !== undefined) && rules.length > 0;
  if (!isComplete || (await checkBuiltin('shell-guard', { rules: rules.map((pass) => ({ pass })) })) !== undefined)
    return;
  const { userConfig, home } = userPaths(io.env, io.home);
  const file = join(dirname(userConfig), 'guard', 'rules.yaml');
  print(io, `You approved this ${times} times. With this rule the guard would let it pass, in all your projects:`);
  for (const rule of rules) print(io, `  - pass: ${rule}`);
  // A rule relaxes the guard permanently: only a terminal that a person opened writes one.
  if (!mayWrite) return print(io, `To keep it, add it to "rules:" in ${pathFromHome(file, home)}`);
  if (!(await confirm(io, `Write it to ${pathFromHome(file, home)}?`))) return;
  const because = `approved ${times} times`;
  const text = rules.reduce((all, pass) => appendYaml(file, all, ['rules'], { pass, because }), readText(file));
  await changeOwnConfig(worldOf(io), () => writeAtomic(file, text ?? ''));
  print(io, `written to ${pathFromHome(file, home)}`);
}

/** The narrowest rule for one effect: its place, or its branch. Others have no rule that is narrow enough to offer. */
function passRule(effect: string, root: string): string | undefined {
  const space = effect.indexOf(' ');
  const name = effect.slice(0, space);
  const fields = parseObject(effect.slice(space + 1)) ?? {};
  const { at, branch, recursive, remote } = fields;
  if (remote !== undefined) return undefined;
  if (name === 'push') return isPlainWord(branch) ? `push to ${branch}` : undefined;
  if ((name !== 'delete' && name !== 'reveal') || !isPlainPath(at)) return undefined;
  if (pathKey(at) === pathKey(root) || at === parse(at).root) return undefined;
  return `${name}${recursive === true ? ' recursive' : ''} in ${at}`;
}

/** A branch, or a path without its drive, that is literal in a rule: no spaces, commas or patterns. */
const isPlainWord = (value: unknown): value is string => typeof value === 'string' && /^[\w./@+-]{1,300}$/.test(value);

const isPlainPath = (value: unknown): value is string =>
  typeof value === 'string' && isPlainWord(value.replace(/^[A-Za-z]:(?=\/)/, ''));
