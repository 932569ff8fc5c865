import { spawn } from 'node:child_process';
import { safeProgramFile } from './find-program.js';
import { type Environment, fitEnvironment } from './fit-environment.js';

/** For a resident Node process: saves 25 MB at the cost of more garbage collection. */
export const smallMemory = '--max-semi-space-size=2';

/** Starts one of our programs, which outlives this process, without our terminal; returns why it failed to start. */
export const startDetached = (
  file: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<string | undefined> =>
  new Promise((resolve) => {
    try {
      const child = spawn(process.execPath, [smallMemory, file, ...args], {
        cwd,
        env: fitEnvironment(env),
        detached: true,
        windowsHide: true,
        stdio: 'ignore',
      });
      child.once('error', (error) => resolve(error.message));
      child.once('spawn', () => resolve(undefined));
      child.unref();
    } catch (error) {
      resolve((error as Error).message);
    }
  });

type Env = Readonly<Record<string, string | undefined>>;

/** Opens a URL in the browser; false if this machine cannot, as over SSH. All users see the URL: no secrets in it. */
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
