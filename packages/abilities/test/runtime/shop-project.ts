import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { type CreateRuntimeOptions, createRuntime } from '../../../anyhook/src/library.js';
import { type FileTexts, ProjectWorld } from '../../../anyhook/test/project-world.js';
import type { Action } from '../../src/runtime/actions.js';

const script = (text: string): string => `#!/bin/sh\n${text}\n`;

const abilityHook = (id: string, event: string, more = ''): string =>
  `id: ${id}\nevent_type: ${event}\nenabled: true\nblocking: true\n${more}handler:\n  kind: script\n  command: ./scripts/hooks/${id}.sh\n`;

const signal = (event: string, id: string, kind: string, code: string, payload: object): string =>
  JSON.stringify({ hook_signals: [{ source_event: event, hook_id: id, kind, code, severity: 'error', payload }] });

const operation = (key: string, command: string, more = ''): string =>
  `key: ${key}\nversion: 1.0.0\nsummary: ${key} of the tests\n${more}implementations:\n  local:\n    kind: script\n    command: ./scripts/${command}\n`;

const textInput =
  'input:\n  type: object\n  properties:\n    text: { type: string }\n    times: { type: integer }\n  required: [text]\n  additionalProperties: false\n';

/** A project with hooks of several formats around prompts, sessions and abilities. */
export const shopFiles: FileTexts = {
  // HOOK.md: context at the start, and a prompt that is rewritten.
  '.agents/hooks/welcome/HOOK.md': '---\nname: welcome\ndescription: x\ntrigger: session_start\n---\n',
  '.agents/hooks/welcome/scripts/run.sh': script(`echo '{"additional_context":"Prices are in cents."}'`),
  '.agents/hooks/polite/HOOK.md': '---\nname: polite\ndescription: x\ntrigger: before_agent\n---\n',
  '.agents/hooks/polite/scripts/run.sh': script(
    `grep -q "fix it" && echo '{"updated_input":{"prompt":"please fix it"}}'; exit 0`,
  ),
  // Claude: context of a turn, and a prompt that is refused.
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      UserPromptSubmit: [
        {
          hooks: [
            {
              type: 'command',
              command: 'grep -q forbidden && { echo "That is not for us." >&2; exit 2; }; echo "Mind the tests."',
            },
          ],
        },
      ],
    },
  }),
  // Ability: signals, preflight, guard, telemetry, the end of the session.
  '.system/hooks/router.yaml': abilityHook('router', 'PromptSubmit'),
  'scripts/hooks/router.sh': script(
    `echo '${signal('PromptSubmit', 'router', 'routing_hint', 'ROUTE_SUGGESTION', { suggested_abilities: [{ id: 'text.echo', reason: 'always', confidence: 0.5 }] })}'`,
  ),
  '.system/hooks/not_in_prod.yaml': abilityHook('not_in_prod', 'PreAbilityCreate'),
  'scripts/hooks/not_in_prod.sh': script(
    `grep -q '"environment":"prod"' && echo '${signal('PreAbilityCreate', 'not_in_prod', 'ability_preflight', 'ABILITY_UNAVAILABLE', { ability_ref: { kind: 'operation_key', value: 'text.echo' }, reason: 'Not in prod.', suggestion: 'Use staging.' })}'; exit 0`,
  ),
  '.system/hooks/guard.yaml': abilityHook('guard', 'PreAbilityCall'),
  'scripts/hooks/guard.sh': script(
    [
      'input=$(cat)',
      `case "$input" in *secret*) echo '${signal('PreAbilityCall', 'guard', 'ability_guard', 'ABILITY_DENIED', { ability_id: 'text.echo', reason: 'Not with secrets.' })}';;`,
      `*approval*) echo '${signal('PreAbilityCall', 'guard', 'ability_guard', 'ABILITY_DENIED', { ability_id: 'text.echo', reason: 'Somebody must look.', require_human: true })}';; esac`,
    ].join('\n'),
  ),
  '.system/hooks/usage.yaml': abilityHook('usage', 'PostAbilityCall').replace('blocking: true', 'blocking: false'),
  'scripts/hooks/usage.sh': script('cat >> usage.log; echo >> usage.log'),
  '.system/hooks/build.yaml': abilityHook('build', 'SessionStop', 'match:\n  only_if_changed_paths: ["services/**"]\n'),
  'scripts/hooks/build.sh': script(
    `cat >> build.log; echo >> build.log; echo '{"logs":["built"],"hook_signals":[{"source_event":"SessionStop","kind":"ability_guard","code":"X","payload":{}}]}'`,
  ),
  // Abilities.
  '.system/registry/low-level/text.echo.yaml': `key: text.echo\nversion: 1.0.0\nsummary: gives back a text\n${textInput}routing:\n  keywords: [repeat]\nimplementations:\n  local: { kind: builtin, use: echo }\n`,
  '.system/registry/low-level/shop.fail.yaml': operation('shop.fail', 'fail.sh'),
  'scripts/fail.sh': script('echo "no stock" >&2; exit 3'),
  '.system/registry/low-level/shop.slow.yaml': operation('shop.slow', 'slow.sh'),
  'scripts/slow.sh': script('echo $$ > slow.pid; echo "counting" >&2; sleep 600'),
  '.system/registry/low-level/shop.count.yaml': operation('shop.count', 'count.sh'),
  'scripts/count.sh': script(`echo one >&2; echo two >&2; echo '{"counted":2}'`),
  '.system/registry/low-level/shop.env.yaml': operation('shop.env', 'env.sh'),
  'scripts/env.sh': script(`printf '{"given":"%s","home":"%s"}' "$GIVEN" "$HOME"`),
  '.gitignore': '*.log\n*.pid\n',
};

/** The shop in its own repository, with everything committed. */
export class ShopProject extends ProjectWorld {
  constructor(t: TestContext, files: FileTexts = {}) {
    super(t, { ...shopFiles, ...files });
    this.remove('.git');
    this.git('init', '-q');
    this.commit();
  }

  git(...args: string[]): void {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
    execFileSync('git', [...who, ...args], { cwd: this.dir, env: this.env, stdio: 'ignore' });
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-qm', 'x');
  }

  /** A runtime in this process that is closed after the test. */
  runtime(t: TestContext, more: Partial<CreateRuntimeOptions> = {}) {
    const runtime = createRuntime({
      planner: () => undefined,
      cwd: this.dir,
      env: this.env,
      trust: 'project',
      ...more,
    });
    t.after(() => runtime.close());
    return runtime;
  }

  /** Runs rounds of actions in one turn; returns all answers. */
  async act(t: TestContext, rounds: readonly (readonly Action[])[], more: Partial<CreateRuntimeOptions> = {}) {
    const runtime = this.runtime(t, { planner: ({ round }) => rounds[round - 1], ...more });
    const session = await runtime.session();
    return { session, ...(await session.prompt('go')) };
  }
}
