import { features } from '../features.js';

/** The source of an organisation's hooks: the first feature that has one, since a machine obeys one policy. */
export const policySource = () => features.find(({ policy }) => policy !== undefined)?.policy;
