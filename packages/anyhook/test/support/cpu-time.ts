/** Milliseconds of processor time that this process has used. Unlike a clock, it does not grow while others use the machine. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
