import { netcatOptions } from '../../.cache/programs/connect.js';
import { type Machine, memoryKeys, type Program, programTable } from '../machine.js';
import { hasUnknown, marks, type Value } from '../value.js';
import { argumentsOf } from './call-words.js';
import { holdsSecret, hostInAddress, isGiven, noteSend, optionValue, readCallWords } from './kit.js';

const netcat: Program = (call, machine) => {
  const words = readCallWords(call, {
    ...netcatOptions,
    values: (netcatOptions.values ?? []).filter((name) => !openFlag(call.name, name)),
  });
  if (isGiven(words, '-h', '--help', '--version')) return undefined;
  const command = optionValue(words, '-e', '-c', '--exec', '--sh-exec', '--lua-exec');
  // A named pipe next to netcat is the return channel of a shell if there is no -e.
  const hasPipe = machine.memory.has(memoryKeys.namedPipe);
  if (command !== undefined || hasPipe) machine.note({ do: 'shell', over: 'network' });
  if (command !== undefined && !hasUnknown(command)) machine.runShell(command, { via: call.name });
  if (isGiven(words, '-z')) return marks.any;
  const host = isGiven(words, '-l', '--listen') ? 'whoever connects' : (words.operands[0] ?? 'unknown');
  if (call.stdin !== undefined) noteSend(machine, [call.stdin], host);
  return marks.net;
};

/** The letters that take no value in OpenBSD's netcat, and none in ncat. */
const openFlag = (program: string, name: string): boolean =>
  name === '-d' ? program !== 'ncat' : name === '-o' && program === 'nc.openbsd';

const mkfifo: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-m', '--mode'] });
  const isPipe = call.name === 'mkfifo' || words.operands[1] === 'p';
  if (!isPipe) return '';
  for (const path of words.operands.slice(0, call.name === 'mkfifo' ? undefined : 1))
    machine.memory.set(memoryKeys.namedPipe, path);
  return '';
};

const runsCommand = /^(?:exec|system|shell):/i;
const overNetwork = /^(?:tcp|udp|sctp|openssl|ssl|socks|proxy|vsock|dccp|quic)/i;

/** socat connects two addresses. */
const socat: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-b', '-t', '-T', '-L', '-W', '-lf', '-lp', '-r', '-R'] });
  const commands = words.operands.filter((address) => runsCommand.test(address));
  const network = words.operands.find((address) => overNetwork.test(address));
  let sent: Value = '';
  for (const address of words.operands) {
    const [kind = '', path = ''] = address.split(/[:,]/, 2);
    if (/^(?:file|open|gopen)$/i.test(kind)) sent += machine.read(path);
    if (/^(?:create|open|gopen)$/i.test(kind) && (network !== undefined || /creat/i.test(address))) {
      machine.write(path, 'over', network === undefined ? call.stdin : marks.net);
    }
    if (address === '-' || /^stdi[on]/i.test(kind)) sent += call.stdin ?? '';
  }
  for (const command of commands) {
    if (network !== undefined) machine.note({ do: 'shell', over: 'network' });
    machine.runShell(command.slice(command.indexOf(':') + 1).split(',', 1)[0] ?? '', { via: 'socat' });
  }
  // Another program answers at the other end of a local socket; it does not echo its input.
  if (network === undefined) return words.operands.some((address) => /^unix/i.test(address)) ? marks.any : undefined;
  const host = /listen/i.test(network) ? 'whoever connects' : hostInAddress(network.slice(network.indexOf(':') + 1));
  if (sent !== '') noteSend(machine, [sent], host);
  return marks.net;
};

const telnet: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-l', '-b', '-e', '-n', '-S', '-X'] });
  if (call.stdin !== undefined && words.operands[0] !== undefined) noteSend(machine, [call.stdin], words.operands[0]);
  if (machine.memory.has(memoryKeys.namedPipe)) machine.note({ do: 'shell', over: 'network' });
  return marks.net;
};

/** Queries for names and hosts: a secret in the name is sent with it, and answers come from the network. */
const lookup: Program = (call, machine) => {
  for (const word of argumentsOf(call)) if (holdsSecret(word)) noteSend(machine, [word], word);
  return /^(?:ping|traceroute|mtr)/.test(call.name) ? marks.any : marks.net;
};

export const connectPrograms = programTable({
  'nc ncat netcat nc.traditional nc.openbsd': netcat,
  'mkfifo mknod': mkfifo,
  socat,
  telnet,
  'ping ping6 traceroute mtr dig nslookup host drill whois': lookup,
});

/** ssh programs run the commands of `-o ProxyCommand=…` and `-S program`. */
export function runConnectCommands(machine: Machine, settings: readonly Value[], program?: Value): void {
  if (program !== undefined) machine.runShell(program, { via: 'ssh' });
  for (const setting of settings) {
    const match = /^\s*(proxycommand|localcommand|knownhostscommand)\s*[= ]\s*/i.exec(setting);
    if (match) machine.runShell(setting.slice(match[0].length), { via: 'ssh -o' });
  }
}
