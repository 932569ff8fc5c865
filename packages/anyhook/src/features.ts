import { fleet } from '@anyhook/fleet';
import { flow } from '@anyhook/flow';
import type { Feature } from './feature.js';

/**
 * What the published program is made of besides itself. This file alone imports these packages, and nothing else names
 * them; without a row, the program runs without that part.
 */
export const features: readonly Feature[] = [fleet, flow];
