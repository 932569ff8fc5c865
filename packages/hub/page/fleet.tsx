import type { CandidateSum } from '@anyhook/fleet';
import { Loaded } from '../../anyhook/page/loaded.js';
import { go } from '../../anyhook/page/route.js';
import { agoText, oneLine, plural, timeText, visible } from '../../anyhook/page/text.js';
import type { ChannelView, DeviceFilter, FleetView, RingView } from '../src/page/page-views.js';

const everyMs = 5_000;

export const FleetPage = () => (
  <div class="page narrow">
    <Loaded<FleetView> path="fleet" everyMs={everyMs} show={(view) => <Fleet view={view} />} />
  </div>
);

function Fleet({ view }: { readonly view: FleetView }) {
  const { counts, kept, missing, unsent, channels, candidates, at } = view;
  return (
    <>
      <h1>
        Fleet <small>as of {timeText(at)}</small>
      </h1>
      <div class="figures">
        <Figure label="devices" count={counts.all} filter="all" />
        <Figure label="silent for 3 days" count={counts.silent} filter="silent" isBad />
        <Figure label="behind the policy" count={counts.behind} filter="behind" isBad />
        <Figure label="with holes" count={counts.holes} filter="holes" isBad />
        <Figure label="with an alarm" count={counts.alarms} filter="alarms" isBad />
      </div>
      <p class="dim">
        {plural(kept, 'record')} kept, {missing.toLocaleString('en')} missing, {unsent.toLocaleString('en')} not sent
        yet
      </p>
      <h2>Rings</h2>
      {channels.length === 0 && <p class="empty">No device has reported, and no policy was announced.</p>}
      {channels.map((channel) => (
        <Channel key={channel.channel} channel={channel} />
      ))}
      <h2>What candidates would flip</h2>
      {candidates.length === 0 && <p class="empty">No device has a candidate.</p>}
      {candidates.map((candidate) => (
        <Candidate key={candidate.serial} candidate={candidate} />
      ))}
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly count: number;
  readonly filter: DeviceFilter;
  readonly isBad?: boolean;
}

const Figure = ({ label, count, filter, isBad = false }: FigureProps) => (
  <button type="button" class={`figure ${isBad && count > 0 ? 'bad' : ''}`} onClick={() => go(`devices/${filter}`)}>
    <b class="number">{count.toLocaleString('en')}</b>
    <span>{label}</span>
  </button>
);

function Channel({ channel }: { readonly channel: ChannelView }) {
  const { announced, published, expires, rings, serials, problem } = channel;
  const isExpired = expires !== undefined && expires < Date.now();
  return (
    <section class="channel">
      <p class="verdict-line">
        {oneLine(channel.channel)}{' '}
        <span class="dim">
          {published !== undefined && `serial ${published} is published`}
          {published !== undefined && expires !== undefined && !isExpired && `, until ${timeText(expires)}`}
          {published === undefined && announced !== undefined && `serial ${announced} was announced`}
        </span>
        {isExpired && <span class="tag fails">expired {agoText(expires)}</span>}
        {published !== undefined && announced !== undefined && announced < published && (
          <span class="tag slow">not announced: machines poll</span>
        )}
      </p>
      {problem !== undefined && <p class="problem">{visible(problem)}</p>}
      {rings.length > 0 && <Rings rings={rings} />}
      {rings.length === 0 && problem === undefined && (
        <p class="dim">To show rings here, name the policy server in the settings of the hub ("policy").</p>
      )}
      <p class="legend">
        {serials.map(({ serial, devices }) => (
          <span key={serial}>
            {serial === 0 ? 'no policy' : `serial ${serial}`} <b>{devices.toLocaleString('en')}</b>
          </span>
        ))}
      </p>
    </section>
  );
}

const Rings = ({ rings }: { readonly rings: readonly RingView[] }) => (
  <table class="list">
    <thead>
      <tr>
        <th>ring</th>
        <th class="right">part</th>
        <th class="right">bundle</th>
        <th class="right">devices</th>
        <th class="after-number">up to date</th>
      </tr>
    </thead>
    <tbody>
      {rings.map(({ mode, serial, part, devices, current }, i) => (
        <tr key={i}>
          <td class={`ring-${mode}`}>{mode}</td>
          <td class="number right">{Number((part * 100).toFixed(2))} %</td>
          <td class="number right">{serial}</td>
          <td class="number right">{devices.toLocaleString('en')}</td>
          <td class="number after-number">
            <progress max={Math.max(devices, 1)} value={current} aria-label={`${current} of ${devices}`} />{' '}
            {current.toLocaleString('en')} of {devices.toLocaleString('en')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Candidate({ candidate }: { readonly candidate: CandidateSum }) {
  const { serial, flipped, total, devices, flips, notReplayed, unknown } = candidate;
  return (
    <section class="channel">
      <p class="verdict-line">
        serial {serial} flips <b class="number">{flipped.toLocaleString('en')}</b> of {plural(total, 'decision')} on{' '}
        {plural(devices, 'device')}
        {notReplayed + unknown > 0 && (
          <span class="dim">
            ; {plural(notReplayed + unknown, 'other')} cannot be decided without running a program
          </span>
        )}
      </p>
      {flips.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th>hook</th>
              <th>before</th>
              <th>after</th>
              <th class="right">decisions</th>
            </tr>
          </thead>
          <tbody>
            {flips.map(({ hook, from, to, count }) => (
              <tr key={`${hook} ${from} ${to}`}>
                <td class="name">{oneLine(hook)}</td>
                <td>{oneLine(from)}</td>
                <td>
                  <b>{oneLine(to)}</b>
                </td>
                <td class="number right">{count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
