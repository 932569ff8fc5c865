import { firstToolName, toNativeInput, toolRowFor } from '../core/tool.js';
import type { Agent } from './agent.js';
import type { AgentInstall } from './kit/install.js';

/** The payload that `doctor` sends, in the agent's own format. */
export function canaryPayload(
  host: Agent,
  install: AgentInstall,
  event: string,
  { session, cwd }: { readonly session: string; readonly cwd: string },
): Readonly<Record<string, unknown>> {
  if (install.canary) return install.canary({ event, session, cwd });
  const call = { kind: 'shell', nativeName: firstToolName(host.tools, 'shell') ?? 'shell' } as const;
  return {
    session_id: session,
    transcript_path: '',
    cwd,
    hook_event_name: event,
    tool_name: call.nativeName,
    tool_input: toNativeInput(toolRowFor(host.tools, call), { command: 'true' }),
  };
}
