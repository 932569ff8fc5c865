// Finds the programs of tests and simulator: Node 22 or newer, and nats-server. Missing ones are downloaded into
// ~/.cache/anyhook-nats: Node from npm, nats-server from Debian's packages of a later release, unpacked. This installs
// nothing on the system and needs no root.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = join(homedir(), '.cache', 'anyhook-nats');
const fetchMs = 180_000;
/** Debian releases whose JetStream supports `sync_interval: always`, and Debian 12, whose JetStream does not. */
const releases = ['sid', 'trixie', 'bookworm'];

/** The program and its version, or the reason why it is unavailable. */
const attempt = (find) => {
  try {
    return find();
  } catch (error) {
    return {
      reason: String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1),
    };
  }
};

/** Runs a program and returns its output. */
const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: fetchMs, ...options });

/** Node 22 or newer: this one, or one from npm. */
export const findNode = () =>
  attempt(() => {
    if (Number(process.versions.node.split('.')[0]) >= 22) return { program: process.execPath };
    const folder = join(cache, 'node-22');
    const program = join(folder, 'node_modules', 'node', 'bin', 'node');
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
      // The program is in a separate package for each system; the script of the main one only links it.
      run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--foreground-scripts', 'node@22'], {
        cwd: folder,
      });
      if (!existsSync(program)) throw new Error(`npm installed node@22, but ${program} does not exist`);
    }
    return { program, version: run(program, ['--version']).trim() };
  });

/** nats-server: from PATH if it is 2.10 or newer, else from Debian. */
export const findNatsServer = () =>
  attempt(() => {
    const versionOf = (program) => /v(\d+\.\d+\.\d+)/.exec(run(program, ['--version']))?.[1] ?? '';
    const isNew = (version) => Number(version.split('.')[1]) >= 10;
    const own = attempt(() => ({ program: 'nats-server', version: versionOf('nats-server') }));
    if (own.program && isNew(own.version)) return own;
    const reasons = [];
    for (const release of releases) {
      const found = attempt(() => fromDebian(release));
      if (found.program) return { ...found, version: versionOf(found.program) };
      reasons.push(`${release}: ${found.reason}`);
    }
    throw new Error(`no nats-server: ${reasons.join('; ')}`);
  });

/** Does this server support `sync_interval: always`? */
export const canSyncAlways = ({ version }) => Number(version?.split('.')[1]) >= 10;

/** The mirror that this machine uses; it also has the other releases. Its package lists may be missing. */
function debianMirror() {
  const named = () => run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Label: Debian']).split('\n', 1)[0];
  if (!named()) run('apt-get', ['update']);
  const mirror = named();
  if (!mirror) throw new Error('apt-get names no mirror of Debian: run "apt-get update" once');
  return mirror;
}

function fromDebian(release) {
  const folder = join(cache, release);
  const program = join(folder, 'files', 'usr', 'sbin', 'nats-server');
  if (existsSync(program)) return { program };
  for (const part of ['lists/partial', 'archives/partial', 'parts']) mkdirSync(join(folder, part), { recursive: true });
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const mirror = debianMirror();
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
  const settings = join(folder, 'apt.conf');
  writeFileSync(
    settings,
    [
      `Dir::Etc::sourcelist "${folder}/sources.list";`,
      `Dir::Etc::sourceparts "${folder}/parts";`,
      `Dir::State::lists "${folder}/lists";`,
      `Dir::Cache "${folder}";`,
      'APT::Sandbox::User "";',
    ].join('\n'),
  );
  const env = { ...process.env, APT_CONFIG: settings };
  run('apt-get', ['update'], { env });
  run('apt-get', ['download', 'nats-server'], { env, cwd: folder });
  const archive = readdirSync(folder).find((name) => /^nats-server_.*\.deb$/.test(name));
  run('dpkg-deb', ['-x', join(folder, archive ?? ''), join(folder, 'files')]);
  rmSync(join(folder, 'lists'), { recursive: true, force: true });
  return { program };
}
