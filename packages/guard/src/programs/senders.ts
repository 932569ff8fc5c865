import { mailOptions } from '../../.cache/programs/senders.js';
import { type Program, programTable } from '../machine.js';
import { marks, type Value } from '../value.js';
import { argumentsOf, fileName } from './call-words.js';
import { hostInAddress, isGiven, noteSend, optionValue, optionValues, readCallWords, readFiles } from './kit.js';
import { runTransferOrders } from './remote-copy.js';

/** The host of `open [options] host` among the commands. */
function openedHost(orders: Value): Value | undefined {
  for (const order of orders.split(/[;\n]/)) {
    const [name, ...words] = order.trim().split(/\s+/);
    const host = name === 'open' ? words.find((word) => !word.startsWith('-')) : undefined;
    if (host !== undefined) return host;
  }
  return undefined;
}

/** ftp and lftp: the commands come from words, a file or the standard input. */
const ftp: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-u', '-p', '-e', '-c', '-f', '-P', '-o', '-s'] });
  const isLftp = call.name === 'lftp';
  const orders = isLftp ? optionValues(words, '-e', '-c') : [];
  const file = isLftp ? optionValue(words, '-f') : undefined;
  const text = [...orders, call.stdin ?? '', file === undefined ? '' : machine.read(file)].join('\n');
  const open = openedHost(text);
  // On BSD and macOS `ftp -u address files` uploads.
  const upload = isLftp ? undefined : optionValue(words, '-u');
  if (upload?.includes('/')) {
    for (const path of words.operands) noteSend(machine, [machine.read(path)], hostInAddress(upload), fileName(path));
  }
  runTransferOrders(machine, text, hostInAddress(words.operands[0] ?? open ?? 'unknown'));
  return marks.net;
};

/** `tftp host -c put file`, and busybox's `tftp -p -l file host`. */
const tftp: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-m', '-l', '-r', '-b', '-R'] });
  const [host = 'unknown'] = words.operands;
  const given = argumentsOf(call);
  const at = given.indexOf('-c');
  runTransferOrders(machine, [at < 0 ? '' : given.slice(at + 1).join(' '), call.stdin ?? ''].join('\n'), host);
  const file = optionValue(words, '-l');
  if (file !== undefined && isGiven(words, '-p')) noteSend(machine, [machine.read(file)], host, fileName(file));
  return marks.net;
};

/** `ncftpput host folder files` and busybox's `ftpput host [name] file`. */
const ftpput: Program = (call, machine) => {
  const { operands } = readCallWords(call, { values: ['-u', '-p', '-P', '-j', '-f', '-d', '-t', '-U', '-T'] });
  const [host = 'unknown', ...rest] = operands;
  for (const path of rest.length > 1 ? rest.slice(1) : rest)
    noteSend(machine, [machine.read(path)], host, fileName(path));
  return marks.any;
};

const mailIdle = ['--help', '--version', '-V', '-h', '-bp', '--serverinfo'];

/** Mail programs send their input and attachments. */
const mail: Program = (call, machine) => {
  if (argumentsOf(call).some((word) => mailIdle.includes(word))) return marks.any;
  const words = readCallWords(call, mailOptions);
  const attached = optionValues(words, '-a', '-A', '--attach', '-i', '-q', '-H');
  // mutt -a one two -- address
  const more = words.hasDashes ? words.operands.slice(0, words.operandsBeforeDashes) : [];
  const texts = optionValues(words, '-s', '--subject', '--body', '--header', '--data');
  const files = [...attached, ...more, ...texts.filter((text) => text.startsWith('@'))];
  const to = optionValue(words, '--to') ?? words.operands.at(-1);
  if (to === undefined && files.length === 0) return marks.any;
  const contents = files.map((path) => machine.read(path.replace(/^@/, '')));
  noteSend(machine, [call.stdin ?? '', ...texts, ...contents], to ?? 'unknown');
  return '';
};

/** sendmail and similar programs send their input. */
const sendmail: Program = (call, machine) => {
  const words = argumentsOf(call);
  if (words.some((word) => mailIdle.includes(word)) || call.stdin === undefined) return marks.any;
  noteSend(machine, [call.stdin], words.findLast((word) => !word.startsWith('-')) ?? 'unknown');
  return '';
};

/** Programs that send files to another person or to a public page; those with subcommands only on `send`. */
const share: Program = (call, machine) => {
  const words = readCallWords(call, {
    values: ['--code', '-c', '--relay', '--pass', '--text', '-i', '-t', '-a', '-b', '-f', '-u'],
  });
  const hasOrders = /^(?:croc|wormhole)$/.test(call.name);
  const [order, ...rest] = words.operands;
  if (hasOrders && order !== 'send' && order !== 'tx') return marks.net;
  const files = [...(hasOrders ? rest : words.operands), ...optionValues(words, '-i')];
  const data: readonly Value[] = [
    call.stdin ?? '',
    ...optionValues(words, '--text'),
    readFiles(machine, files, call.stdin),
  ];
  noteSend(machine, data, call.name);
  return marks.net;
};

export const senderPrograms = programTable({
  'ftp lftp ncftp': ftp,
  tftp,
  'ncftpput ftpput': ftpput,
  'mail mailx s-nail mutt neomutt swaks': mail,
  'sendmail msmtp ssmtp': sendmail,
  'pastebinit wormhole croc transfer.sh': share,
});
