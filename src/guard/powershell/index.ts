export { runCmd } from './cmd/run-cmd.js';
export { runPowerShell } from './run-powershell.js';
export { windowsPrograms } from './windows-programs.js';
