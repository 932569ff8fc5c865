/** Loaded when a command starts a shell or a program of Windows. */
export { mayBeCmd } from './cmd/may-be-cmd.js';
export { runCmd } from './cmd/run-cmd.js';
export { runPowerShell } from './run-powershell.js';
export { windowsProgram } from './windows-programs.js';
