type Env = Readonly<Record<string, string | undefined>>;

/** Entry arguments for settings that an agent's environment cannot set: the trust mode and the managed config. */
export function entryArgs(args: readonly string[], env: Env): readonly string[] {
  const [command = '', ...rest] = args;
  const { ANYHOOK_TRUST: trust, ANYHOOK_MANAGED_CONFIG: managed } = env;
  if (command === 'flow' && rest[0] === 'run-hook')
    return [command, ...rest.slice(0, 1), ...(trust ? [`--trust-${trust}`] : []), ...rest.slice(1)];
  if (command !== 'run') return args;
  const isNamed = rest.some((word) => word.startsWith('--trust-'));
  return [
    ...args,
    ...(trust && !isNamed ? [`--trust-${trust}`] : []),
    ...(managed ? ['--fixed', `ANYHOOK_MANAGED_CONFIG=${managed}`] : []),
  ];
}
