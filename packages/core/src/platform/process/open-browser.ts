import { spawn } from 'node:child_process';
import { safeProgramFile } from './find-program.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Opens an address without secrets (all users see the arguments of a program) in the user's browser; false if this machine shows none, as over SSH. */
export function openBrowser(url: string, env: Env, cwd: string): Promise<boolean> {
  const [name, ...args] = browserCommand(url, env);
  const file = name === undefined ? undefined : safeProgramFile(name, env, [cwd]);
  if (file === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

function browserCommand(url: string, env: Env): readonly string[] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : [];
}
