export { droidTools as tools } from '../../core/agent-tools/droid.js';
