import type { EffectPlace } from '../effect.js';
import type { ContainerMount } from '../machine.js';
import type { Value } from '../value.js';
import type { GuardWorld } from '../world.js';
import { placeOf } from './scope.js';

const isWithin = (folder: Value, path: Value): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Maps a container's place to this machine. It changes only its mounts; other changes disappear with it. */
export function placeInContainer(
  inside: EffectPlace,
  mounts: readonly ContainerMount[],
  world: GuardWorld,
): EffectPlace {
  const mount = mounts
    .filter(({ at }) => isWithin(at, inside.path))
    .reduce<ContainerMount | undefined>(
      (best, one) => ((best?.at.length ?? -1) < one.at.length ? one : best),
      undefined,
    );
  if (mount) return placeOf(mount.from + inside.path.slice(mount.at === '/' ? 0 : mount.at.length), '/', world);
  // A folder above a mount includes the mount.
  const below = mounts.find(({ at }) => isWithin(inside.path, at) || inside.scope === 'root');
  return below ? placeOf(below.from, '/', world) : { ...inside, scope: 'temp' };
}
