import type { Codec, Format, FormatFacts } from './format.js';

type CodecField = Exclude<keyof Codec, 'name'>;

const codecFields: Readonly<Record<CodecField, true>> = {
  events: true,
  canonicalEvents: true,
  tools: true,
  mcpName: true,
  singlePath: true,
  indent: true,
  isEchoed: true,
  readsDuration: true,
  priorityOverScopes: true,
  readsSteps: true,
  readsStopBlocks: true,
  ignoresDerived: true,
  bindable: true,
  stdin: true,
  fillText: true,
  env: true,
  read: true,
  timeoutMs: true,
};

interface FormatRow extends FormatFacts {
  readonly codec: () => Codec;
}

/** The fields of every codec, as getters that load it. Enumerable, so that copies of a row also have them. */
const fromCodec = Object.fromEntries(
  (Object.keys(codecFields) as CodecField[]).map((field) => [
    field,
    {
      enumerable: true,
      get(this: FormatRow) {
        return this.codec()[field];
      },
    },
  ]),
);

/** A format whose codec is loaded when one of its fields is first read: a start needs few of them. */
export const formatOf = (facts: FormatFacts, codec: () => Codec): Format =>
  Object.defineProperties({ ...facts, codec }, fromCodec) as FormatRow & Codec;
