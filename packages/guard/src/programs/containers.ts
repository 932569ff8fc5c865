import { execOptions, globalOptions, runOptions } from '../../.cache/programs/containers.js';
import {
  askPacks,
  type Call,
  type ContainerMount,
  type Machine,
  memoryKeys,
  type Program,
  printedInContainer,
  programTable,
} from '../machine.js';
import { type ReadWords, readWords } from '../packs/options.js';
import { hasMark, isFullyKnown, marks, type Value } from '../value.js';
import { argumentsOf, fileName } from './call-words.js';
import { destinationOf } from './copy-destinations.js';
import { hostInAddress, isGiven, isThisMachine, optionValue, optionValues } from './kit.js';

/** docker, podman and nerdctl: a container's command, and what it sees of this machine. Packs know the rest. */
const docker: Program = (call, machine) => {
  const { operands } = readWords(argumentsOf(call), globalOptions);
  const [first, second, ...others] = operands;
  const isGroup = first === 'container' || (first === 'compose' && second === 'cp');
  const order = isGroup ? second : first;
  const words = isGroup ? others : operands.slice(1);
  if (order === 'run' || order === 'create') return runContainer(call, machine, words, order);
  if (order === 'exec') return runInside(call, machine, words);
  if (order === 'cp') return copyFiles(machine, words);
  if (order === 'inspect' || order === 'history') machine.memory.set(memoryKeys.containerDescription, call.name);
  // A registry on this machine is for tests.
  if (order === 'push' && words.some((word) => word.includes('/') && isThisMachine(hostInAddress(word))))
    return marks.any;
  return askPacks;
};

interface HostMount extends ContainerMount {
  readonly isReadOnly: boolean;
}

function runContainer(call: Call, machine: Machine, given: readonly Value[], order: string): Value {
  const words = readWords(given, runOptions);
  if (isGiven(words, '--help')) return marks.any;
  const mounts = mountsOf(words, machine);
  for (const mount of mounts) noteMount(machine, mount);
  notePowers(machine, words);
  const [image, ...command] = words.operands;
  const entry = optionValue(words, '--entrypoint');
  const argv = entry === undefined || entry === '' ? command : [...entry.split(' '), ...command];
  if (image === undefined || argv.length === 0) return marks.any;
  const folder = optionValue(words, '-w', '--workdir');
  const isFed = isGiven(words, '-i', '--interactive') && call.stdin !== undefined;
  const printed = machine.run(argv, {
    via: `${call.name} ${order}`,
    remote: image,
    mounts: mounts.map(({ at, from }) => ({ at, from })),
    cwd: folder ?? '/',
    ...(isFed ? { stdin: call.stdin as Value } : {}),
  });
  // A new container gets only the variables that are passed to it, not those of this machine.
  return isGiven(words, '--env-file')
    ? printedInContainer(machine, printed)
    : printed.replaceAll(marks.environment, marks.any);
}

/** A separate place for volumes: outside of the project, but not part of the system. */
const volumeFolder = '/volumes';

/** The folders and files of this machine that the container sees, including volumes, which outlive the container. */
function mountsOf(words: ReadWords, machine: Machine): readonly HostMount[] {
  const mounts: HostMount[] = [];
  const add = (from: Value, at: Value, isReadOnly: boolean): void => {
    const isPath = /^[./~]/.test(from) || !isFullyKnown(from);
    mounts.push({ at, from: isPath ? machine.place(from).path : `${volumeFolder}/${from}`, isReadOnly });
  };
  for (const volume of optionValues(words, '-v', '--volume')) {
    const [from = '', at, mode = ''] = volume.split(':');
    if (at !== undefined) add(from, at, /(?:^|,)ro(?:,|$)/.test(mode));
  }
  for (const mount of optionValues(words, '--mount')) {
    const parts = new Map(
      mount
        .replaceAll('"', '')
        .split(',')
        .map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]),
    );
    const value = (...names: readonly string[]): Value | undefined =>
      names.map((name) => parts.get(name)).find((text) => text !== undefined);
    if (parts.get('type') === 'tmpfs') continue;
    const isReadOnly = ['readonly', 'ro'].some((name) => parts.has(name) && parts.get(name) !== 'false');
    add(value('source', 'src') ?? 'unnamed', value('target', 'destination', 'dst') ?? '/', isReadOnly);
  }
  // It is unknown where the other container has its volumes.
  for (const other of optionValues(words, '--volumes-from')) add(other.split(':', 1)[0] ?? '', '/var/lib', false);
  return mounts;
}

