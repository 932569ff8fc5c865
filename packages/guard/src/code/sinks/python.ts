import type { ActionTable } from './table.js';

const actions: ActionTable = {
  shellAloud:
    'os.system posix.system nt.system get_ipython().system ctypes.CDLL().system ctypes.cdll.LoadLibrary().system invoke.run invoke.Context().run',
  shell: `os.popen os.popen2 os.popen3 subprocess.getoutput subprocess.getstatusoutput commands.getoutput
    commands.getstatusoutput platform.popen asyncio.create_subprocess_shell
    pexpect.run pexpect.spawn sh.sh popen2.popen2 posix.popen`,
  programAloud: 'subprocess.run subprocess.call subprocess.check_call subprocess.Popen',
  program: 'subprocess.check_output asyncio.subprocess.create_subprocess_shell plumbum.local',
  words: 'asyncio.create_subprocess_exec',
  execWords:
    'os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp',
  spawnWords: 'os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe',
  delete:
    'os.remove os.unlink os.rmdir posix.remove posix.unlink posix.rmdir pathlib.Path.unlink pathlib.Path.rmdir aiofiles.os.remove',
  deleteTree:
    'shutil.rmtree os.removedirs distutils.dir_util.remove_tree send2trash.send2trash setuptools.distutils.dir_util.remove_tree',
  move: 'os.rename os.replace os.renames shutil.move pathlib.Path.rename pathlib.Path.replace',
  copy: 'shutil.copy shutil.copy2 shutil.copyfile distutils.file_util.copy_file shutil.copyfileobj',
  copyTree: 'shutil.copytree distutils.dir_util.copy_tree setuptools.distutils.dir_util.copy_tree dirsync.sync',
  permit: 'os.chmod os.lchmod os.chown os.lchown shutil.chown',
  link: 'os.symlink os.link',
  truncate: 'os.truncate os.ftruncate',
  touch: 'os.mknod',
  open: 'open io.open codecs.open os.open builtins.open gzip.open aiofiles.open file',
  unpack: 'shutil.unpack_archive',
  unpackHere: `tarfile.open().extractall tarfile.TarFile().extractall tarfile.TarFile.open().extractall
    zipfile.ZipFile().extractall py7zr.SevenZipFile().extractall`,
  read: 'linecache.getlines linecache.getline numpy.fromfile',
  list: 'glob.glob glob.iglob glob.glob0',
  listNames: 'os.listdir',
  listPaths: 'os.scandir',
  walk: 'os.walk os.fwalk',
  fetch: `urllib.request.urlopen urllib.urlopen urllib2.urlopen urlopen requests.get requests.head requests.request
    requests.options requests.Session().get httpx.get httpx.stream httpx.request httpx.Client().get
    urllib3.PoolManager().request urllib3.request http.client.HTTPSConnection http.client.HTTPConnection
    httplib.HTTPConnection httplib.HTTPSConnection aiohttp.ClientSession().get requests.session().get pycurl.Curl
    wget.download`,
  send: `requests.post requests.put requests.patch httpx.post httpx.put httpx.patch requests.Session().post
    httpx.Client().post aiohttp.ClientSession().post requests.session().post`,
  request: 'urllib.request.Request urllib2.Request requests.Request',
  download: 'urllib.request.urlretrieve urllib.urlretrieve',
  socket: `socket.socket socket.create_connection socket.socket().connect ssl.wrap_socket telnetlib.Telnet
    smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP ftplib.FTP_TLS paramiko.SSHClient socket.create_server`,
  duplicate: 'os.dup2 os.dup',
  terminal: 'pty.spawn',
  fork: 'os.fork os.forkpty pty.fork',
  evaluate:
    'eval exec execfile runpy.run_path code.InteractiveInterpreter().runsource code.interact compile marshal.loads pickle.loads types.FunctionType',
  print: `print pprint.pprint pprint.pp sys.stdout.write sys.stderr.write sys.stdout.buffer.write os.write logging.info
    logging.warning logging.error rich.print sys.stdout.writelines`,
  module: '__import__ importlib.import_module importlib.__import__',
  member: 'getattr operator.attrgetter',
  stdin: 'sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdin.buffer.read input raw_input fileinput.input',
  joinPath: 'os.path.join posixpath.join',
  path: 'pathlib.Path pathlib.PurePath pathlib.PosixPath Path',
  samePath:
    'os.path.expanduser os.path.expandvars os.path.abspath os.path.realpath os.path.normpath os.fspath os.path.relpath',
  home: 'pathlib.Path.home Path.home',
  currentFolder: 'os.getcwd pathlib.Path.cwd Path.cwd os.getcwdb',
  tempPath:
    'tempfile.mkdtemp tempfile.gettempdir tempfile.mktemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile tempfile.mkstemp',
  parentPath: 'os.path.dirname',
  lastPart: 'os.path.basename',
  changeFolder: 'os.chdir os.fchdir contextlib.chdir',
  variable: 'os.getenv',
  characters: 'chr unichr bytes bytearray',
  base64:
    'base64.b64decode base64.standard_b64decode base64.urlsafe_b64decode base64.decodebytes base64.decodestring binascii.a2b_base64',
  hex: 'bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex base64.b16decode',
  otherDecoder:
    'base64.b32decode base64.b85decode base64.a85decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress',
  decodeNamed: 'codecs.decode',
  percent: 'urllib.parse.unquote urllib.unquote urllib.parse.unquote_plus',
  same: `vars str bytes.decode repr list tuple set sorted iter enumerate shlex.quote next frozenset deque collections.deque
    json.dumps os.fsencode os.fsdecode html.unescape asyncio.run`,
  reverse: 'reversed',
  split: 'shlex.split',
  map: 'map filter',
  namedItems: 'dict',
  integer: 'int float',
  ordinal: 'ord',
  forgets: 'len isinstance hasattr type bool os.path.exists os.path.isdir os.path.isfile',
  kill: 'os.kill os.killpg',
};

export const pythonActions = (): ActionTable => actions;
