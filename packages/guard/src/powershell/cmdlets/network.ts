import { networkCmdletRows } from '../../../.cache/powershell/cmdlets/network.js';
import { marks, type Value } from '../../value.js';
import type { PsContext } from '../context.js';
import { noteDataSent, noteWindowsWrite, psContent } from '../file-effects.js';
import { isPsTable, type PsItem, psText } from '../items.js';
import { type CmdletCall, type CmdletRun, type CmdletTable, cmdletTable } from '../parameters.js';

/** The data that a request sends: its body, its form, its file. */
function sentData(call: CmdletCall, { session }: PsContext): Value | undefined {
  const file = call.get('infile');
  const body = call.get('body') ?? call.get('form') ?? (call.input?.length ? call.input[0] : undefined);
  if (file === undefined && body === undefined) return undefined;
  const fileText = file === undefined ? '' : psContent(session, file, true);
  return fileText + (body === undefined ? '' : fieldTexts(body));
}

const fieldTexts = (item: PsItem): Value =>
  isPsTable(item) ? [...item.entries.values()].map(psText).join('') : psText(item);

const webRequest: CmdletRun = (call, context) => {
  const url = call.text('uri');
  const data = sentData(call, context);
  if (data !== undefined || url.includes(marks.secret)) noteDataSent(context.session, url, data ?? '');
  const file = call.get('outfile');
  if (file !== undefined) noteWindowsWrite(context.session, file, 'over', marks.net);
  return file !== undefined && !call.has('passthru') ? [] : [marks.net];
};

const bitsTransfer: CmdletRun = (call, { session }) => {
  if (/^upload/i.test(call.text('transfertype')))
    noteDataSent(session, call.text('destination'), psContent(session, call.get('source') ?? ''));
  else noteWindowsWrite(session, call.text('destination') || '.', 'over', marks.net);
};

const sendMail: CmdletRun = (call, { session }) => {
  const files = call.all('attachments').map((item) => psContent(session, item, true));
  noteDataSent(session, call.text('smtpserver') || call.text('to'), [call.text('body'), ...files].join(''));
};

export const networkCmdlets: CmdletTable = cmdletTable(networkCmdletRows, { webRequest, bitsTransfer, sendMail });
