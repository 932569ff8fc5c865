import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** Opens an address in the user's browser; false if this machine shows none, as over SSH. */
export function openBrowser(url: string, env: Env): Promise<boolean> {
  const [program, ...args] = browserCommand(url, env);
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
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
