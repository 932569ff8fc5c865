import type { Program } from '../machine.js';
import { decoderPrograms } from './decoders.js';
import { programIn } from './program-tables.js';

/** Programs that decode text; loaded when a command calls one. */
export const decoderProgram = (name: string): Program | undefined => programIn([decoderPrograms], name);

export { textOfBase64 } from './decoders.js';
