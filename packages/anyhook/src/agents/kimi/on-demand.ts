import { codecOf } from '../kit/codec-of.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { shape } from './events.js';

const codec = codecOf({ shape, capabilities, encoders });

/** Loaded when an event of Kimi CLI comes, or somebody asks what it can do. */
export const kimiCodec = () => codec;
