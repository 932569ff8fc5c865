// Plays random sequences of edits by two agents and a user, undoes a turn, and checks every byte: `npm run undo:model
// -- --sequences 10000 --seed 1`. The same seed plays the same sequence. `--git-seconds 0.4` makes git slow, as on a
// busy machine. `--steps` prints who changed what.
import { parseArgs } from 'node:util';
import { playSequence } from '../packages/anyhook/test/undo/model.js';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    'git-seconds': { type: 'string' },
    steps: { type: 'boolean', default: false },
  },
});
const gitSeconds = values['git-seconds'] === undefined ? undefined : Number(values['git-seconds']);
const [count, first] = [Number(values.sequences), Number(values.seed)];
const tell = values.steps ? (text: string) => console.log(text) : undefined;
let wrong = 0;
for (let seed = first; seed < first + count; seed++) {
  const problem = await playSequence(seed, gitSeconds, tell).catch((error: Error) => `threw: ${error.message}`);
  if (problem !== undefined) {
    wrong++;
    console.log(`seed ${seed}: ${problem}`);
  }
  if ((seed - first + 1) % 100 === 0) console.log(`${seed - first + 1} sequences, ${wrong} wrong`);
}
console.log(`${count} sequences from seed ${first}: ${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
