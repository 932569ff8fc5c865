import { firstToolName, toNativeInput, toolRowFor } from '@anyhook/core';
import type { Agent } from './agent.js';
import type { CanaryEvent } from './kit/disabling-settings.js';
import type { AgentInstall } from './kit/install.js';

/** The payload of an event that anyhook sends itself, in the agent's own format. */
export function canaryPayload(
  agent: Agent,
  install: AgentInstall,
  event: string,
  { session, cwd, command = 'true' }: Omit<CanaryEvent, 'event' | 'command'> & { readonly command?: string },
): Readonly<Record<string, unknown>> {
  if (install.canary) return install.canary({ event, session, cwd, command });
  const call = { kind: 'shell', nativeName: firstToolName(agent.tools, 'shell') ?? 'shell' } as const;
  return {
    session_id: session,
    transcript_path: '',
    cwd,
    hook_event_name: event,
    tool_name: call.nativeName,
    tool_input: toNativeInput(toolRowFor(agent.tools, call), { command }),
  };
}
