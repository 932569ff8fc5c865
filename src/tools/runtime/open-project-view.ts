import { makeEvent } from '../../agents/canonical/event.js';
import { canonical } from '../../agents/canonical/index.js';
import type { EventOf } from '../../core/event.js';
import { isoNow, now, ticks } from '../../platform/clock.js';
import { isFolder } from '../../platform/files/files.js';
import type { TrustMode } from '../../project/trust.js';
import type { Recorder } from '../../records/journal/recorder.js';
import { type Open, projectFolder, withoutHooks } from '../../service/answer-event.js';
import type { World } from '../../service/engine.js';
import { telemetryFor } from '../../service/telemetry.js';
import { offReason } from '../../state/off.js';
import type { CallerInfo } from '../tasks/task.js';
import type { Place, SessionEvent, Tools } from './project-view.js';

export interface PlaceOptions {
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly open: Open;
  /** Takes note of what hooks decide. */
  readonly recorder?: Recorder;
  /** Opens abilities and their runner. */
  readonly tools: (world: World, caller: CallerInfo | undefined) => Promise<Tools>;
}

/** The project around a folder, for one request of the agent runtime. */
export async function openPlace({ world: given, trust, open, recorder, tools }: PlaceOptions): Promise<Place> {
  // A folder that was deleted leaves the guards of those above it.
  const world: World = { ...given, cwd: projectFolder(given.cwd, isFolder(given.cwd) ? given.cwd : '/') };
  const { engine, root, telemetry, book } = await open({ world, host: canonical, trust });
  let opened: Promise<Tools> | undefined;
  return {
    root,
    async fire<N extends SessionEvent>(name: N, words: Parameters<Place['fire']>[1], signal?: AbortSignal) {
      const time = isoNow();
      const event = makeEvent({ ...words, name, cwd: given.cwd, now: time });
      const off = offReason(world, now());
      if (off !== undefined) return { event: event as EventOf<N>, verdict: withoutHooks(off, name) };
      const { observe, ship } = telemetryFor(telemetry, world);
      const context = { env: world.env, cwd: given.cwd, now: time };
      const began = ticks();
      const answer = await engine.decide(canonical, event, context, { env: world.env, observe, signal });
      recorder?.record({ ...answer, ms: ticks() - began, root, bytes: 0 }, book);
      // Nobody waits for this.
      void ship();
      return { event: answer.event as EventOf<N>, verdict: answer.verdict };
    },
    tools: (caller) => (opened ??= tools(world, caller)),
    close: () => void opened?.then((own) => own.close()).catch(() => undefined),
  };
}
