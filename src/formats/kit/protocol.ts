/** What a script of one format reads, and how it answers: one line each, for people who move a script. */
export interface Protocol {
  readonly stdin: string;
  readonly block: string;
  readonly answer: string;
  readonly failure: string;
}

const titles: Readonly<Record<keyof Protocol, string>> = {
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
export function compareProtocols(from: Protocol, to: Protocol): readonly ProtocolDifference[] {
  return (Object.keys(titles) as (keyof Protocol)[])
    .filter((key) => from[key] !== to[key])
    .map((key) => ({ what: titles[key], was: from[key], now: to[key] }));
}
