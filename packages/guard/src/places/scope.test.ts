import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import type { PlaceScope } from '../effect.js';
import { marks, shownValue } from '../value.js';
import type { GuardWorld } from '../world.js';
import { placeOf, worseScope } from './scope.js';

const world: GuardWorld = {
  cwd: '/home/ann/shop',
  root: '/home/ann/shop',
  home: '/home/ann',
  temp: ['/tmp', '/var/tmp'],
  env: {},
  agentPlaces: ['/home/ann/.agent/settings.json', '/home/ann/shop/.agent/settings.json', '/home/ann/.config/anyhook'],
};

/** A path as a shell reads it: `~` is the home folder, `*` and `?` are globs, `$X` is unknown. */
const value = (text: string, home: string) =>
  text
    .replace(/^~(?=\/|$)/, home)
    .replaceAll('$X', marks.any)
    .replaceAll('*', marks.star)
    .replaceAll('?', marks.one);

interface CheckOptions {
  readonly on?: GuardWorld;
  readonly cwd?: string;
  readonly remote?: string;
}

function check(table: Partial<Record<PlaceScope, string>>, options: CheckOptions = {}): void {
  const { on = world, remote } = options;
  const cwd = value(options.cwd ?? on.cwd, on.home);
  const wrong = Object.entries(table).flatMap(([scope, paths]) =>
    paths
      .trim()
      .split(/\s+/)
      .map((path) => ({ path, scope, found: placeOf(value(path, on.home), cwd, on, remote).scope }))
      .filter((one) => one.found !== one.scope)
      .map((one) => `${one.path} is ${one.found}, not ${one.scope}`),
  );
  assert.deepEqual(wrong, []);
}

