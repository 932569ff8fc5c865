import type { EventOf } from '../../core/event.js';
import type { Verdict } from '../../core/verdict.js';
import {
  answer,
  contextOf,
  type Encode,
  type Encoders,
  type Fields,
  joined,
  reasonOf,
  userTextOf,
} from '../claude-shaped.js';
import { nativeInput } from './shape.js';

/** An ask that was not fitted is a deny: Cline would run the tool (quirk 5). */
const denies = (verdict: Verdict): boolean => verdict.decision === 'deny' || verdict.decision === 'ask';

/** Ends the whole run: there is nothing less (quirk 2). */
const cancel = (verdict: Verdict, why: string | undefined): Fields => ({
  cancel: true,
  errorMessage: joined([why || 'A hook stopped the agent.', userTextOf(verdict)], '\n'),
});

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (denies(verdict)) return answer(event, { top: cancel(verdict, reasonOf(verdict)) });
  if (verdict.stop !== undefined) return answer(event, { top: cancel(verdict, verdict.stop) });
  const { rewrite } = verdict;
  const overrideInput = rewrite?.of === 'input' ? nativeInput(event, rewrite.value) : undefined;
  return answer(event, { top: { overrideInput, contextModification: contextOf(verdict) } });
};

const toolAfter: Encode = (event, verdict) => {
  if (verdict.stop !== undefined) return answer(event, { top: cancel(verdict, verdict.stop) });
  const reason = denies(verdict) ? reasonOf(verdict) : undefined;
  return answer(event, { top: { contextModification: joined([reason, contextOf(verdict)]) } });
};

/** What each event is answered, always with exit 0 (quirk 1); events not named here are answered with nothing. */
export const encoders: Encoders = {
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
};
