/** What hooks can do inside a framework; each is a case of the contract suite. */
export const featureNames = [
  'start',
  'prompt.inject',
  'prompt.rewrite',
  'prompt.block',
  'model.before',
  'model.after',
  'tool.deny',
  'tool.rewrite',
  'tool.ask',
  'tool.output',
  'tool.feedback',
  'tool.failure',
  'stop',
  'subagent',
  'compaction',
  'stream',
] as const;

export type FeatureName = (typeof featureNames)[number];

/** `native`: the framework has an extension point for it. `wrapped`: the adapter wraps tools or runs. A gap says why not. */
export type Feature = 'native' | 'wrapped' | { readonly gap: string };

/** A row for every feature. */
export type Features = Readonly<Record<FeatureName, Feature>>;

/** Rows that are the same for every feature. */
export const everyFeature = (feature: 'native' | 'wrapped'): Features =>
  Object.fromEntries(featureNames.map((name) => [name, feature])) as Record<FeatureName, Feature>;
