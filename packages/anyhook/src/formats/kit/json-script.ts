import { firstScripts } from '../../../.cache/first-scripts.js';
import { type ScriptTemplate, scriptText } from './script-template.js';

/** A first script for formats or events in which a script blocks by what it prints. */
export const jsonScript =
  (refusal: Readonly<Record<string, unknown>>): ScriptTemplate =>
  (language, facts) => {
    const answer = JSON.stringify(facts.denyMeans === undefined ? {} : refusal);
    const block = facts.denyMeans ? `${answer} blocks: ${facts.denyMeans}.` : 'Nothing can be blocked here.';
    const protocol = ['Gets the event as JSON on stdin, and prints one JSON object. Exit codes block nothing.', block];
    return {
      ...scriptText(firstScripts.json, language, facts, { protocol, answer }),
      refuses: facts.denyMeans !== undefined,
    };
  };
