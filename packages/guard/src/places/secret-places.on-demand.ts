/** Loaded when a command touches a place that may hold a secret: any file that is not the project itself. */
export { isSecretToRead, isSecretToWrite } from './secret-places.js';
