import { credentials, sending } from '../../.cache/code/network-actions.js';
import { answerOf } from '../programs/metadata-address.js';
import { hasMark, marks, type Value } from '../value.js';
import { type CodeAction, callBack } from './actions.js';
import {
  type Arguments,
  type CodeValue,
  codeText,
  firstText,
  namedArgument,
  sourcesIn,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import type { Flow } from './flow.js';

const protocols = ['http://', 'https://', 'ftp://', 'ftps://', 'ws://', 'wss://', 'tcp://'];
export const isAddress = (path: Value): boolean => protocols.some((start) => path.toLowerCase().startsWith(start));

/** The host of an address; the address itself if it has no protocol. */
export function addressHost(address: Value): string {
  const start = address.indexOf('://');
  const rest = start < 0 ? address : address.slice(start + 3);
  const end = [...rest].findIndex((char) => '/?#:'.includes(char));
  const host = end < 0 ? rest : rest.slice(0, end);
  return host.slice(host.lastIndexOf('@') + 1);
}

/** Reading from a URL: the data in the URL are sent off the machine. */
export function noteFetch(address: Value, flow: Flow): Value {
  flow.host = addressHost(address);
  if (hasMark(address, 'secret')) flow.machine.note({ do: 'send', secret: true, host: flow.host });
  return marks.net;
}

/** Parts of a request that usually contain credentials. */
const credentialParts = new Set(credentials);

function sentSources(args: Arguments): string {
  const named = [...args.named]
    .filter(([name]) => !credentialParts.has(name))
    .map(([, codeValue]) => sourcesIn(codeValue));
  const listed = args.list.map((codeValue) => {
    if (codeValue.kind !== 'map') return sourcesIn(codeValue);
    return [...codeValue.entries]
      .filter(([name]) => !credentialParts.has(name))
      .map(([, item]) => sourcesIn(item))
      .join('');
  });
  return [...named, ...listed].join('');
}

function addressIn(args: Arguments): Value {
  const named = namedArgument(args, 'url', 'hostname', 'host', 'base_url', 'uri');
  const listed = args.list.flatMap((codeValue) => textsOf(codeValue)).find((text) => text.includes('://'));
  return listed ?? (named === undefined ? firstText(args.list[0]) : firstText(named));
}

const bodies = ['data', 'json', 'body', 'files', 'content', 'form', 'params'];

const asRequest =
  (always: boolean): CodeAction =>
  (args, flow) => {
    const settled: Arguments = {
      list: args.list.map((codeValue) => flow.settle(codeValue)),
      named: new Map([...args.named].map(([name, codeValue]) => [name, flow.settle(codeValue)])),
    };
    const address = addressIn(settled);
    flow.host = addressHost(address);
    const secret = sentSources(settled).includes(marks.secret);
    const hasBody = always || namedArgument(settled, ...bodies) !== undefined;
    if (secret || hasBody) flow.machine.note({ do: 'send', secret, host: flow.host });
    const answer = codeText(answerOf(flow.machine, address));
    callBack(args, flow, answer, answer, answer);
    return answer;
  };

const asSocket: CodeAction = (args, flow) => {
  flow.noteShell(false, true);
  const host = namedArgument(args, 'host', 'PeerAddr', 'PeerHost', 'hostname');
  const text =
    host === undefined
      ? args.list.flatMap((codeValue) => textsOf(codeValue)).find((item) => item.includes('.'))
      : firstText(host);
  if (text !== undefined) flow.host = addressHost(text.split(' ')[0] ?? '');
  const socket: CodeValue = { ...codeText(marks.net), type: 'socket' };
  callBack(args, flow, socket);
  return socket;
};

const sendMethods = new Set(sending);

/** Methods of connections and clients that the program opened before. */
export function sendMethod(name: string, args: Arguments, flow: Flow): void {
  if (flow.host === '' && !flow.hasSocket) return;
  if (sendMethods.has(name) && sentSources(args).includes(marks.secret))
    flow.machine.note({ do: 'send', secret: true, host: flow.host });
}

const networkActions = {
  fetch: asRequest(false),
  send: asRequest(true),
  /** A request that is sent later: only its address and body matter. */
  request: (args, flow) => {
    asRequest(false)(args, flow);
    return codeText(firstText(args.list[0]));
  },
  download: (args, flow) => {
    asRequest(false)(args, flow);
    const path = namedArgument(args, 'filename', 'destfile') ?? args.list[1];
    if (path !== undefined) for (const file of textsOf(path)) flow.machine.write(flow.path(file), 'over', marks.net);
    return path ?? codeText(marks.net);
  },
  /** `curl_setopt($c, CURLOPT_URL, $url)`: the address may be set later. */
  curlOption: (args, flow) => {
    asRequest(false)({ ...args, list: args.list.slice(2) }, flow);
    return codeText(marks.net);
  },
  socket: asSocket,
  duplicate: (_args, flow) => {
    if (flow.hasSocket) flow.noteShell(true);
    return codeText(marks.any);
  },
} satisfies Record<string, CodeAction>;

export type NetworkActionName = keyof typeof networkActions;

export const runNetworkAction = (name: NetworkActionName, ...given: Parameters<CodeAction>): CodeValue =>
  (networkActions[name] as CodeAction)(...given) ?? unknownCodeValue;
