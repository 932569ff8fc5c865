import { guardLimits } from '../limits.js';
import type { Language, LaunchOptions, Machine } from '../machine.js';
import type { Value } from '../value.js';
import { runLanguage } from './run-language.js';
import { runSed } from './sed.js';

/** Runs the text of a program on the simulated machine; returns its output, as far as known. */
export function runCode(language: Language, text: Value, machine: Machine, options: LaunchOptions = {}): Value {
  if (text.length > guardLimits.codeLength) machine.note({ do: 'unread', why: 'length' });
  const code = text.slice(0, guardLimits.codeLength);
  return language === 'sed' ? runSed(code, machine, options) : runLanguage(language, code, machine, options);
}