test('a path has the scope of its folder', () => {
  check({
    root: '/ // /. /.. /../.. /tmp/.. /etc/../ /home/../ ../../.. ../../../../.. /./ src/../../../../',
    system:
      '/etc /etc/ /etc/hosts /usr /usr/local/bin/x /usr/../etc /bin /bin/ls /sbin /lib /lib64/x /boot /opt/app /var /var/log /var/lib/db ' +
      '/proc/sys/x /sys/x /run /run/docker.sock /dev /nix/store /snap/x /System /Library/Fonts /Applications/X.app /private/etc/hosts ' +
      '../../../etc/passwd src/../../../../etc /tmp/../etc /var/tmp/../log //etc//hosts //./etc/passwd //etc.d/../etc/x /etc/./hosts /ETC /Usr/bin',
    device: '/dev/sda /dev/sda1 /dev/nvme0n1 /dev/disk2 /dev/mapper/vg-x /dev/mem2 /dev/kvm /dev/loop0 /dev/../dev/sda',
    home: '~ ~/ ~/. /home /home/ /home/bob /home/bob/ /root /Users /Users/bob /home/ann ../ .. ../. src/../.. ~/x/.. ~/../ann ~/.. /HOME/ann',
    'in-home':
      '~/Documents ~/other/src ../sibling ~/.config ~/.cache/x src/../../sibling foo/../../bar ~/.ssh/known_hosts ~/.vimrc ~/.kube/config ~/.aws',
    project: '. ./ ./. ~/shop /home/ann/shop/ src/.. ./src/../. ../shop ~/Shop',
    inside:
      'src ./src src/ dist node_modules/.cache a/b/../c ../shop/dist -weird .github .env .env.local .gitignore .gitmodules server.key ' +
      '/home/ann/shop/dist .husky/pre-commit vendor/x/.git .git/index.lock .git/hooks/x.sample .git/COMMIT_EDITMSG .npmrc .github/README.md ~/shop/x',
    git: '.git .git/ ./.git .git/objects .git/refs/heads/main .git/index .git/HEAD src/../.git ~/shop/.git .GIT .git/info/exclude .git/rebase-merge',
    'git-hooks':
      '.git/hooks .git/hooks/pre-commit .git/config .git/config.worktree .git/modules/a/hooks/x .git/modules/a/b/config ~/.gitconfig ' +
      'vendor/x/.git/hooks/pre-push vendor/x/.git/config ~/.config/git/hooks/x',
    temp:
      '/tmp/x /tmp/a/../b /var/tmp/x /private/tmp/x /var/folders/ab/cd/T/x /private/var/folders/ab/cd/T/x /dev/null /dev/zero /dev/stdout ' +
      '/dev/stderr /dev/fd/3 /dev/tty /dev/pts/0 /dev/shm/x /run/user/1000/x /proc/self/fd/1 /dev/ttyUSB0 /tmp/x/.git /tmp/.ssh/id_rsa',
    'temp-all': '/tmp /tmp/ /var/tmp /tmp/x/.. /dev/shm /private/tmp /var/folders/ab/cd/T',
    secret:
      '~/.ssh ~/.ssh/ ~/.ssh/id_rsa ~/.ssh/authorized_keys ~/.ssh/config ~/.aws/credentials ~/.gnupg/x ~/.netrc ~/.git-credentials ' +
      '/etc/shadow /etc/sudoers /etc/sudoers.d/x /home/bob/.ssh/id_ed25519 /root/.ssh/authorized_keys ~/.SSH/config ~/x/../.ssh ../.ssh/id_rsa',
    profile:
      '~/.bashrc ~/.zshrc ~/.profile ~/.bash_profile ~/.zshenv ~/.config/fish/config.fish ~/.config/autostart/x.desktop ~/Library/LaunchAgents/x.plist /root/.bashrc',
    ci:
      '.github/workflows .github/workflows/ci.yml .gitlab-ci.yml Jenkinsfile azure-pipelines.yml .circleci/config.yml .buildkite/pipeline.yml ' +
      'bitbucket-pipelines.yml .travis.yml .drone.yml .woodpecker/x.yml appveyor.yml',
    agent: '~/.agent/settings.json .agent/settings.json .agent ~/.config/anyhook ~/.config/anyhook/x',
    outside:
      '/srv/www /mnt/x /media/x /data /some/path /home/bob/x /root/x /Users/bob/x /Volumes/x /workspace /Users/Shared/x',
    remote: '/dev/tcp/1.2.3.4/80 /dev/udp/h/1',
  });
});

test('a glob for all names means the folder, and any other glob the places that it may match', () => {
  check({
    root: '/* /*/ /?* /** /**/* /*/* /*.* ../../../* /.*',
    home: '~/* ~/** /home/* /home/*/ /home/*/* ../* ~/.* ~/.??* ../.* /home/a* /ho* /h?me /r??t /*/ann ~/*.* /U* /u*/* /*/bin',
    project: '* ./* ** **/* */ ?* *.* ./*/* ~/shop/* ~/sh* ~/s??p ../sh* ../*op /home/*/shop ~/*/../shop',
    git: '.* .??* .?* .g* .g?t .g*t .gi? ./.gi* ~/shop/.g* .git/*',
    'git-hooks': '.git/hooks/* .git/ho* .g*/hooks/pre-commit .git/con*',
    system: '/et* /e* /?tc /us? /etc/* /etc/*.conf /b?n /*tc /usr/lo* /var/l?g /etc/host? /e*/x /dev/*',
    device: '/dev/sd* /dev/sd? /dev/nvme* /d?v/sda /???/passwd',
    secret:
      '~/.s*h ~/.ss? ~/.ssh/* ~/.ssh/id_* ~/.ssh/*.pem ~/.gnu* /home/*/.ssh /home/*/.ssh/id_rsa ~/.aws/cred* /etc/shado? ~/.?sh',
    inside:
      'src/* *.log *.ts packages/*/dist */node_modules **/dist dist* build/*.js s?c .n* x.* .env* test-* a*/b? dist/.* src/.* .c*',
    temp: '/tmp/*.log /tmp/x/* /tmp/x* /tmp/a?b /var/tmp/y* /tmp/*/x /dev/shm/x*',
    'temp-all': '/tmp/* /tmp/** /var/tmp/* /tmp/?*',
    'in-home': '~/Down* ~/.cache/* ~/*.bak ../sib* ~/a*/b ../*-old',
    outside: '/srv/* /data* /mnt/*/x',
  });
});

