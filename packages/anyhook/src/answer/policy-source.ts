import { features } from '../features.js';

/** Where hooks of an organisation come from: a machine obeys one policy, so the first feature that has a source. */
export const policySource = () => features.find(({ policy }) => policy !== undefined)?.policy;
