import { gzipSync } from 'node:zlib';
import { auditHash, noAuditHash } from '@anyhook/anyhook';
import { deviceOf, type SequenceRange, type Signer, signRequest } from '@anyhook/fleet';

/** A device from the hub's point of view: a key, a chain of records, and how far the hub has acknowledged them. */
export class SimDevice {
  readonly name: string;
  readonly lines: string[] = [];
  acknowledged = 0;
  private headHash = noAuditHash;

  constructor(
    readonly signer: Signer,
    private readonly org: string,
  ) {
    this.name = deviceOf(org, signer.publicKey);
  }

  /** Restores a line that is on disk. */
  restore(line: string): void {
    this.lines.push(line);
    this.headHash = auditHash(line);
  }

  /** Makes a decision: the next line of the chain, with the fields of a usual record. */
  decide(time: number): string {
    const sequence = this.lines.length + 1;
    const line = JSON.stringify({
      device: this.name,
      sequence,
      previous: this.headHash,
      time,
      id: `01J${String(sequence).padStart(23, '0')}`,
      host: 'claude-code',
      event: 'tool.before',
      tool: 'shell',
      decision: sequence % 97 === 0 ? 'deny' : 'pass',
      hooks: [{ hook: 'fleet/no-force-push', outcome: 'ok', decision: 'pass', ms: 3 }],
    });
    this.restore(line);
    return line;
  }

  /** The body of a batch. */
  batch([from, to]: SequenceRange): Buffer {
    return gzipSync(`${this.lines.slice(from - 1, to).join('\n')}\n`, { level: 1 });
  }

  sign(method: string, path: string, body: Buffer): Readonly<Record<string, string>> {
    return signRequest({ method, path, body }, this.name, this.signer, Date.now());
  }

  report(serial = 1): Buffer {
    const head = { sequence: this.lines.length, hash: this.headHash };
    const unsent = this.lines.length - this.acknowledged;
    const { name: device, org } = this;
    const rest = { channel: 'stable', serial, version: '0.2.0+275521bc', head, oldest: 1, unsent, spoolFull: false };
    return Buffer.from(JSON.stringify({ device, org, ...rest }));
  }
}
