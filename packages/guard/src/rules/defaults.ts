import type { GuardDecision, GuardRule } from './rule.js';
import { parseRule } from './rule.js';

/** A default rule in the words of users, and why it is there. */
export interface DefaultRow {
  readonly decide: GuardDecision;
  readonly text: string;
  readonly because: string;
  /** The setting `unknown` replaces the decision. */
  readonly byUnknown?: true;
}

const deny = (text: string, because: string): DefaultRow => ({ decide: 'deny', text, because });
const ask = (text: string, because: string): DefaultRow => ({ decide: 'ask', text, because });
const pass = (text: string, because: string): DefaultRow => ({ decide: 'pass', text, because });
const unknown = (row: DefaultRow): DefaultRow => ({ ...row, byUnknown: true });

/** What an agent must not change without a person; no rule and no setting reaches below these. */
export const agentSettingRows: readonly DefaultRow[] = [
  deny('delete recursive agent', 'it holds the settings of agents and of anyhook'),
  ask('delete|write|move|permit agent', 'an agent must not change what guards it'),
];

/** The rules of the profile `standard`. For each effect the first that matches decides; no match is a pass. */
export const defaultRows: readonly DefaultRow[] = [
  ...agentSettingRows,

  pass('delete in .git/*.lock, .git/**/*.lock', 'a git command that was stopped leaves its lock behind'),
  deny('delete recursive project', 'the whole project would be gone'),
  deny('delete recursive git, git-hooks', 'git keeps the history and its settings there'),
  ask('delete git, git-hooks', 'git keeps the history and its settings there'),
  deny('delete recursive outside', 'it is not part of the project'),
  ask('delete outside', 'it is not part of the project'),
  ask('delete project', 'it may be all of the project'),
  ask('delete recursive remote', 'it is on another machine'),
  ask('delete temp-all', 'other programs keep their files there'),
  unknown(pass('delete named unknown', 'it is one file, and its name is known')),
  unknown(ask('delete unknown', 'nobody can say what it deletes')),

  ask('move root, system, device, home, above, project, git, unset', 'others look for it where it is now'),
  pass('write secret in .', 'a project has settings of its own, such as .env'),
  deny('write root, device, system, secret, git-hooks', 'a mistake there breaks more than this project'),
  ask('write profile', 'every new shell runs it'),
  ask('write over in .git/HEAD, .git/index, .git/packed-refs, .git/refs, .git/objects', 'git keeps its history there'),
  ask('write unpack home, above, git', 'it may write over anything there'),
  unknown(ask('write unpack unset', 'it means / when the variable is empty')),

  deny('permit setuid', 'the file would run with the rights of its owner'),
  deny('permit recursive root, system, device, home, above, unset', 'programs stop working when permissions change'),
  ask('permit root, system, device, home', 'programs stop working when permissions change'),
  ask('permit in /etc', 'programs stop working when permissions change'),
  ask('permit recursive elsewhere', 'it is not part of the project'),
  ask('permit open secret', 'others could read it'),

  deny('run remote', 'nobody has read that code'),
  deny('run decoded', 'nobody can read that code'),
  unknown(ask('run unknown', 'nobody can say what it runs')),
  deny('shell network', 'somebody else would have a shell here'),
  deny('exhaust', 'the machine would stop answering'),
  deny('send secret', 'it would leave this machine'),
  ask('send records', 'what is in a database, or all of the project, would leave this machine'),
  ask('reveal secret', 'the model and its provider would read it'),

  deny('push force', 'commits of others could be lost'),
  ask('push deletes', 'a branch or tag of others would be gone'),
  deny('forget', 'lost commits could not be brought back'),
  pass('discard temp', 'temporary copies of a repository can be made again'),
  ask('discard', 'uncommitted work would be lost'),
  ask('rewrite', 'history would change'),

  ask('destroy *', 'it is hard to bring back'),
  ask('publish', 'others get it, and it cannot be taken back'),
  ask('expose', 'others could reach this machine'),
  ask('grant', 'somebody would get rights'),
  ask('mount', 'a container would get this machine'),
  ask('system', 'it changes the machine, not the project'),
  ask('persist', 'it starts again later, without you'),
  ask('unread', 'the guard could not read all of it'),
];

export function rulesOfRows(rows: readonly DefaultRow[]): readonly GuardRule[] {
  return rows.map(({ decide, text, because, byUnknown }) => {
    const reading = parseRule(decide, text, 'default', { because });
    if ('problem' in reading) throw new Error(reading.problem);
    return { ...reading.rule, ...(byUnknown && { byUnknown }) };
  });
}
