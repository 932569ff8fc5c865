import type { TestContext } from 'node:test';
import type { Agent } from '../../src/agents/agent.js';
import { findAgent } from '../../src/agents/index.js';
import type { ProjectEngine, ProjectRequest } from '../../src/answer/project-engine.js';
import { createProjectPool } from '../../src/answer/project-pool.js';
import { forgetTrust, type TrustMode } from '../../src/trust/trust.js';
import { type FileTexts, ProjectWorld } from '../project-world.js';

export const codexAgent = findAgent('codex');

export const hookFile = (name: string, description = 'a hook'): FileTexts => ({
  [`.agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: ${description}\ntrigger: before_tool\n---\n`,
  [`.agents/hooks/${name}/scripts/run.sh`]: '#!/bin/sh\nexit 0\n',
});

/** A project, warm engines, and a clock that can be set. */
export function projectPoolWorld(t: TestContext, files: FileTexts, trust: TrustMode = 'project', most = 10) {
  const world = new ProjectWorld(t, files);
  const state = { clock: Date.now() };
  const warm = createProjectPool({ runInTurn: undefined, maxProjects: most, now: () => state.clock });
  const wanted = (more: { env?: Record<string, string>; agent?: Agent } = {}): ProjectRequest => ({
    world: { cwd: world.dir, env: { ...world.env, ...more.env }, home: world.home },
    agent: more.agent ?? findAgent('claude-code'),
    trust,
  });
  return {
    warm,
    wanted,
    dir: world.dir,
    write: (changed: FileTexts) => world.write(changed),
    trust: () => world.trust(),
    forget: () => forgetTrust(world.dir, world.user, '2026-01-01T00:00:00.000Z'),
    get loads() {
      return warm.loads;
    },
    get clock() {
      return state.clock;
    },
    set clock(time: number) {
      state.clock = time;
    },
    /** The engine that an event gets now. */
    open: (more?: Parameters<typeof wanted>[0]): Promise<ProjectEngine> => warm.batch()(wanted(more)),
  };
}
