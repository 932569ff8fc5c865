/** Loaded when a command has SQL. */
export { judgeSql as runSql, looksLikeSql } from './sql.js';
