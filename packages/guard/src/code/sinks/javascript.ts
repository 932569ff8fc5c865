import type { ActionTable } from './table.js';

/** Names without `Sync`, `promises` and `node:`; modules that extend `fs` count as it. */
const actions: ActionTable = {
  shell:
    'child_process.exec execa.command execa.execaCommand zx.$ $ Bun.$ bun.$ shelljs.exec execaCommand util.promisify(child_process.exec)',
  spawn:
    'child_process.spawn child_process.execFile execa.execa execa cross-spawn cross-spawn.sync cross-spawn.spawn spawn-sync Bun.spawn Deno.run Deno.Command',
  startProgram: 'shelljs.rm shelljs.mv shelljs.cp shelljs.chmod shelljs.ln',
  delete: 'fs.unlink fs.rm fs.rmdir Deno.remove Bun.unlink',
  deleteTree: `fs.remove fs.emptyDir fs.emptydir fs.rimraf rimraf rimraf.sync rimraf.rimraf rimraf.default rimraf.native rimraf.manual del del.default del.deleteAsync del.delete del.sync
    trash trash.default remove.remove fs.removeTree`,
  move: 'fs.rename fs.move Deno.rename',
  copy: 'fs.copyFile Deno.copyFile',
  copyTree: 'fs.cp fs.copy cpy cpy.default ncp ncp.ncp recursive-copy copy-dir copy-dir.sync cpr',
  permit: 'fs.chmod fs.chown fs.lchmod fs.lchown Deno.chmod Deno.chown',
  link: 'fs.symlink fs.link Deno.symlink',
  truncate: 'fs.truncate fs.ftruncate Deno.truncate',
  touch: 'fs.createFile fs.ensureFile',
  open: 'fs.open Deno.open',
  write:
    'fs.writeFile fs.outputFile fs.writeJson fs.outputJson Deno.writeTextFile Deno.writeFile Bun.write write-file-atomic',
  append: 'fs.appendFile',
  openWrite: 'fs.createWriteStream Deno.create',
  read: 'fs.readFile fs.createReadStream Deno.readTextFile Deno.readFile fs.readJson fs.openAsBlob',
  fileObject: 'Bun.file',
  list: 'glob glob.glob glob.default fast-glob fast-glob.glob globby globby.globby fs.glob tinyglobby.glob',
  listNames: 'fs.readdir Deno.readDir',
  fetch: `fetch axios axios.get axios.request axios.head got got.get node-fetch node-fetch.default undici.fetch undici.request needle needle.get
    http.get https.get request request.get superagent.get XMLHttpRequest http2.connect isomorphic-fetch cross-fetch`,
  send: 'axios.post axios.put axios.patch got.post got.put needle.post request.post superagent.post navigator.sendBeacon http.request https.request WebSocket ws',
  socket:
    'net.connect net.createConnection net.Socket tls.connect net.Socket().connect Deno.connect Bun.connect dgram.createSocket net.createServer',
  fork: 'child_process.fork cluster.fork',
  evaluate: `eval Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script AsyncFunction constructor.constructor
    module._compile Module._compile vm.compileFunction require-from-string`,
  print: `console.log console.error console.info console.warn console.debug console.table console.dir process.stdout.write
    process.stderr.write print printjson Deno.stdout.write`,
  module:
    'require import process.mainModule.require module.require process.getBuiltinModule require.main.require createRequire()',
  madeRequire: 'module.createRequire createRequire Module.createRequire',
  member: 'Reflect.get',
  applied: 'Reflect.apply',
  joinPath: 'path.join path.posix.join',
  resolvePath: 'path.resolve path.posix.resolve',
  samePath: 'path.normalize fs.realpath url.fileURLToPath untildify path.relative',
  home: 'os.homedir Deno.homeDir',
  currentFolder: 'process.cwd Deno.cwd',
  tempPath: 'os.tmpdir fs.mkdtemp Deno.makeTempDir',
  parentPath: 'path.dirname',
  lastPart: 'path.basename',
  changeFolder: 'process.chdir Deno.chdir shelljs.cd',
  variable: 'Deno.env.get',
  characters: 'String.fromCharCode String.fromCodePoint',
  base64: 'atob',
  bufferFrom: 'Buffer.from Buffer',
  percent: 'decodeURIComponent unescape decodeURI',
  otherDecoder: 'zlib.gunzip zlib.inflate zlib.brotliDecompress zlib.unzip',
  same: `String Array.from Object JSON.stringify JSON.parse Promise.resolve util.promisify util.inspect Promise.all Object.values
    Object.entries new Set structuredClone String.raw util.format TextDecoder().decode TextEncoder().encode`,
  split: 'string-argv',
  integer: 'Number parseInt parseFloat',
  forgets: 'fs.exists Object.keys Boolean isNaN Array.isArray',
  kill: 'process.kill',
};

export const javascriptActions = (): ActionTable => actions;
