// Loaded before each test file in the bed. A test's own temporary folder that cannot be removed at its end is no failure of the test:
// Windows keeps what is still open, such as a database until it is collected. `.ci/windows` empties the folder before each run.
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';

const { rmSync } = fs;
const isOwnFolder = (path) => typeof path === 'string' && dirname(resolve(path)) === resolve(tmpdir());

fs.rmSync = (path, options) => {
  if (!options?.recursive || !isOwnFolder(path)) return rmSync(path, options);
  try {
    rmSync(path, { ...options, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    if (!['EBUSY', 'ENOTEMPTY', 'EPERM', 'EACCES'].includes(error.code) || !existsSync(path)) throw error;
  }
};
syncBuiltinESMExports();
