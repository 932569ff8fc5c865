import { codecOf } from '../kit/codec-of.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { nativeInput, shape } from './events.js';

const codec = codecOf({ shape, capabilities, encoders, nativeInput });

/** Loaded when an event of Gemini CLI comes, or somebody asks what it can do. */
export const geminiCodec = () => codec;
