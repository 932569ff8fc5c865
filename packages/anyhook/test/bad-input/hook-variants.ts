/** One way to write a hook: the files of a project that has it, for an event that may block or one that cannot. */
export interface HookVariant {
  readonly name: string;
  files(hook: VariantHook): Readonly<Record<string, string>>;
}

export interface VariantHook {
  readonly id: string;
  readonly event: 'tool.before' | 'session.end';
  /** A line of shell; undefined where the script is missing. */
  readonly script: string | undefined;
  readonly timeoutMs?: number;
}

const path = (id: string): string => `scripts/${id}.sh`;

const scriptOf = ({ id, script }: VariantHook, where = path(id)): Record<string, string> =>
  script === undefined ? {} : { [where]: `#!/bin/sh\n${script}\n` };

const native = <T>({ event }: VariantHook, before: T, end: T): T => (event === 'tool.before' ? before : end);

const hookMd: HookVariant = {
  name: 'hook-md',
  files: (hook) => {
    const trigger = native(hook, 'before_tool', 'session_end');
    const folder = `.agents/hooks/${hook.id}`;
    const timeout = hook.timeoutMs === undefined ? '' : `timeout: ${hook.timeoutMs}\n`;
    return {
      [`${folder}/HOOK.md`]: `---\nname: ${hook.id}\ndescription: For tests.\ntrigger: ${trigger}\n${timeout}---\n`,
      ...scriptOf(hook, `${folder}/scripts/run.sh`),
    };
  },
};

const docker = (onError: string | undefined): HookVariant => ({
  name: onError === undefined ? 'docker' : `docker, on_error: ${onError}`,
  files: (hook) => {
    const own = {
      name: hook.id,
      type: 'command',
      command: `./${path(hook.id)}`,
      ...(hook.timeoutMs !== undefined && { timeout: hook.timeoutMs / 1000 }),
      ...(onError !== undefined && { on_error: onError }),
    };
    const hooks = native<unknown>(hook, { pre_tool_use: [{ hooks: [own] }] }, { session_end: [own] });
    return { '.agents/hooks.yaml': JSON.stringify({ hooks }), ...scriptOf(hook) };
  },
});

const ability = (name: string, { blocking = true, config = '' } = {}): HookVariant => ({
  name,
  files: (hook) => ({
    [`.system/hooks/${hook.id}.yaml`]: JSON.stringify({
      id: hook.id,
      event_type: native(hook, 'PreAbilityCall', 'SessionStop'),
      enabled: true,
      blocking,
      handler: { kind: 'script', command: `./${path(hook.id)}` },
      ...(hook.timeoutMs !== undefined && { timeout_ms: hook.timeoutMs }),
    }),
    ...(config && { '.agents/anyhook.yaml': `overrides: {${hook.id}: {${config}}}\n` }),
    ...scriptOf(hook),
  }),
});

const claude = (name: string, file: string): HookVariant => ({
  name,
  files: (hook) => {
    const own = {
      type: 'command',
      command: `"$CLAUDE_PROJECT_DIR/${path(hook.id)}"`,
      ...(hook.timeoutMs !== undefined && { timeout: hook.timeoutMs / 1000 }),
    };
    return {
      [file]: JSON.stringify({ hooks: { [native(hook, 'PreToolUse', 'SessionEnd')]: [{ hooks: [own] }] } }),
      ...scriptOf(hook),
    };
  },
});

const flow: HookVariant = {
  name: 'flow',
  files: (hook) => {
    const timeout = hook.timeoutMs === undefined ? '' : `, timeoutMs: ${hook.timeoutMs}`;
    return {
      '.agents/anyhook.yaml': `hooks:\n  - {id: ${hook.id}, on: ${hook.event}, run: ./${path(hook.id)}${timeout}}\n`,
      ...scriptOf(hook),
    };
  },
};

/** Every format, and each setting of it that changes what a failure means. */
export const hookVariants = {
  hookMd,
  docker: docker(undefined),
  dockerIgnore: docker('ignore'),
  dockerBlock: docker('block'),
  ability: ability('ability'),
  abilityClosed: ability('ability, onFailure: closed', { config: 'onFailure: closed' }),
  abilityNotBlocking: ability('ability, blocking: false', { blocking: false, config: 'onFailure: closed' }),
  claudePlugin: claude('claude, plugin', 'hooks/hooks.json'),
  claudeSettings: claude('claude, settings', '.claude/settings.json'),
  flow,
} as const satisfies Record<string, HookVariant>;
