import { newId, now, userPaths } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { alertShownMs, openAlertStore } from '../sessions/alert-store.js';
import type { World } from './engine.js';

/** Records that an event was unreadable and the agent went on. One alert per agent and project at a time. */
export function noteUnread(agent: Agent, why: string, { cwd, env, home }: World): void {
  const user = userPaths(env, home);
  const { root } = findProjectRoot(cwd, user);
  const alerts = openAlertStore(user.state);
  // The end of a message may quote the input.
  const [what = why] = why.split(': ');
  const text = `ALERT: anyhook could not read an event of ${agent.title}, so no hook saw it and ${agent.title} went on: ${what}. If ${agent.title} sent it, update anyhook.`;
  try {
    const isKnown = alerts
      .list(now() - alertShownMs)
      .some((one) => one.kind === 'unread' && one.host === agent.name && one.root === root);
    if (!isKnown)
      alerts.add({ id: newId(), at: now(), kind: 'unread', host: agent.name, session: '', root, tool: '', text });
  } catch {
    // Only the line on stderr remains.
  }
}