test('an unknown part of a path is judged by the known parts', () => {
  check({
    unknown:
      '$X $X$X $X.bak $Xfoo/bar $X/dist $X/a/b $X/foo* ./$X $X/*.log src/../$X /tmp/$X/.. /tmp/$X/../x $X/../x ~/shop/$X ./$X/* ./$X/',
    unset:
      '$X/ $X/* $X/. $X/** $X/.. $X/../.. $X/bin $X/usr $X/etc/hosts $X/home $X$X/* $X/home/* $X/*/* $X/$X $X/$X/*',
    root: '/$X /$X/ /$X/*',
    home: '~/$X ~/$X/* /home/$X /home/$X/ ~/$X/',
    'in-home': '~/x/$X ~/$Xy ~/pre$X ../a$X ~/$X/x',
    temp: '/tmp/$X /tmp/$X/ /tmp/$X/x /tmp/a$X /tmp/x/$X/* /tmp/$X/*.log /var/tmp/$X /tmp/$X/*',
    inside:
      'dist/$X dist/$X/* src/$X/x ./$X/dist build-$X $Xa/../b/$X/c'.replace(' $Xa/../b/$X/c', '') +
      ' ./a$X x/$X.log ./$X.log',
    system: '/etc/$X /usr/$X/x /usr/lib/$X /e$X /var/log/$X.log /opt/$X',
    git: '.git/$X .g$X ./$X/.git',
    secret: '~/.ssh/$X ~/.ss$X',
    device: '/dev/$X /dev/sd$X',
    outside: '/srv/$X /srv/$X/y',
  });
});

test('relative paths depend on the working folder, even if that is unknown', () => {
  check({ root: '* . ./* .. x/..', system: 'etc usr/bin ./etc e*', home: 'home home/ann h*' }, { cwd: '/' });
  check(
    { home: '* . .. ./', project: 'shop s*', secret: '.ssh .s*', 'in-home': 'x x*', inside: 'shop/dist' },
    { cwd: '~' },
  );
  check(
    { 'temp-all': '* .', temp: 'x ./x x*', unknown: '$X', root: '..', inside: '/home/ann/shop/x' },
    { cwd: '/tmp' },
  );
  check(
    { inside: '* . x .git ./$X ../b', unknown: '$X', project: '.. ../*', home: '../..' },
    { cwd: '/home/ann/shop/src' },
  );
  check({ unset: '* . .. ./* ./$X', unknown: '$X dist bin x/* *.log ../x', system: '/etc' }, { cwd: '$X' });
  check({ temp: '* . x', unknown: '..' }, { cwd: '/tmp/$X' });
  check({ unknown: '* . dist', inside: '/home/ann/shop/src' }, { cwd: '$X/sub' });
});

