import { callerNamesOf } from '../agents/environment.js';
import { agentNamed } from '../agents/index.js';
import { version } from '../core/version.js';
import { createTelemetry, type Telemetry } from '../records/telemetry/observe.js';
import type { TelemetryConfig } from '../records/telemetry/settings.js';
import { userPlaces } from '../state/user-paths.js';
import type { World } from './engine.js';

/** The record of what agents do in a world, as its user or organisation wants it. */
export function telemetryFor(
  config: TelemetryConfig | undefined,
  { env, home }: World,
  options: { readonly always?: boolean; readonly agent?: string } = {},
): Telemetry {
  const user = userPlaces(env, home);
  return createTelemetry({
    ...options,
    config: env['ANYHOOK'] === 'off' ? off : config,
    env,
    stateDir: user.state,
    home: user.home,
    version,
    hostOf: ({ host }) => ({
      runtime: callerNamesOf(host, env).telemetry,
      byDefault: agentNamed(host)?.telemetryByDefault === true,
    }),
    async startSender(payload) {
      const { startAsync, entryFile } = await import('../platform/process/supervise.js');
      startAsync({ entry: entryFile('send.js'), payload, env, stateDir: user.state });
    },
  });
}

const off: TelemetryConfig = { enabled: false, channels: [] };
