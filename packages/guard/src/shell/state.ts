import { firstItems } from '../left-out.js';
import { guardLimits } from '../limits.js';
import type { ContainerMount } from '../machine.js';
import { marks, type Value } from '../value.js';
import type { ShellFunction } from './parse.js';
import type { Stream } from './streams.js';

export interface Variable {
  /** Its possible values: one, or several after branches. */
  readonly values: readonly Value[];
  /** The elements, if it is an array. */
  readonly list?: readonly Value[];
  /** Keys of an associative array, in the order of `list`. */
  readonly keys?: readonly Value[];
  /** `declare -n`: the variable that it refers to. */
  readonly refersTo?: string;
  readonly letterCase?: 'lower' | 'upper';
}

/** The state of a shell at one point of a command. Subshells and branches work on copies. */
export class ShellFrame {
  readonly variables: Map<string, Variable>;
  readonly functions: Map<string, ShellFunction['body']>;
  readonly aliases: Map<string, string>;
  /** Programs that `hash -p` redirected. */
  readonly hashed: Map<string, Value>;
  folders: readonly Value[];
  /** `$0`, `$1` … */
  args: readonly Value[] = ['bash'];
  streams: Map<number, Stream>;
  remote: string | undefined;
  /** The folders that a container sees, if the command runs in one that is removed afterwards. */
  mounts: readonly ContainerMount[] | undefined;
  /** `exit` or `return` was reached: code after this branch does not see its changes. */
  hasEnded = false;
  /** Functions running at this point, the innermost last. */
  running: readonly string[] = [];
  /** The words of the innermost call. */
  calledWith: readonly Value[] = [];
  /** The bodies of these functions, in the same order. */
  runningBodies: readonly object[] = [];
  /** Values of `local` names before the current function. */
  locals: Map<string, Variable | undefined> | undefined;
  /** Whether it runs concurrently: in a pipe or after `&`. */
  isConcurrent = false;
  previousFolder: Value = marks.any;

  /** The maps are copied from another state: every program that runs gets a copy, so this is the hot spot. */
  constructor(folder: Value, from?: ShellFrame) {
    this.folders = [folder];
    this.variables = copied(from?.variables);
    this.functions = copied(from?.functions);
    this.aliases = copied(from?.aliases);
    this.hashed = copied(from?.hashed);
    this.streams = copied(from?.streams);
  }

  copy(): ShellFrame {
    const copy = new ShellFrame('', this);
    copy.folders = this.folders;
    copy.args = this.args;
    copy.remote = this.remote;
    copy.mounts = this.mounts;
    copy.running = this.running;
    copy.calledWith = this.calledWith;
    copy.runningBodies = this.runningBodies;
    copy.locals = this.locals && new Map(this.locals);
    copy.isConcurrent = this.isConcurrent;
    copy.previousFolder = this.previousFolder;
    return copy;
  }

  /** Continues after one of these branches; it is unknown which. */
  join(branches: readonly ShellFrame[]): void {
    const open = branches.filter(({ hasEnded }) => !hasEnded);
    if (open.length === 0) {
      this.hasEnded = branches.length > 0;
      return;
    }
    this.folders = union(open.map(({ folders }) => folders));
    for (const name of new Set(open.flatMap(({ variables }) => [...variables.keys()]))) {
      const all = open.map(({ variables }) => variables.get(name));
      const first = all[0];
      if (first && all.every((one) => one === first)) this.variables.set(name, first);
      else this.variables.set(name, joined(all));
    }
    for (const branch of open) {
      for (const [name, body] of branch.functions) this.functions.set(name, body);
      for (const [name, text] of branch.aliases) this.aliases.set(name, text);
      for (const [fd, stream] of branch.streams) this.streams.set(fd, stream);
    }
  }
}

const copied = <Key, Item>(map: ReadonlyMap<Key, Item> | undefined): Map<Key, Item> =>
  map && map.size > 0 ? new Map(map) : new Map();

function joined(all: readonly (Variable | undefined)[]): Variable {
  const given = all.filter((one) => one !== undefined);
  const lists = given.flatMap(({ list }) => (list ? [list] : []));
  const values = union(given.map((one) => one.values));
  // A branch that did not set it leaves the earlier value, which is in `all` unless it was never set.
  return lists.length > 0 ? { values, list: [...new Set(lists.flat())] } : { values };
}

/** The possible values; the last one represents those beyond the limit. */
export function union(lists: readonly (readonly Value[])[]): readonly Value[] {
  const all = [...new Set(lists.flat())];
  return firstItems(all, guardLimits.alternatives, 'alternatives');
}
