import { objectOf, userPaths, version } from '@anyhook/core';
import { callerNamesOf } from '../agents/environment.js';
import { agentNamed } from '../agents/index.js';
import { createTelemetry, type Telemetry } from '../telemetry/create-telemetry.js';
import type { TelemetryConfig } from '../telemetry/settings.js';
import type { World } from './engine.js';

/** The telemetry of an agent's environment, as the user or the organisation configured it. */
export function telemetryFor(
  config: TelemetryConfig | undefined,
  { env, home }: World,
  options: { readonly always?: boolean; readonly agent?: string } = {},
): Telemetry {
  const user = userPaths(env, home);
  return createTelemetry({
    ...options,
    config: env['ANYHOOK'] === 'off' ? telemetryOff : config,
    env,
    stateDir: user.state,
    home: user.home,
    version,
    agentOf: ({ host: agentName, raw }) => {
      const agent = agentNamed(agentName);
      const fromVariables = callerNamesOf(agentName, env).telemetry;
      // A caller that sets no variable with its name may name itself in the payload.
      const fromPayload = agent?.callerVariables && fromVariables === agentName ? runtimeIn(raw) : undefined;
      return { runtime: fromPayload ?? fromVariables, byDefault: agent?.telemetryByDefault === true };
    },
    async startSender(payload) {
      const { startSupervisor, entryFile } = await import('@anyhook/core');
      startSupervisor({ entry: entryFile('send.js'), payload, env, stateDir: user.state });
    },
  });
}

function runtimeIn(payload: unknown): string | undefined {
  const runtime = objectOf(payload)?.['runtime'];
  return typeof runtime === 'string' && /^[\w.-]{1,100}$/.test(runtime) ? runtime : undefined;
}

const telemetryOff: TelemetryConfig = { enabled: false, channels: [] };
