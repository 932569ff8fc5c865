import type { Program } from '../machine.js';
import { programIn } from './program-tables.js';
import { unreadLanguagePrograms } from './unread-languages.js';

/** Programs that run text of a language without a reader; loaded when a command calls one. */
export const unreadLanguageProgram = (name: string): Program | undefined => programIn([unreadLanguagePrograms], name);
