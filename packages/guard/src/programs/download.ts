import { httpieOptions, wgetOptions } from '../../.cache/programs/download.js';
import { type Program, programTable } from '../machine.js';
import { marks, type Value } from '../value.js';
import { listOfWords } from '../word-lists.js';
import { isStandardInput, joinPath } from './call-words.js';
import { deletesByQuery, isMisusedHeader, nameInUrl } from './curl.js';
import {
  addressHoldsSecret,
  holdsSecret,
  hostInAddress,
  isGiven,
  isThisMachine,
  noteSend,
  optionValue,
  optionValues,
  readCallWords,
  readFiles,
} from './kit.js';
import { answerOf } from './metadata-address.js';

const wget: Program = (call, machine) => {
  const words = readCallWords(call, wgetOptions);
  if (isGiven(words, '--help', '-h', '--version', '-V')) return undefined;
  const ask = optionValue(words, '--use-askpass');
  if (ask !== undefined) machine.run([ask], { via: 'wget' });
  const urls = words.operands;
  const body = [
    ...optionValues(words, '--post-data', '--body-data'),
    ...optionValues(words, '--post-file', '--body-file').map((path) =>
      isStandardInput(path) ? (call.stdin ?? '') : machine.read(path),
    ),
  ];
  body.push(...optionValues(words, '--header').filter(isMisusedHeader));
  body.push(...optionValues(words, '-U', '--user-agent', '--referer').filter(holdsSecret));
  for (const url of urls) {
    const data = addressHoldsSecret(url) ? [...body, url] : body;
    if (data.length > 0) noteSend(machine, data, hostInAddress(url));
    if (deletesByQuery(url)) machine.note({ do: 'destroy', kind: 'db', what: 'data of a store', target: url });
    if (/^delete$/i.test(optionValue(words, '--method') ?? '') && !isThisMachine(hostInAddress(url))) {
      machine.note({ do: 'destroy', kind: 'remote', what: 'a resource', target: url });
    }
  }
  for (const path of optionValues(words, '-o', '--output-file', '-a', '--append-output')) machine.write(path, 'append');
  if (isGiven(words, '--spider')) return marks.any;
  const file = optionValue(words, '-O', '--output-document');
  if (file === '-' || file === '/dev/stdout') return urls.map((url) => answerOf(machine, url)).join('') || marks.net;
  const folder = optionValue(words, '-P', '--directory-prefix') ?? '';
  if (file !== undefined) machine.write(file, 'over', marks.net);
  else if (isGiven(words, '-r', '--recursive', '-m', '--mirror', '-p', '--page-requisites'))
    machine.write(folder || '.', 'unpack');
  else for (const url of urls) machine.write(joinPath(folder, nameInUrl(url)), 'over', marks.net);
  return marks.any;
};

const methodWord = /^[A-Z]{3,10}$/;

/** httpie and xh: `[METHOD] URL [name=value | name=@file | @file …]`. */
const httpie: Program = (call, machine) => {
  const words = readCallWords(call, {
    ...httpieOptions,
    values: [...(httpieOptions.values ?? []), '--raw', '--verify', '--cert'],
  });
  const isMethod = methodWord.test(words.operands[0] ?? '');
  const [url, ...items] = words.operands.slice(isMethod ? 1 : 0);
  if (url === undefined || isGiven(words, '--help', '--version', '--offline')) return undefined;
  const data: Value[] = [...(call.stdin === undefined ? [] : [call.stdin]), ...optionValues(words, '--raw')];
  for (const item of items) {
    const file = /^(?:[^=@:]*:?=?@)/.exec(item);
    const isHeader = /^[^=@]*:(?!=)/.test(item) && !item.includes(':=');
    if (file) data.push(readFiles(machine, [item.slice(file[0].length)], call.stdin));
    else if (!isHeader) data.push(item);
  }
  if (addressHoldsSecret(url)) data.push(url);
  const host = url.startsWith(':') ? 'localhost' : hostInAddress(url);
  if (data.length > 0) noteSend(machine, data, host);
  if (deletesByQuery(url)) machine.note({ do: 'destroy', kind: 'db', what: 'data of a store', target: url });
  if (/^delete$/i.test(words.operands[0] ?? '') && !isThisMachine(host)) {
    machine.note({ do: 'destroy', kind: 'remote', what: 'a resource', target: url });
  }
  const file = optionValue(words, '-o', '--output');
  if (file !== undefined) machine.write(file, 'over', marks.net);
  else if (isGiven(words, '-d', '--download')) machine.write(nameInUrl(url), 'over', marks.net);
  return file === undefined ? answerOf(machine, url) : marks.any;
};

/** aria2c and axel write the files that they download. */
const downloader: Program = (call, machine) => {
  const words = readCallWords(call, {
    values: listOfWords('-o --out --output -d --dir -i --input-file -x -s -j -k -n -c --header'),
  });
  const [url] = words.operands;
  if (url === undefined) return undefined;
  const name = optionValue(words, '-o', '--out', '--output') ?? nameInUrl(url);
  machine.write(
    joinPath(call.name === 'aria2c' ? (optionValue(words, '-d', '--dir') ?? '') : '', name),
    'over',
    marks.net,
  );
  return marks.any;
};

/** Programs that print a page as text. */
const printer: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-O', '-o', '-H'] });
  for (const url of words.operands) if (addressHoldsSecret(url)) noteSend(machine, [url], hostInAddress(url));
  return marks.net;
};

export const downloadPrograms = programTable({
  'wget wget2': wget,
  'http https httpie xh xhs': httpie,
  'aria2c axel': downloader,
  'lynx w3m links elinks GET lwp-request fetch': printer,
});
