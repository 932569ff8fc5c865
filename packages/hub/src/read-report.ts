import { type CandidateCounts, type DeviceReport, fleetNamePattern, fleetNameText } from '@anyhook/fleet';
import { BodyFields, exactly, namePattern } from './fields.js';

/** A version, and the build that a program adds to it. */
const buildPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:[-+][\w.+-]{1,60})?$/;

const hashPattern = /^[0-9a-f]{64}$/;
const decisionPattern = /^(?:pass|allow|ask|deny)$/;

/** The report in a body; the device must be the one that signed. */
export function readReport(body: unknown, device: string, org: string): DeviceReport {
  const known = ['device', 'org', 'channel', 'serial', 'version', 'head', 'oldest', 'unsent', 'spoolFull', 'candidate'];
  const fields = new BodyFields(body, known);
  const head = fields.inside('head', ['sequence', 'hash']);
  return {
    device: fields.text('device', exactly(device), `"${device}", which signed the request`),
    org: fields.text('org', exactly(org), `"${org}", the organisation of this hub`),
    channel: fields.text('channel', fleetNamePattern, fleetNameText),
    serial: fields.whole('serial'),
    version: fields.text('version', buildPattern, 'a version such as 0.2.0 or 0.2.0+275521bc'),
    head: { sequence: head.whole('sequence'), hash: head.text('hash', hashPattern, 'a SHA-256 in hex') },
    oldest: fields.whole('oldest'),
    unsent: fields.whole('unsent'),
    spoolFull: fields.flag('spoolFull'),
    ...(fields.has('candidate') && { candidate: readCandidate(fields) }),
  };
}

function readCandidate(report: BodyFields): CandidateCounts {
  const fields = report.inside('candidate', ['serial', 'total', 'same', 'flips', 'notReplayed', 'unknown']);
  return {
    serial: fields.whole('serial'),
    total: fields.whole('total'),
    same: fields.whole('same'),
    flips: fields.list('flips', 500).map((one, i) => {
      const flip = new BodyFields(one, ['hook', 'from', 'to', 'count'], `candidate.flips.${i}.`);
      return {
        hook: flip.text('hook', namePattern, 'the name of a hook'),
        from: flip.text('from', decisionPattern, 'pass, allow, ask or deny'),
        to: flip.text('to', decisionPattern, 'pass, allow, ask or deny'),
        count: flip.whole('count'),
      };
    }),
    notReplayed: fields.whole('notReplayed'),
    unknown: fields.whole('unknown'),
  };
}
