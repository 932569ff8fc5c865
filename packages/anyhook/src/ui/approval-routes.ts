import { AnyhookError, now, withoutUndefined } from '@anyhook/core';
import {
  type ApprovalRecord,
  approvalState,
  type PersonDecision,
  personDecisions,
} from '../approvals/approval-record.js';
import { createApprovalStore } from '../approvals/approval-store.js';
import { settleApproval } from '../approvals/channel.js';
import { type ConfirmedAction, decisionAction, pageChannel } from '../approvals/channels/page.js';
import { redactionKey } from '../journal/redaction-key.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { type BodyFields, bodyFields, textField } from './look-routes.js';
import type { ApprovalView } from './page-types.js';
import { createPasskeyStore } from './passkeys.js';
import type { Presence, PresenceAnswer } from './presence.js';
import type { ApiRoutes } from './ui-server.js';

interface ApprovalRoutesOptions {
  readonly state: string;
  /** How long a decision is valid. */
  readonly minutes: number;
  /** Missing if no decision is possible here; `whyNot` has the reason. */
  readonly presence: Presence | undefined;
  readonly whyNot: string | undefined;
}

/** The approval requests for the page, newest first. */
export function approvalViews(state: string): readonly ApprovalView[] {
  const key = redactionKey(state);
  const all = createApprovalStore(state, { now, minutes: 1 }).all();
  return all.map((record) => {
    const before = record.decision === undefined ? approvedBefore(record, all) : undefined;
    return approvalView(record, key, before);
  });
}

/** The last approved call of the same tool and the same hooks in the same project. */
function approvedBefore(
  { key, request }: ApprovalRecord,
  all: readonly ApprovalRecord[],
): ApprovalView['approvedBefore'] {
  const kindOf = ({ root, tool, hooks }: ApprovalRecord['request']) =>
    JSON.stringify([root, tool, ...hooks.map(({ id }) => id).sort()]);
  const [latest] = all
    .filter((one) => one.approvedAt !== undefined && one.key !== key && kindOf(one.request) === kindOf(request))
    .sort((a, b) => (b.approvedAt ?? 0) - (a.approvedAt ?? 0));
  return latest && { input: latest.request.input, at: latest.approvedAt ?? latest.askedAt };
}

/** Secrets are marked as in `why`; the approver sees that something is hidden. */
function approvalView(record: ApprovalRecord, key: string, before: ApprovalView['approvedBefore']): ApprovalView {
  const { id, request, askedAt, expiresAt, decisionId, decision, by, decidedAt, why, times, used, proof } = record;
  const { hooks, ...rest } = request;
  const { value, found } = redactSecrets(rest, { key });
  return {
    id,
    state: approvalState(record, now()),
    request: { ...(value as typeof rest), hooks: hooks.map((hook) => hook.id) },
    askedAt,
    expiresAt,
    ...withoutUndefined({ decisionId, decision, by, decidedAt, why, times, usedAt: used?.at }),
    ...(proof && { proof: proof.kind }),
    ...(found > 0 && { isRedacted: true as const }),
    ...(before && { approvedBefore: redactSecrets(before, { key }).value as typeof before }),
  };
}

/** Routes to decide about calls. Each decision needs a proof of presence for exactly that call. */
export function approvalRoutes({ state, minutes, presence, whyNot }: ApprovalRoutesOptions): ApiRoutes {
  const store = createApprovalStore(state, { now, minutes });
  const passkeys = createPasskeyStore(state);
  const person = (): Presence => {
    if (presence) return presence;
    throw new AnyhookError('UNTRUSTED', whyNot ?? 'decisions are made with "anyhook approve"');
  };
  const decisionIn = (body: BodyFields): { readonly record: ApprovalRecord; readonly decision: PersonDecision } => {
    const decision = personDecisions.find((one) => one === body['decision']);
    const record = store.all().find(({ id }) => id === body['id']);
    if (!decision || !record) throw new AnyhookError('BAD_ARGUMENT', 'unknown call or decision');
    const isOpen = approvalState(record, now()) === 'pending';
    if (!isOpen) throw new AnyhookError('BAD_ARGUMENT', alreadyText(record));
    return { record, decision };
  };
  return {
    'GET /api/approvals': () => ({ json: approvalViews(state) }),
    'POST /api/approvals/ask': ({ body }) => {
      const asker = person();
      const given = bodyFields(body);
      const { record, decision } = decisionIn(given);
      return { json: asker.ask(decisionAction(record, decision, textField(given, 'reason'))) };
    },
    'POST /api/code': ({ body }) => {
      person().showCode(textField(bodyFields(body), 'nonce'));
      return { json: {} };
    },
    'POST /api/approvals/decide': async ({ body }) => {
      const given = bodyFields(body);
      const confirm = (action: ConfirmedAction) =>
        person().confirm(textField(given, 'nonce'), action, presenceAnswer(given));
      const answer = { reason: textField(given, 'reason'), confirm };
      await settleApproval(store, pageChannel, { ...decisionIn(given), answer });
      return { json: {} };
    },
    'POST /api/passkeys/ask': ({ body }) => ({ json: person().ask(passkeyAction(bodyFields(body))) }),
    'POST /api/passkeys': ({ body }) => {
      const given = bodyFields(body);
      const answer = presenceAnswer(given);
      // Registering a passkey requires reading the terminal.
      if (!('code' in answer)) throw new AnyhookError('UNTRUSTED', 'expected the code in the terminal of "anyhook ui"');
      person().confirm(textField(given, 'nonce'), passkeyAction(given), answer);
      passkeys.add(textField(given, 'id'), textField(given, 'publicKey'));
      return { json: {} };
    },
  };
}

/** A confirmation is bound to this key; another key with the same code is refused. */
const passkeyAction = (body: BodyFields): ConfirmedAction => ({
  subject: ['register', textField(body, 'id'), textField(body, 'publicKey'), textField(body, 'name')],
  text: `register the passkey "${textField(body, 'name').slice(0, 40)}" for decisions on this page`,
});

/** What happened to the request before this decision. */
function alreadyText(record: ApprovalRecord): string {
  const { decision, by } = record;
  const current = approvalState(record, now());
  return decision ? `${by ?? 'someone'} ${decision} this call already (it is ${current})` : `this call is ${current}`;
}

function presenceAnswer(body: BodyFields): PresenceAnswer {
  if (typeof body['code'] === 'string') return { code: body['code'] };
  const signed = bodyFields(body['passkey']);
  return {
    passkey: {
      id: textField(signed, 'id'),
      authenticatorData: textField(signed, 'authenticatorData'),
      clientData: textField(signed, 'clientData'),
      signature: textField(signed, 'signature'),
    },
  };
}
