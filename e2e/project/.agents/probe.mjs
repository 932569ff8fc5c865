// Records every event, and answers what a word in the event asks for.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

const wishes = {
  'session.start': {
    'refused-start': { decision: 'deny', reason: 'REASON-AT-START: not now.' },
    'stopped-start': { decision: 'pass', stop: 'STOPPED-AT-START: not now.' },
  },
  'prompt.submit': {
    'plain-prompt': { decision: 'pass', rewrite: { of: 'prompt', value: 'please do the REWRITTEN-PROMPT' } },
    'stopping-prompt': { decision: 'pass', stop: 'STOPPED-AT-PROMPT: not now.' },
  },
  'tool.before': {
    'ask-marker': { decision: 'ask', reason: 'REASON-TO-ASK: a person must see this.' },
    'allow-marker': { decision: 'allow', reason: 'REASON-TO-ALLOW: this is harmless.' },
    'hint-marker': { decision: 'pass', context: ['CONTEXT-BEFORE-TOOL: be careful.'] },
    'stop-before-marker': { decision: 'pass', stop: 'STOPPED-BEFORE-TOOL: enough.' },
  },
  'tool.after': {
    'secret-marker': { decision: 'pass', rewrite: { of: 'output', value: 'REPLACED-OUTPUT' } },
    'remark-marker': { decision: 'pass', context: ['CONTEXT-AFTER-TOOL: well done.'] },
    'stop-after-marker': { decision: 'pass', stop: 'STOPPED-AFTER-TOOL: enough.' },
  },
  'tool.failure': {
    'broken-marker': { decision: 'deny', reason: 'REASON-AFTER-FAILURE: do not try again.' },
    'failing-marker': { decision: 'pass', context: ['CONTEXT-AFTER-FAILURE: try another way.'] },
  },
  'subagent.start': {
    'subagent-context': { decision: 'pass', context: ['CONTEXT-OF-SUBAGENT: you are a helper.'] },
  },
  'subagent.stop': {
    'subagent-works-on': { decision: 'deny', reason: 'REASON-FOR-SUBAGENT: one thing is left.' },
  },
};

const at = (name) => new URL(`../${name}`, import.meta.url);

export default {
  on: [
    'session.start',
    'prompt.submit',
    'tool.before',
    'tool.after',
    'tool.failure',
    'agent.stop',
    'subagent.start',
    'subagent.stop',
  ],
  run(event) {
    const { name, sessionId, parentSessionId, agent, call } = event;
    appendFileSync(
      at('trace.jsonl'),
      `${JSON.stringify({ name, sessionId, parentSessionId, agent, input: call?.input })}\n`,
    );
    const rows = Object.entries(wishes[name] ?? {});
    return rows.find(([word]) => asks(word, event))?.[1];
  },
};

/** By the call, by the prompt, or by a file with that name, which is then removed. */
function asks(word, { call, prompt }) {
  if (call) return JSON.stringify(call.input).includes(word);
  if (prompt !== undefined) return prompt.includes(word);
  if (!existsSync(at(word))) return false;
  if (!readFileSync(at(word), 'utf8').includes('always')) rmSync(at(word));
  return true;
}
