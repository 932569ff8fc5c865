import { windsurf } from './format-codec.js';

/** Loaded when a hook of the format is there. */
export const windsurfCodec = () => windsurf;