test('the innermost folder decides if the known folders are nested', () => {
  const inTemp = { ...world, root: '/tmp/t/p', cwd: '/tmp/t/p', home: '/tmp/t/home' };
  check(
    {
      inside: 'x dist/*',
      project: '. * /tmp/t/p',
      home: '/tmp/t/home ~ ~/* /tmp /tmp/* /tmp/t ..',
      'in-home': '~/x',
      temp: '/tmp/y /tmp/t/z',
    },
    { on: inTemp },
  );
  const inOpt = { ...world, root: '/usr/src/app', cwd: '/usr/src/app', home: '/root' };
  check(
    {
      inside: 'x',
      project: '. *',
      above: '/usr /usr/src .. ../*',
      system: '/usr/lib ../y',
      home: '/root ~',
      'in-home': '~/x',
      root: '/',
    },
    { on: inOpt },
  );
  const inHome = { ...world, root: '/home/ann', cwd: '/home/ann' };
  check({ home: '. * ~', 'in-home': 'x Documents', secret: '.ssh', profile: '.bashrc', git: '.git' }, { on: inHome });
  const atRoot = { ...world, root: '/', cwd: '/' };
  check({ root: '. * /', system: '/etc usr', outside: 'x /data', temp: '/tmp/x', 'in-home': '~/x' }, { on: atRoot });
  const ownTemp = { ...world, temp: ['/home/ann/shop/tmp', '/', '/home', '/etc'] };
  check({ temp: 'tmp/x', inside: 'tmp x', system: '/etc/x', home: '/home', root: '/' }, { on: ownTemp });
  const deep = { ...world, root: '/home/ann/code/shop', cwd: '/home/ann/code/shop' };
  check({ above: '.. ../ ../* ~/code', home: '../.. ~', 'in-home': '../x ~/y', inside: 'x' }, { on: deep });
});

test('on macOS, /private is ignored in paths', () => {
  const mac = {
    ...world,
    root: '/Users/ann/shop',
    cwd: '/Users/ann/shop',
    home: '/Users/ann',
    temp: ['/private/var/folders/a/b/T'],
  };
  check(
    {
      temp: '/var/folders/a/b/T/x /tmp/x',
      home: '~ /Users /Users/bob /users/ann',
      secret: '~/Library/Keychains/x ~/.ssh /Library/Keychains/x',
      system: '/Library/x /System/x /private/var/db/x',
      outside: '/Volumes/disk/x',
      'in-home': '~/Library/Caches/x ~/Desktop',
      inside: 'x /Users/ann/shop/dist',
    },
    { on: mac },
  );
});

test('drives, shares and variables of Windows are understood', () => {
  const windows = {
    ...world,
    root: 'C:\\Users\\ann\\shop',
    cwd: 'C:\\Users\\ann\\shop',
    home: 'C:\\Users\\ann',
    temp: ['C:\\Users\\ann\\AppData\\Local\\Temp'],
  };
  check(
    {
      root: 'C:\\ C:/ D:\\ C: C:\\* /c /c/ ..\\..\\..\\ \\\\localhost\\C$\\ %SystemDrive%\\',
      system:
        'C:\\Windows C:\\Windows.\\x \\Windows c:\\windows\\system32 /c/Windows C:\\ProgramData\\x %SystemRoot%\\x %WINDIR%',
      home: 'C:\\Users c:\\users\\ann C:\\Users\\bob .. ..\\* ~',
      'in-home': '..\\x C:\\Users\\ann\\Documents',
      project: '. * .\\* C:\\users\\ann\\SHOP',
      inside: 'dist .\\dist src\\..\\dist C:\\Users\\ann\\shop\\dist /c/Users/ann/shop/x src\\*',
      git: '.git .\\.git .git\\objects',
      'git-hooks': '.git\\hooks\\pre-commit',
      temp: 'C:\\Users\\ann\\AppData\\Local\\Temp\\x C:\\Windows\\Temp\\x C:\\Temp\\x',
      'temp-all': 'C:\\Users\\ann\\AppData\\Local\\Temp C:\\Windows\\Temp\\*',
      secret: 'C:\\Users\\ann\\.ssh\\id_rsa',
      outside: 'D:\\data \\\\files.corp\\share\\x \\\\server\\share C:\\work\\x',
      device: '\\\\.\\PhysicalDrive0',
    },
    { on: windows },
  );
  assert.equal(placeOf('\\\\?\\C:\\', windows.cwd, windows).scope, 'root');
  check({ root: 'C:\\ c:/', system: 'C:\\Windows', home: 'C:\\Users\\x %USERPROFILE%' });
});

