/** What a script of one format reads, and how it answers: one line each, for moving scripts between formats. */
export interface ScriptProtocol {
  readonly stdin: string;
  readonly block: string;
  readonly answer: string;
  readonly failure: string;
}

const titles: Readonly<Record<keyof ScriptProtocol, string>> = {
  stdin: 'stdin',
  block: 'to block',
  answer: 'stdout',
  failure: 'failure',
};

/** One part of the protocol that changes when a script moves to another format. */
export interface ProtocolDifference {
  readonly what: string;
  readonly was: string;
  readonly now: string;
}

/** What changes for a script between two protocols. */
export function compareProtocols(from: ScriptProtocol, to: ScriptProtocol): readonly ProtocolDifference[] {
  return (Object.keys(titles) as (keyof ScriptProtocol)[])
    .filter((key) => from[key] !== to[key])
    .map((key) => ({ what: titles[key], was: from[key], now: to[key] }));
}
