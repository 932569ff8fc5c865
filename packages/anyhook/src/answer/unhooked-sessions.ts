import { join } from 'node:path';
import type { CallAlert } from '@anyhook/core';
import { fileStamp, listFolder, newId, now, parseObject, readBytesFrom, userPaths } from '@anyhook/core';
import type { Agent, AgentTranscripts } from '../agents/agent.js';
import { possibleFolders } from '../agents/moved-folders.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { alertShownMs, openAlertStore } from '../sessions/alert-store.js';
import { isSessionKnown } from '../sessions/call-watch.js';
import { readEntryRecords } from '../trust/entry-record.js';
import { offSwitches } from './bypass-cause.js';
import type { World } from './engine.js';
import { isHarmfulTool } from './read-transcript.js';

/** Alerts once per project about sessions whose project settings switch hooks off. Read from the agent's transcripts. */
export async function alertUnhookedSessions(agent: Agent, world: World, state: string): Promise<void> {
  const { transcripts, settings } = agent;
  const entries = readEntryRecords(state).find((one) => one.host === agent.name && one.root === undefined);
  if (!transcripts || !settings || !entries?.events.some((name) => agent.events[name] === 'session.start')) return;
  const since = Math.max(entries.since, now() - alertShownMs);
  const user = userPaths(world.env, world.home);
  const folders = possibleFolders(settings, world.env, user).map((folder) => join(folder, transcripts.folder));
  const alerts = openAlertStore(state);
  const alerted = new Set(alerts.list(since).map(({ root }) => root));
  for (const { path, session } of recentTranscripts(folders, since)) {
    if (isSessionKnown(state, agent.name, session)) continue;
    const call = firstCall(path, agent, transcripts, since);
    if (!call) continue;
    const { root } = findProjectRoot(call.cwd, user);
    const cause = (await offSwitches(agent, { ...world, cwd: call.cwd }, root)).find(({ isOfProject }) => isOfProject);
    if (!cause || alerted.has(root)) continue;
    alerted.add(root);
    const alert: CallAlert = {
      ...{ id: newId(), at: now(), kind: 'unseen', host: agent.name, session, root, tool: call.tool },
      text: `ALERT: ${agent.title} ran ${call.tool} in ${root} without any of your hooks. Cause: ${cause.text}.`,
    };
    alerts.add(alert);
  }
}

const maxProjects = 500;
const maxFiles = 50;

/** The session files written since a time, newest first. */
function recentTranscripts(folders: readonly string[], since: number) {
  const files = folders.flatMap((folder) =>
    namesIn(folder, 'folder').flatMap((project) =>
      namesIn(join(folder, project), 'file')
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => {
          const path = join(folder, project, name);
          return { path, session: name.slice(0, -'.jsonl'.length), at: fileStamp(path)?.mtimeMs ?? 0 };
        }),
    ),
  );
  return files
    .filter(({ at }) => at >= since)
    .sort((a, b) => b.at - a.at)
    .slice(0, maxFiles);
}

function namesIn(folder: string, kind: 'file' | 'folder'): readonly string[] {
  const found = listFolder(folder);
  if (typeof found === 'string') return [];
  return found
    .filter((one) => one.kind === kind)
    .map(({ name }) => name)
    .slice(0, maxProjects);
}

/** How much of each file is read: the start is enough to recognize a session without hooks. */
const maxBytes = 512 * 1024;

/** The first harmful call that ran, if the session began after a given time. */
function firstCall(
  path: string,
  agent: Agent,
  { readLine }: AgentTranscripts,
  since: number,
): { readonly tool: string; readonly cwd: string } | undefined {
  const open = new Map<string, string>();
  for (const text of readBytesFrom(path, 0, maxBytes).toString('utf8').split('\n')) {
    const value = parseObject(text);
    const line = value && readLine(value);
    if (!line) continue;
    // Its process may have started before the entries were written.
    if (line.at < since) return undefined;
    for (const { id, tool } of line.began) open.set(id, tool);
    for (const { id, hasRun } of line.ended) {
      const tool = open.get(id);
      if (hasRun && tool !== undefined && line.cwd !== undefined && isHarmfulTool(agent, tool))
        return { tool, cwd: line.cwd };
    }
  }
  return undefined;
}
