declare const __VERSION__: string | undefined;

/** The package's version and build, inserted by the bundler; caches of another build are not read. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-source';
