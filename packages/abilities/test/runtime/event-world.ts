import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { toolEvents } from '../../../anyhook/src/formats/docker/events.js';
import { type CreateRuntimeOptions, createRuntime } from '../../../anyhook/src/library.js';
import { type FileTexts, ProjectWorld } from '../../../anyhook/test/project-world.js';

const operation = (key: string, command: string): string =>
  `key: ${key}\nversion: 1.0.0\nsummary: ${key} of the tests\nimplementations:\n  local:\n    kind: script\n    command: ${command}\n`;

const abilities: FileTexts = {
  '.system/registry/low-level/text.echo.yaml':
    'key: text.echo\nversion: 1.0.0\nsummary: x\nimplementations:\n  local: { kind: builtin, use: echo }\n',
  '.system/registry/low-level/shop.fail.yaml': operation('shop.fail', './scripts/fail.sh'),
  'scripts/fail.sh': '#!/bin/sh\necho "no stock" >&2\nexit 3\n',
  'seen/.keep': '',
};

/** A shell script by event; stdin was stored before it runs. */
export type EventScripts = Readonly<Record<string, string>>;

/** A project whose hooks of both formats record their input and give scripted answers. */
export class EventWorld extends ProjectWorld {
  constructor(t: TestContext, { docker = {}, hookMd = {} }: { docker?: EventScripts; hookMd?: EventScripts }) {
    super(t, { ...abilities, 'hooks.yaml': dockerFile(docker), ...hookFolders(hookMd) });
  }

  runtime(t: TestContext, more: Partial<CreateRuntimeOptions> = {}) {
    const own = { cwd: this.dir, env: this.env, trust: 'project' } as const;
    const runtime = createRuntime({ planner: () => undefined, ...own, ...more });
    t.after(() => runtime.close());
    return runtime;
  }

  /** The input of an event's hooks, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes, looked into by tests.
  seen(event: string, format = 'docker'): readonly any[] {
    const file = this.path(`seen/${format}.${event}`);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\0')
      .filter((text) => text.trim() !== '')
      .map((text) => JSON.parse(text));
  }
}

const keep = (name: string): string => `{ cat; printf '\\0'; } >> seen/${name}`;

function dockerFile(scripts: EventScripts): string {
  const hooks = Object.entries(scripts).map(([event, script]) => {
    const hook = { type: 'command', command: `${keep(`docker.${event}`)}\n${script}` };
    const grouped = toolEvents.has(event);
    return [event, [grouped ? { matcher: '*', hooks: [hook] } : hook]];
  });
  return JSON.stringify({ hooks: Object.fromEntries(hooks) });
}

const hookFolders = (scripts: EventScripts): FileTexts =>
  Object.fromEntries(
    Object.entries(scripts).flatMap(([trigger, script]) => {
      const name = trigger.replaceAll('_', '-');
      return [
        [`.agents/hooks/${name}/HOOK.md`, `---\nname: ${name}\ndescription: x\ntrigger: ${trigger}\n---\n`],
        [`.agents/hooks/${name}/scripts/run.sh`, `#!/bin/sh\n${keep(`hook-md.${trigger}`)}\n${script}\n`],
      ];
    }),
  );
