// Runs before `npm start` and `npm test`: without the packages, Node would answer with a stack trace.
import { existsSync } from 'node:fs';

if (!existsSync('node_modules')) {
  console.error('The packages of this checkout are not installed. Run "npm ci" first; it also builds the program.');
  process.exit(1);
}
