import { readFileSync, writeFileSync } from 'node:fs';

const { input } = JSON.parse(readFileSync(0, 'utf8'));
writeFileSync(input.name, 'marked\n');
console.log(JSON.stringify({ written: 'OUTPUT-OF-ABILITY' }));
