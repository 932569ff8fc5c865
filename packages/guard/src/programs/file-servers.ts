import type { Program, ProgramTable } from '../machine.js';
import { noteServedFolder, optionValue, readCallWords, servesThisMachine } from './kit.js';

interface FileServer {
  /** Options that take a value. */
  readonly values: string;
  /** Options for the folder; otherwise the first operand is used. */
  readonly folder?: string;
  /** The subcommand that serves files. */
  readonly order?: string;
}

/** Programs that serve the files of a folder to everyone who can reach a port. */
const servers: Readonly<Record<string, FileServer>> = {
  'http-server': { values: '-p --port -a -c -t -P -U -S -C -K --log-ip --mimetypes' },
  serve: { values: '-l --listen -p --port -c --config' },
  'live-server': { values: '' },
  sirv: { values: '-H --host -p --port' },
  darkhttpd: { values: '--port --addr --maxconn --log --chroot --uid --gid' },
  miniserve: { values: '-p --port -i --interfaces -a --auth --index' },
  'simple-http-server': { values: '-p --port --ip -a --auth' },
  webfsd: { values: '-p -r -R -i', folder: '-r -R' },
  caddy: { values: '-r --root -l --listen -d --domain', folder: '-r --root', order: 'file-server' },
  httpd: { values: '-h -p -u -c -r', folder: '-h' },
};

const serve =
  ({ values, folder, order }: FileServer): Program =>
  (call, machine) => {
    const words = readCallWords(call, { values: values.split(' ') });
    const operands = order === undefined ? words.operands : words.operands.slice(1);
    if (order !== undefined && words.operands[0] !== order) return undefined;
    if (servesThisMachine(optionValue(words, '-a', '-H', '--host', '--addr', '-i', '--ip') ?? '')) return undefined;
    const named = folder === undefined ? operands[0] : optionValue(words, ...folder.split(' '));
    if (named !== undefined || folder === undefined || order !== undefined) noteServedFolder(machine, named);
    return undefined;
  };

const programs: ProgramTable = Object.fromEntries(
  Object.entries(servers).map(([name, server]) => [name, serve(server)]),
);

export const fileServerPrograms = (): ProgramTable => programs;
