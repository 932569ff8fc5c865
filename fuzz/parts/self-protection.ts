import { createEngine } from '../../packages/anyhook/src/api/create-engine.js';
import { fuzzWorld } from '../fuzz-world.js';
import { mutatedText, oddText } from '../generated-values.js';
import { expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** A line for a shell. */
export interface SelfProtectionCase {
  readonly line: string;
  /** It does at least what a refused line does. */
  readonly mustRefuse: boolean;
}

/** Lines that self-protection refuses. */
const refused: readonly string[] = [
  'rm -rf ~/.local/state/anyhook',
  'rm -f "$HOME/.config/anyhook/config.yaml"',
  'echo x > ~/.config/anyhook/config.yaml',
  'mv ~/.local/state/anyhook /tmp/away',
  'truncate -s 0 .agents/anyhook.yaml',
  'anyhook off',
  'anyhook approve --yes',
  'anyhook trust --yes',
  'tee ~/.config/anyhook/config.yaml',
];

/** Lines that run another line unchanged. */
const wrappings: readonly ((line: string) => string)[] = [
  (line) => `true; ${line}`,
  (line) => `true && ${line}`,
  (line) => `false || ${line}`,
  (line) => `${line} # done`,
  (line) => `${line} &`,
  (line) => `true; ( ${line} )`,
  (line) => `{ ${line}; }`,
  (line) => `if true; then ${line}; fi`,
  (line) => `for i in 1 2; do ${line}; done`,
  (line) => `while true; do ${line}; done`,
  (line) => `f() { ${line}; }; f`,
  (line) => `A=1 ${line}`,
  (line) => `sudo ${line}`,
  (line) => `time ${line}`,
  (line) => `nohup ${line}`,
  (line) => `env A=1 ${line}`,
  (line) => `x=$(${line})`,
  (line) => `echo "$(${line})"`,
  (line) => `x="$(${line})"`,
  (line) => `echo "a $(${line}) b" | cat`,
  (line) => `echo ok\n${line}\necho ok`,
  (line) => `  \t${line}  `,
  (line) => `cd . && ${line}`,
  (line) => `! ${line}`,
  (line) => `echo 'quoted ; text' ; ${line}`,
  (line) => `sh -c '${line}'`,
  (line) => `cat <<'EOF'\ntext\nEOF\n${line}`,
];

/** Self-protection reads every line without a fault, and refuses a forbidden line inside other lines as well. */
export async function startSelfProtection(): Promise<FuzzPart<SelfProtectionCase>> {
  const world = fuzzWorld({ hooks: 0 });
  const engine = await createEngine({ cwd: world.project, env: world.env });
  return {
    name: 'self-protection',
    isWhole: true,
    make(random) {
      const line = random.pick(refused);
      if (random.chance(0.5)) return { line: damagedLine(random, line), mustRefuse: false };
      return { line: wrapped(random, line), mustRefuse: true };
    },
    async check({ line, mustRefuse }) {
      const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: line } });
      const isRefused = verdict.decision === 'deny' || verdict.decision === 'ask';
      if (mustRefuse) expectThat(isRefused, `${verdict.decision} for ${JSON.stringify(line)}`);
    },
    end: async () => world.remove(),
  };
}

function wrapped(random: FuzzRandom, line: string): string {
  let out = line;
  for (const wrap of random.many(1, 3, () => random.pick(wrappings))) {
    // A quote inside the quotes of `sh -c` would end them.
    const next = wrap(out);
    if (!(next.startsWith('sh -c') && out.includes("'")) && !isSwallowed(next, out)) out = next;
  }
  return out;
}

/** A comment or a here-document swallows the rest of its line. */
const isSwallowed = (next: string, line: string): boolean =>
  /#|<</.test(line) && !next.startsWith(line) && !next.endsWith(line);

const damagedLine = (random: FuzzRandom, line: string): string =>
  random.chance(0.2) ? oddText(random) : mutatedText(random, wrapped(random, line));
