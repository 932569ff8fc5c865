/** Variables that change how our programs start. A shell that cannot pass on all variables as data hides these. */
export const startVariables: readonly string[] = [
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_ICU_DATA', 'NODE_PATH', 'NODE_V8_COVERAGE', 'NODE_CHANNEL_FD'],
  ...['NODE_UNIQUE_ID', 'NODE_REDIRECT_WARNINGS', 'NODE_DEBUG', 'NODE_COMPILE_CACHE', 'NODE_PENDING_DEPRECATION'],
  ...['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'UV_THREADPOOL_SIZE'],
  ...['DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'IFS', 'TZ'],
];
/** Prefix for the name of such a variable; see `giveVariablesBack` in `bin/anyhook.cjs`. */
export const agentPrefix = 'ANYHOOK_AGENT_';
