import type { EventName } from '@anyhook/core';
import { isTelemetryOn, type TelemetryConfig } from '../telemetry/settings.js';
import { telemetryEvents } from '../telemetry/taxonomy.js';

const allRecorded: readonly EventName[] = Object.values(telemetryEvents).flatMap(({ covers }) => [...covers]);

/** The events that telemetry records for agents without telemetry by default; none if telemetry is off. */
export const recordedEvents = (telemetry: TelemetryConfig | 'on' | undefined): readonly EventName[] =>
  telemetry === 'on' || isTelemetryOn(telemetry, false) ? allRecorded : [];
