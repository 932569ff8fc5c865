import { readFileSync } from 'node:fs';
import { auditFields, optionalAuditFields } from '../../packages/anyhook/src/journal/audit-record.js';
import { systemFolder } from '../../packages/core/src/platform/user-paths.js';
import { bundleLimits } from '../../packages/fleet/src/archive.js';
import { approvalLimits } from '../../packages/fleet/src/central-approval.js';
import { maxDocumentBytes } from '../../packages/fleet/src/envelope.js';
import { fleetSchema } from '../../packages/fleet/src/fleet-schema.js';
import { fieldTable } from './fields.js';
import { inlineCode, page, table } from './markdown.js';
import { partSchema } from './schemas.js';

/** The fields of signed documents and reports. A test compares them with real documents. */
export const fleetDocuments = {
  root: {
    org: 'the organisation',
    version: 'counts from 1; each document is signed by the root keys of the one before, and by its own',
    created: 'ISO 8601',
    expires: 'ISO 8601; after that no channel document is taken',
    root: '`threshold` and `keys`: who signs the next root document',
    policy: '`threshold` and `keys`: who signs channel documents',
  },
  channel: {
    org: 'the organisation',
    channel: 'the channel, such as `stable`',
    serial: 'grows with every document of the channel; an older one is refused',
    created: 'ISO 8601',
    expires: 'ISO 8601; an expired document is refused',
    minVersion: 'older versions of anyhook refuse the document',
    bundles: 'for each bundle `serial` (of the document that named it first), `sha256` and `bytes`',
    rings:
      'for each ring `upTo` (devices have places from 0 to 9,999; those below are in it), `serial` of its bundle, and `mode`, `shadow` or `enforce`',
  },
  report: {
    device: 'the name of the device, derived from its key',
    org: 'the organisation',
    channel: 'the channel',
    serial: 'the serial in force; 0 if none is',
    version: 'the version of anyhook',
    head: '`sequence` and `hash` of the last audit record',
    oldest: 'the oldest audit record that the device still has',
    unsent: 'how many records no receiver has acknowledged',
    spoolFull: 'true if there is no space for more',
    candidate:
      'what the candidate would change, as counts: `serial`, `total`, `same`, `flips` (for each `hook`, `from`, `to`, `count`), `notReplayed`, `unknown`',
  },
} as const;

interface MeasuredRow {
  readonly name: string;
  readonly measured: string;
  readonly promised: string;
}

/** The rows of `npm run bench -- fleet --write`. */
const benchRows = (): readonly MeasuredRow[] =>
  JSON.parse(readFileSync('packages/anyhook/bench/measured-fleet.json', 'utf8')) as readonly MeasuredRow[];

/** The last lines of runs of `npm run fleet:kills`, by their options. */
const killRuns = (): readonly (readonly string[])[] =>
  (
    JSON.parse(readFileSync('packages/anyhook/bench/measured-fleet-kills.json', 'utf8')) as readonly {
      readonly options: string;
      readonly line: string;
    }[]
  ).map(({ options, line }) => [inlineCode(options), line]);

const rows = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, says]) => [inlineCode(name), says]);

const says = (fields: Readonly<Record<string, { readonly says: string }>>) =>
  Object.entries(fields).map(([name, field]) => [inlineCode(name), field.says]);

/** docs/reference/fleet.md */
export function fleetPage(): string {
  const mb = (bytes: number) => `${bytes / 1024 / 1024} MB`;
  return page(
    'The fleet',
    'packages/fleet/src, packages/anyhook/src/journal/audit-record.ts and packages/anyhook/bench/measured-fleet.json',
    'Every field of the files of a fleet, everything that leaves a machine, and what was measured. Guides: [a policy for a team](../guides/fleet.md), [running a hub](../guides/fleet-hub.md), [keys](../guides/fleet-keys.md), [privacy](../guides/fleet-privacy.md).',
    '## fleet.yaml',
    "Says which fleet a machine belongs to. The administrator's file wins; without one, the user's own next to their config is used.",
    table(
      ['system', 'file of the administrator'],
      [
        ['Linux', inlineCode(`${systemFolder('linux')}/fleet.yaml`)],
        ['macOS', inlineCode(`${systemFolder('darwin')}/fleet.yaml`)],
        ['Windows', inlineCode(`${systemFolder('win32')}\\fleet.yaml`)],
      ],
    ),
    fieldTable(partSchema(fleetSchema)),
    '## Documents on the server',
    'Each is a DSSE envelope with ed25519 signatures over the type and the exact bytes of a JSON object.',
    '### root/N.json',
    table(['field', 'what it says'], rows(fleetDocuments.root)),
    '### CHANNEL.json',
    table(['field', 'what it says'], rows(fleetDocuments.channel)),
    '### b/SHA256.tgz',
    'A bundle: plain files of a ustar archive, named by the hash of its bytes. Anything else is refused, and the last good policy stays.',
    table(
      ['limit', 'value'],
      [
        ['a document', `${maxDocumentBytes / 1024} KB`],
        ['a bundle, packed', mb(bundleLimits.packedBytes)],
        ['a bundle, unpacked', `${mb(bundleLimits.bytes)}, and ${bundleLimits.ratio} times its packed size`],
        ['files', String(bundleLimits.files)],
        ['depth of folders', String(bundleLimits.depth)],
      ],
    ),
    '## Audit records',
    'One line of JSON for each decision. These fields leave a machine, and no others:',
    table(['field', 'what it says'], says(auditFields)),
    'These leave it only if `audit.fields` in fleet.yaml names them:',
    table(['field', 'what it says'], says(optionalAuditFields)),
    '## Reports',
    'With a hub each machine sends its report; with `reports` it writes it to a folder, signed, with `publicKey` and `created`.',
    table(['field', 'what it says'], rows(fleetDocuments.report)),
    '## Questions to approvers',
    `Sent only if the policy has \`approvals\`: a key that is used once, device, agent, tool, ids of hooks, kinds of effects, times; \`reason\` (at most ${approvalLimits.reasonChars} characters) and \`call\` (at most ${approvalLimits.callChars}) only if \`sends\` names them, without secrets. At most ${approvalLimits.pendingPerDevice} wait per machine.`,
    '## Figures',
    'From `npm run bench -- fleet`, on a machine that was busy with other work:',
    table(
      ['what', 'measured', 'target'],
      benchRows().map(({ name, measured, promised }) => [name.replace(/^fleet: /, ''), measured, promised]),
    ),
    '`npm run fleet:kills` runs a real engine, one-shot processes and the sender of one machine against a strict receiver. In each round it kills one of them with SIGKILL, or cuts connections before or after a batch was stored. Each answered decision must be in exactly one record, without a gap in the chain. The machine was busy with other work:',
    table(['run', 'result'], killRuns()),
    'The hub, the simulator of 10,000 devices and 14 days offline: [the hub in numbers](hub.md).',
  );
}
