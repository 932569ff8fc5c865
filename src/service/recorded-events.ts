import type { EventName } from '../core/contract.js';
import { isTelemetryOn, type TelemetryConfig } from '../records/telemetry/settings.js';
import { telemetryEvents } from '../records/telemetry/taxonomy.js';

const all: readonly EventName[] = Object.values(telemetryEvents).flatMap(({ of }) => [...of]);

/** The events that telemetry records in an agent which does not expect it by itself; none if telemetry is off. */
export const recordedEvents = (telemetry: TelemetryConfig | 'on' | undefined): readonly EventName[] =>
  telemetry === 'on' || isTelemetryOn(telemetry, false) ? all : [];