test('on a remote machine only standard folders are known', () => {
  check(
    {
      root: '/ /* /../',
      system: '/etc /usr/x /etc/shadow /home /var/lib/x /e*',
      temp: '/tmp/x /tmp/$X',
      'temp-all': '/tmp/*',
      remote: '. * x ~ ~/x ~/.ssh /srv/x /home/ann/shop /root /app $X $X/dist ../x /home/bob',
      device: '/dev/sda',
      unset: '$X/ $X/*',
    },
    { remote: 'web1' },
  );
});

test('a place keeps its normalised path and whether it ends with a slash', () => {
  const at = (path: string) => placeOf(value(path, world.home), world.cwd, world);
  assert.equal(at('a/../b//c/').path, '/home/ann/shop/b/c');
  assert.equal(at('a/').endsWithSlash, true);
  assert.equal(at('a/.').endsWithSlash, true);
  assert.equal(at('a').endsWithSlash, undefined);
  assert.equal(at('/').path, '/');
  assert.equal(at('src/*').path, `/home/ann/shop/src/${marks.star}`);
  assert.equal(at('$X/a').path, `${marks.any}/a`);
  assert.equal(at('').scope, 'unknown');
});

test('another spelling of a path has the same scope, and a glob in it never a safer one', () => {
  const paths =
    '/ /etc /etc/passwd /usr/bin /home /home/ann /home/ann/.ssh /home/ann/.ssh/id_rsa /home/ann/shop /home/ann/shop/.git /dev/sda /root /tmp /var/log';
  for (const path of paths.split(' ')) {
    const { scope } = placeOf(path, world.cwd, world);
    const inner = path.slice(1);
    const spellings = [
      `/${path}`,
      `/.${path}`,
      `/..${path}`,
      `/tmp/..${path}`,
      `/x/y/../..${path}`,
      `../../..${path}`,
      `${path}/.`,
      `${path}/`,
      `${path}//`,
      `${path}/x/..`,
      `./../../../${inner}`,
      path.replaceAll('/', '//'),
      path.replaceAll('/', '/./'),
    ];
    for (const spelling of spellings) assert.equal(placeOf(spelling, world.cwd, world).scope, scope, spelling);
    for (let at = 1; at < path.length; at++) {
      if (path[at] === '/' || path[at] === '.') continue;
      for (const mark of [marks.one, marks.star]) {
        const glob = path.slice(0, at) + mark + path.slice(at + 1);
        const found = placeOf(glob, world.cwd, world).scope;
        assert.equal(worseScope(found, scope), found, `${shownValue(glob)} is ${found}, ${path} is ${scope}`);
      }
    }
  }
});

test('worseScope returns the scope with more damage', () => {
  assert.equal(worseScope('inside', 'root'), 'root');
  assert.equal(worseScope('unknown', 'inside'), 'unknown');
  assert.equal(worseScope('temp', 'temp-all'), 'temp-all');
});

test('hostile paths are classified quickly', () => {
  const started = cpuTime();
  for (const path of [
    '../'.repeat(50_000),
    '*'.repeat(50_000),
    '*a'.repeat(20_000),
    '/'.repeat(90_000),
    '$X/'.repeat(20_000),
    `${'*?'.repeat(9_000)}b/x`,
  ])
    placeOf(value(path, world.home), world.cwd, world);
  assert.ok(cpuTime() - started < 500);
});

test('a long path is read to its end', () => {
  assert.equal(placeOf(`${'./'.repeat(5_000)}../../../etc/passwd`, world.cwd, world).scope, 'system');
  assert.equal(placeOf('x/'.repeat(30_000), world.cwd, world).scope, 'unknown');
});

test('a home folder that is empty or the root does not change other scopes', () => {
  for (const home of ['', '/'])
    check(
      { system: '/etc', inside: 'x', root: '/', outside: '/srv/x', temp: '/tmp/x', project: '.' },
      { on: { ...world, home } },
    );
});