const hostSockets = /\/(?:docker|podman|containerd|crio)(?:\/[\w.-]+)?\.sock$/;
/** Folders that give the container control over the machine, if it can write there. */
const hostFolders =
  /^\/(?:etc|boot|usr|bin|sbin|lib|lib64|proc|sys|dev|root|var|run|var\/run|var\/lib|var\/lib\/docker|opt|home|Users|private|System|Library)$/;
const clockFiles = /^\/etc\/(?:localtime|timezone|resolv\.conf|hosts|ssl|ca-certificates|passwd|group)(?:\/|$)/;

function noteMount(machine: Machine, { from, isReadOnly }: HostMount): void {
  const { scope } = machine.place(from);
  const isMachine = scope === 'root' || (scope === 'home' && !isReadOnly);
  const isSystem = !isReadOnly && (hostFolders.test(from) || (from.startsWith('/etc/') && !clockFiles.test(from)));
  if (isMachine || isSystem || scope === 'device' || hostSockets.test(from)) {
    machine.note({ do: 'mount', what: `${from} in a container` });
  }
}

const strongCapabilities = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH)$/i;

function notePowers(machine: Machine, words: ReadWords): void {
  const isOn = (name: string): boolean =>
    words.options.some((option) => option.name === name && option.value !== 'false');
  const powers = [
    isOn('--privileged') ? 'all privileges on the machine' : '',
    optionValue(words, '--pid') === 'host' ? 'all processes of the machine' : '',
    optionValues(words, '--cap-add').some((name) => strongCapabilities.test(name)) ? 'administrator rights' : '',
    optionValues(words, '--device').some((path) => isDisk(machine, path.split(':', 1)[0] ?? '')) ? 'a disk' : '',
  ];
  for (const power of powers) if (power !== '') machine.note({ do: 'mount', what: `${power} in a container` });
}

/** Graphics, sound, cameras and serial lines: a container with one of them still cannot reach the disks. */
const peripherals =
  /^\/dev\/(?:dri|kfd|snd|nvidia[\w-]*|video\d*|media\d*|v4l|vchiq|gpiomem|gpiochip\d*|i2c-\d+|spidev[\d.]+|input|uinput|bus\/usb|usb|ttyUSB\d*|ttyACM\d*|serial|kvm|fuse|net\/tun|vhost-net|apex_\d+|dxg|infiniband)(?:\/|$)/;

const isDisk = (machine: Machine, path: Value): boolean =>
  !peripherals.test(path) && machine.place(path).scope === 'device';

function runInside(call: Call, machine: Machine, given: readonly Value[]): Value {
  const words = readWords(given, execOptions);
  const isLatest = call.name === 'podman' && isGiven(words, '-l', '--latest');
  const [container, ...command] = isLatest ? ['the latest container', ...words.operands] : words.operands;
  if (container === undefined || command.length === 0) return marks.any;
  const folder = optionValue(words, '-w', '--workdir');
  const printed = machine.run(command, {
    via: `${call.name} exec`,
    remote: container,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
  });
  return printedInContainer(machine, printed);
}

const inContainer = /^[\w.-]+:/;

function copyFiles(machine: Machine, given: readonly Value[]): Value {
  const [from, to] = readWords(given, {}).operands;
  if (from === undefined || to === undefined) return marks.any;
  if (inContainer.test(from) && to !== '-') {
    machine.write(destinationOf(to, from.slice(from.indexOf(':') + 1), machine), 'unpack');
  } else if (inContainer.test(from)) return machine.read(from.slice(from.indexOf(':') + 1));
  else if (inContainer.test(to) && from !== '-' && hasMark(machine.read(from), 'secret')) {
    machine.note({ do: 'reveal', what: `a copy of ${fileName(from)}`, at: machine.place(from) });
  }
  return marks.any;
}

export const containerPrograms = programTable({ 'docker podman nerdctl': docker });
