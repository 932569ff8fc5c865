import { hasControlKeys } from './shell-fields.js';

/** The most line-editing keys in one text. */
const maxEdits = 1_000;

export interface TypedTexts {
  readonly texts: readonly string[];
  /** A limit was reached: there may be more. */
  readonly isCut: boolean;
}

/**
 * The texts that a shell or another program gets when a tool types into its terminal. It is unknown how the program
 * interprets a key, so the result is the edited lines and each part between such keys.
 */
export function typedTexts(given: string | readonly string[]): TypedTexts {
  const plain = typeof given === 'string' ? [given] : [...given, given.join(' ')];
  const keyed = typeof given === 'string' ? withKeys(given) : given.map(withKeys).join('');
  const texts = new Set(plain.filter((text) => !hasControlKeys(text)));
  let isCut = false;
  for (const text of new Set([...plain, keyed])) {
    const keys = text.replace(/\r\n?/g, '\n').replace(keySequence, keyOfSequence);
    // Escape and a letter are one key for some programs, two for others.
    const parts = [keys, keys.replace(/\x1b[\w.<>]/g, '\x1b')].flatMap((one) => one.split(controlKeys, maxEdits + 1));
    if (parts.length > maxEdits) isCut = true;
    else for (const one of controlKeys.test(keys) ? [editedText(keys), ...parts] : parts) texts.add(one);
  }
  return { texts: [...texts].filter((text) => text.trim() !== ''), isCut };
}

const controlKeys = /[\0-\x08\x0b-\x1f\x7f]+/;

/** What a terminal sends for a key, and around pasted text. */
const keySequence = /(?:\x1b\[|\x9b|\x1bO)([\d;?]*[@-~])/g;
const sequenceKeys: Readonly<Record<string, string>> = {
  ...{ D: '\x02', C: '\x06', H: '\x01', F: '\x05', '1~': '\x01', '4~': '\x05', '3~': '\x04' },
  ...{ '200~': '', '201~': '' },
};
const keyOfSequence = (_all: string, key: string): string => sequenceKeys[key] ?? '\x1b';

const namedKeys: Readonly<Record<string, string>> = {
  ...{ enter: '\n', return: '\n', kpenter: '\n', kp_enter: '\n', newline: '\n' },
  ...{ space: ' ', tab: '\t', escape: '\x1b', esc: '\x1b', bspace: '\x7f', backspace: '\x7f' },
  ...{ home: '\x01', end: '\x05', left: '\x02', right: '\x06', delete: '\x04', dc: '\x04' },
};
/** A key by name, as terminal tools write it: `C-c`, `^D`, `<Ctrl+U>`. Words need brackets unless tmux knows them. */
const control = String.raw`(?:C|Ctrl|Control)[-+]([a-z@[\\\]_])`;
const keyNames = new RegExp(
  String.raw`[<{[](?:${control}|(${Object.keys(namedKeys).join('|')}))[>}\]]|(?<=^|\s)(?:${control}(?=$|\s)|\^([a-z@[\\\]_]))`,
  'gi',
);
const tmuxKeys = /(?<=^|\s)(?:Enter|KPEnter|Space|Tab|Escape|BSpace|Left|Right)(?=$|\s)/g;

/** Replaces names of keys by the characters that they send. */
const withKeys = (text: string): string =>
  (namedKeys[text.toLowerCase()] ?? text)
    .replace(tmuxKeys, (name) => namedKeys[name.toLowerCase()] ?? '')
    .replace(keyNames, (_all, ...[held, name, bare, caret]: (string | undefined)[]) => {
      const letter = held ?? bare ?? caret;
      if (letter !== undefined) return String.fromCharCode(letter.toUpperCase().charCodeAt(0) & 0x1f);
      return namedKeys[name?.toLowerCase() ?? ''] ?? '';
    });

/** The effect of keys on the text before and after the cursor. */
const edits: Readonly<Record<string, (before: string, after: string) => readonly [string, string]>> = {
  '\n': () => ['', ''],
  '\x03': () => ['', ''],
  '\b': (before, after) => [before.slice(0, -1), after],
  '\x7f': (before, after) => [before.slice(0, -1), after],
  '\x15': (_, after) => ['', after],
  '\x17': (before, after) => [before.slice(0, before.trimEnd().lastIndexOf(' ') + 1), after],
  '\x0b': (before) => [before, ''],
  '\x04': (before, after) => [before, after.slice(1)],
  '\x01': (before, after) => ['', before + after],
  '\x05': (before, after) => [before + after, ''],
  '\x02': (before, after) => [before.slice(0, -1), before.slice(-1) + after],
  '\x06': (before, after) => [before + after.slice(0, 1), after.slice(1)],
};

/** The resulting line after editing keys as in a shell. */
function editedText(keys: string): string {
  let entered = '';
  let before = '';
  let after = '';
  for (const [, text = '', key] of keys.matchAll(/([^\0-\x08\n-\x1f\x7f]*)([\0-\x08\n-\x1f\x7f]|$)/g)) {
    before += text;
    if (key === '\n') entered += `${before}${after}\n`;
    [before, after] = edits[key ?? '']?.(before, after) ?? [before, after];
  }
  return entered + before + after;
}

/** A shell command for a running program: `:!x` in vi, `\! x` in psql, `.shell x` in sqlite, `!x` in less. */
const shellEscape =
  /^[ \t]*(?:(?::?[\w%$.,<' ]{0,20}|\\)!+|[.:\\]?(?:shell|system|sh|term(?:inal)?)[ \t]+)[ \t]*(\S.*)$/gim;

/** The commands that programs with a shell escape start when a text is typed into them. */
export const escapedCommands = (text: string): readonly string[] =>
  [...text.matchAll(shellEscape)].map(([, command = '']) => command);

/** Whether a text may be code or a statement for a running program. */
export const mayBeCode = (text: string): boolean => /[\w`]\s*[('"`=]|^\s*unlink\b/m.test(text);
export const mayBeSql = (text: string): boolean => /^[ \t]*(?:drop|truncate|delete|update|alter)\s[^\n]*;/im.test(text);
