import type { Handler, Hook, LoadedHook } from '@anyhook/core';
import type { HookSet, RecordedHook } from './record.js';

/** The hooks that an engine runs, and the loaded ones that do not run, with the reason. */
export function hookSetOf(running: readonly Hook[], loaded: readonly LoadedHook[]): HookSet {
  const runningIds = new Set(running.map(({ id }) => id));
  const idle = loaded.filter(({ hook }) => !runningIds.has(hook.id));
  const hooks = [
    ...running.map((hook) => toRecordedHook(hook)),
    ...idle.map(({ hook, state }) => toRecordedHook(hook, whyIdle(state))),
  ];
  return { hash: hashText(JSON.stringify(hooks)), hooks };
}

function whyIdle(state: LoadedHook['state']): string {
  if (state.kind === 'untrusted') return 'not trusted, so it does not run: see "anyhook trust"';
  return state.kind === 'disabled' ? `disabled: ${state.why}` : 'the agent runs it itself';
}

function toRecordedHook({ handler, files: _files, description: _text, ...hook }: Hook, idle?: string): RecordedHook {
  return {
    ...hook,
    handler: { kind: handler.kind, what: handlerTarget(handler) },
    ...(idle !== undefined && { idle }),
  };
}

/** Contains nothing that may hold a secret: no arguments, headers or URLs. */
function handlerTarget(handler: Handler): string {
  if (handler.kind === 'builtin') return handler.use;
  return handler.kind === 'module' ? handler.file : '';
}

/** 22 characters. Not node:crypto, which takes longer to load than the rest of the start; collisions are harmless. */
export function hashText(text: string): string {
  const bytes = Buffer.alloc((Buffer.byteLength(text) + 7) & ~3);
  bytes.write(text);
  // Four bytes at a time, without calls: this runs before the code is compiled.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let [a, b, c, d] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    a = Math.imul(a ^ word, 0x9e3779b1);
    b = Math.imul(b ^ a ^ (word >>> 15), 0x5f356495);
    c = Math.imul(c ^ b ^ word, 0x27d4eb2f);
    d = Math.imul(d ^ c ^ (word >>> 7), 0x165667b1);
  }
  return mix53(a, b) + mix53(c, d);
}

/** 53 bits of two numbers. */
function mix53(a: number, b: number): string {
  const low = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  const high = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)).toString(36).padStart(11, '0');
}
