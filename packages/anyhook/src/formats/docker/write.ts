import { protocols } from '../../../.cache/protocols.js';
import { scriptFile } from '../kit/entry-writer.js';
import type { DraftField, FileToWrite, HookDraft, HookWriter, ReadProjectFile } from '../kit/hook-draft.js';
import { exitCodeScript } from '../kit/script-template.js';
import { appendYaml, hasYamlItem } from '../kit/yaml-edit.js';
import { toolEvents } from './events.js';

/** Writes an entry of `.agents/hooks.yaml`. */
export const dockerWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'agent', 'timeoutMs', 'onFailure', 'warnOnFailure']),
  cannotExpress: ({ onFailure }) => (onFailure === 'ask' ? 'onFailure' : undefined),
  handlers: new Set(['command', 'builtin']),
  protocol: protocols.docker,
  script: exitCodeScript('Exit 2 blocks'),
  testFolder: () => '.agents',
  write(draft, read): readonly FileToWrite[] {
    const path = read('.agents/hooks.yml') === undefined ? '.agents/hooks.yaml' : '.agents/hooks.yml';
    const keyPath = [...(draft.agent === undefined ? [] : ['agents', draft.agent]), 'hooks', draft.event];
    const script = scriptFile(draft, '.agents/scripts');
    const hook = hookOf(draft, script?.path);
    const item = toolEvents.has(draft.event)
      ? { ...(draft.tool !== undefined && { matcher: draft.tool }), hooks: [hook] }
      : hook;
    const declared = isDeclared(draft, keyPath, read(path))
      ? []
      : [{ path, text: appendYaml(path, read(path), keyPath, item), shared: true as const }];
    return [...declared, ...(script ? [script] : [])];
  },
};

function hookOf({ name, handler, timeoutMs, onFailure, warnOnFailure }: HookDraft, script: string | undefined) {
  return {
    name,
    ...(handler.kind === 'builtin' ? builtinOf(handler) : commandOf(handler, script)),
    ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    ...(onFailure === 'closed' ? { on_error: 'block' } : warnOnFailure === false ? { on_error: 'ignore' } : {}),
  };
}

function builtinOf({ use, args }: { use: string; args?: unknown }) {
  const words = Array.isArray(args) ? args.map(String) : [];
  return { type: 'builtin', command: use, ...(words.length > 0 && { args: words }) };
}

function commandOf(handler: HookDraft['handler'], script: string | undefined) {
  const command = script === undefined ? (handler.kind === 'command' ? handler.command : '') : `./${script}`;
  const env = handler.kind === 'command' && handler.env ? { env: handler.env } : {};
  return { type: 'command', command, working_dir: '.', ...env };
}

function isDeclared({ name }: HookDraft, keyPath: readonly string[], text: ReturnType<ReadProjectFile>): boolean {
  const hasName = (hook: unknown): boolean => (hook as { name?: unknown } | null)?.name === name;
  return hasYamlItem(text, keyPath, (item) => {
    const { hooks } = (item ?? {}) as { hooks?: unknown };
    return hasName(item) || (Array.isArray(hooks) && hooks.some(hasName));
  });
}
