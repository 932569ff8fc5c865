import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeviceFigures, DeviceOrder, DeviceSettings } from './device-process.js';
import type { HubWorld } from './hub-world.js';
import { type Program, startProgram } from './programs.js';

/** A message from a process of devices. */
interface DeviceMessage {
  readonly ready?: true;
  readonly figures?: DeviceFigures;
  readonly problem?: string;
  readonly heard?: number;
}

const deviceProgram = fileURLToPath(new URL('fleet-sim-devices.js', import.meta.url));

/** Simulated devices in a few processes. */
export class DeviceFleet {
  private readonly running: Program[] = [];

  constructor(
    private readonly node: string,
    private readonly folder: string,
    private readonly world: HubWorld,
    private readonly sizes: readonly number[],
  ) {}

  get processes(): number {
    return this.sizes.length;
  }

  private folderOf = (index: number): string => join(this.folder, `devices-${index}`);

  /** Starts a process; its devices have their former data. */
  async start(index: number): Promise<void> {
    const folder = this.folderOf(index);
    mkdirSync(folder, { recursive: true });
    const { ports, certificate, org, tokens } = this.world;
    const settings: DeviceSettings = {
      devices: this.sizes[index] ?? 0,
      ports,
      certificate,
      folder,
      org,
      token: tokens.enrol,
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    const program = startProgram(this.node, [deviceProgram, join(folder, 'settings.json')], join(folder, 'log'), {
      hasChannel: true,
    });
    this.running[index] = program;
    await this.next(program, ({ ready }) => ready);
  }

  private next<Value>(program: Program, pick: (message: DeviceMessage) => Value | undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        program.child.off('message', onMessage);
        program.child.off('exit', onExit);
      };
      const onExit = () => {
        stop();
        reject(new Error(`a process of devices ended; see ${this.folder}`));
      };
      const onMessage = (message: DeviceMessage) => {
        const value = pick(message);
        if (value === undefined && message.problem === undefined) return;
        stop();
        if (message.problem !== undefined) reject(new Error(message.problem));
        else resolve(value as Value);
      };
      program.child.on('message', onMessage);
      program.child.on('exit', onExit);
    });
  }

  kill = async (index: number): Promise<void> => this.running[index]?.end();

  /** Sends an order to one process, without waiting for its end. */
  send(index: number, order: DeviceOrder): void {
    this.running[index]?.child.send(order);
  }

  /** Sends an order to all processes; returns the sum of their figures, and the time until the last was done. */
  async all(order: DeviceOrder): Promise<DeviceFigures> {
    const start = performance.now();
    const done = await Promise.all(
      this.running.map((program) => {
        const figures = this.next(program, (message) => message.figures);
        program.child.send(order);
        return figures;
      }),
    );
    return { count: done.reduce((sum, { count }) => sum + count, 0), ms: performance.now() - start };
  }

  /** Resolves when every device of every process has heard of a serial. */
  async waitForSerial(serial: number): Promise<void> {
    const said = ({ heard }: DeviceMessage) => (heard === serial ? true : undefined);
    await Promise.all(this.running.map((program) => this.next(program, said)));
  }

  async startAll(): Promise<void> {
    await Promise.all(this.sizes.map((_, i) => this.start(i)));
  }

  async end(): Promise<void> {
    await Promise.all(this.running.map((program) => program.end()));
  }

  /** The records on the devices' disks: the expected ones. */
  *records(): Generator<string> {
    for (const index of this.sizes.keys())
      for (const line of readFileSync(join(this.folderOf(index), 'spool.ndjson'), 'utf8').split('\n'))
        if (line !== '') yield line;
  }
}
