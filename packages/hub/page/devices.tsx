import { useSignal } from '@preact/signals';
import { CopyButton } from '../../anyhook/page/copy-button.js';
import { Loaded } from '../../anyhook/page/loaded.js';
import { go } from '../../anyhook/page/route.js';
import { agoText, oneLine, plural, timeText, visible } from '../../anyhook/page/text.js';
import { type DeviceFilter, type DeviceRow, deviceFilters, type FleetView } from '../src/page/page-views.js';

const everyMs = 5_000;

/** The matching devices, worst first. */
export function DevicesPage({ filter: asked }: { readonly filter: string | undefined }) {
  const search = useSignal('');
  const filter = (asked !== undefined && asked in deviceFilters ? asked : 'all') as DeviceFilter;
  const name = search.value.trim().toLowerCase();
  return (
    <div class="page">
      <h1>Devices</h1>
      <div class="filters flat">
        <select
          aria-label="Which devices"
          value={filter}
          onChange={(event) => go(`devices/${event.currentTarget.value}`)}
        >
          {Object.entries(deviceFilters).map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
        <input
          id="search"
          type="search"
          placeholder="beginning of a name"
          aria-label="Start of a device name"
          maxLength={32}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      </div>
      {/^[0-9a-f]*$/.test(name) ? (
        <Loaded<FleetView>
          path="fleet"
          query={{ filter, search: name }}
          everyMs={everyMs}
          show={(view) => <Devices view={view} />}
        />
      ) : (
        <p class="empty">Device names consist of 0 to 9 and a to f.</p>
      )}
    </div>
  );
}

function Devices({ view: { devices, matching } }: { readonly view: FleetView }) {
  const open = useSignal<string | undefined>(undefined);
  if (matching === 0) return <p class="empty">No such device.</p>;
  return (
    <>
      <table class="list">
        <thead>
          <tr>
            <th>device</th>
            <th>last report</th>
            <th>policy</th>
            <th class="wide">version</th>
            <th class="right wide">kept</th>
            <th class="right">missing</th>
            <th class="right wide">not sent</th>
            <th class="after-number">alarms</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((row) => (
            <Device
              key={row.device}
              row={row}
              isOpen={open.value === row.device}
              toggle={() => (open.value = open.value === row.device ? undefined : row.device)}
            />
          ))}
        </tbody>
      </table>
      {matching > devices.length && (
        <p class="dim">
          The first {devices.length} of {plural(matching, 'device')}: search for the others.
        </p>
      )}
    </>
  );
}

interface DeviceProps {
  readonly row: DeviceRow;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function Device({ row, isOpen, toggle }: DeviceProps) {
  const { device, at, channel = '', serial, version = '', kept, missing, unsent = 0, alarms } = row;
  return (
    <>
      <tr class={isOpen ? 'open' : ''}>
        <td class="code">
          <button type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
            {device.slice(0, 10)}
          </button>
        </td>
        <td class={`number ${row.isSilent ? 'bad' : ''}`}>{at === undefined ? 'never' : agoText(at)}</td>
        <td class={row.isBehind ? 'bad' : ''}>
          {oneLine(channel)} {serial === 0 ? 'none' : serial}
        </td>
        <td class="wide dim">{oneLine(version.split('+')[0] ?? '')}</td>
        <td class="number right wide">{kept.toLocaleString('en')}</td>
        <td class={`number right ${missing > 0 ? 'bad' : 'zero'}`}>{missing.toLocaleString('en')}</td>
        <td class={`number right wide ${unsent === 0 ? 'zero' : ''}`}>{unsent.toLocaleString('en')}</td>
        <td class="after-number">
          {alarms.map((alarm) => (
            <span key={alarm} class="alarm">
              {visible(alarm)}
            </span>
          ))}
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={8}>
            <Details row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

const Details = ({ row }: { readonly row: DeviceRow }) => {
  const { device, enrolled, at, version = 'not known', holes, missing } = row;
  return (
    <dl class="fields">
      <dt>device</dt>
      <dd>
        <code>{device}</code> <CopyButton label="Copy" text={() => device} />
      </dd>
      <dt>enrolled</dt>
      <dd>{timeText(enrolled)}</dd>
      <dt>last report</dt>
      <dd>{at === undefined ? 'never' : timeText(at)}</dd>
      <dt>anyhook</dt>
      <dd>{oneLine(version)}</dd>
      <dt>holes</dt>
      <dd>
        {missing === 0
          ? 'none'
          : `${holes.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(', ')}; the next report requests them, if the machine still has them`}
      </dd>
    </dl>
  );
};
