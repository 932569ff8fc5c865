// A hook as a module: runs inside anyhook, no process is started.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Tells the model which test belongs to the file that it is about to change. */
export default {
  on: 'tool.before',
  run({ call, cwd }) {
    const test = join('test', basename(String(call.input.path ?? '')).replace(/\.js$/, '.test.js'));
    if (!existsSync(join(cwd, test))) return undefined;
    return { decision: 'pass', context: [`${test} covers this file. Run it after the change: npm test`] };
  },
};
