import type { FormatReference } from '../kit/reference.js';
import { abilitySchema } from './schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'ability: .system/hooks',
  found: '`.system/hooks/*.yaml` (or `.yml`) at the project root, one hook a file.',
  schemas: {
    ability: { title: 'Ability hook: .system/hooks/*.yaml', schema: abilitySchema },
  },
  answers: [
    'Exit 0: a JSON `HookResult` on stdout: `logs`, `usage_recorded`, `hook_signals`, `error`.',
    'Signals: `routing_hint` and `normalized_intent` (PromptSubmit) become context; `ability_preflight` (PreAbilityCreate) and `ability_guard` (PreAbilityCall) decide. `ABILITY_DENIED` and `ABILITY_UNAVAILABLE` deny. A code that ends in `_REQUIRES_HUMAN`, or `require_human: true` in the payload, asks and wins over a denial.',
    'A signal that is foreign to its event is dropped and noted; PostAbilityCall and SessionStop take none.',
    '`error` or any other exit is a failure: a warning, and the agent goes on, unless an override says otherwise.',
    'stdin of PreAbilityCall also has `args`, the whole input in canonical fields, and that of PreAbilityCreate `input`, because a summary may be cut and has no secrets; PreAbilityCall has `environment` where a task names one.',
  ],
};
