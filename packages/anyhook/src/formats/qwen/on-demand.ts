import { qwen } from './codec.js';

/** Loaded when a hook of the format is there. */
export const qwenCodec = () => qwen;
