import { copilot } from './format-codec.js';

/** Loaded when a hook of the format is there. */
export const copilotCodec = () => copilot;
