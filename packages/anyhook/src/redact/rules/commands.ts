import { isWordy } from '../entropy.js';
import { type SecretRule, spacePattern } from '../rule.js';

/** A value on a command line, quoted or not, as the end of a regex. */
const quotedValue = '(?:\\$?\\\\{0,3}["\'])?([^\\s"\'\\\\]{2,256})';

/** Not another flag: the password would be prompted for then. */
const isNoFlag = (secret: string): boolean => !secret.startsWith('-');

/** What MySQL takes for a name without quotes, made of words. */
const isDatabaseName = (text: string): boolean => /^[\w$-]+$/.test(text) && isWordy(text);

/**
 * Programs that take a password by a flag whose name does not say so, and files without a separator between name and
 * value.
 */
export const commandRules: readonly SecretRule[] = [
  {
    id: 'curl-user',
    vendor: 'curl, HTTPie, wget',
    what: 'password after -u user:',
    keywords: [' -u', ' --user', ' --proxy-user', ' -a ', ' --auth'],
    anywhere: true,
    command: ['curl', 'http ', 'https ', 'wget', 'xh '],
    regex: / (?:-u|--user|--proxy-user|-a|--auth)[\s=]{0,2}(?:\\{0,3}["'])?[^\s:"'\\/]{1,128}:([^\s"'\\]{1,256})/,
    check: (secret) => !/^\d{1,5}$|^\/\//.test(secret),
  },
  {
    id: 'cookie',
    vendor: 'curl, HTTPie',
    what: 'cookies after curl -b',
    keywords: [' -b'],
    anywhere: true,
    command: ['curl'],
    regex:
      / -b[\s=]{0,2}(?:\$?\\{0,3}["'])?([A-Za-z0-9_.%-]{1,128}=[^\s;"'\\]{3,4000}(?:;\s{0,2}[A-Za-z0-9_.%-]{1,128}=[^\s;"'\\]{0,4000}){0,60})/,
    check: (secret) => !/=[$<{]/.test(secret),
  },
  {
    id: 'mysql-flag',
    vendor: 'MySQL, MariaDB',
    what: 'password glued to -p',
    keywords: [' -p'],
    anywhere: true,
    command: ['mysql', 'mariadb'],
    regex: new RegExp(` -p${quotedValue}`),
  },
  {
    id: 'mysql-flag',
    vendor: 'MySQL, MariaDB',
    what: 'what looks like a password after -p (mysql itself takes it for a database)',
    keywords: ['-p '],
    command: ['mysql', 'mariadb'],
    regex: new RegExp(`-p\\s{1,4}${quotedValue}`),
    check: (secret) => !isDatabaseName(secret) && !/^[-<>|&;/.]/.test(secret),
  },
  {
    id: 'password-flag',
    vendor: 'sshpass, docker login, az login, mongosh, ipmitool, rabbitmqadmin',
    what: 'password after -p',
    keywords: ['-p ', '-p"', "-p'"],
    command: ['sshpass', ' login', 'mongo', 'rabbitmqadmin'],
    regex: new RegExp(`-p\\s{0,4}${quotedValue}`),
    check: isNoFlag,
  },
  {
    id: 'password-flag',
    vendor: 'sshpass, 7-Zip, rar',
    what: 'password glued to -p',
    keywords: [' -p'],
    anywhere: true,
    command: ['sshpass -p', '7z ', '7za ', '7zz ', 'rar '],
    regex: new RegExp(` -p${quotedValue}`),
  },
  {
    id: 'password-flag',
    vendor: 'sqlcmd, zip, unzip, mosquitto, ipmitool',
    what: 'password after -P',
    keywords: ['-P '],
    command: ['sqlcmd', 'zip', 'mosquitto', 'ipmitool'],
    regex: new RegExp(`-P\\s{1,4}${quotedValue}`),
    check: isNoFlag,
  },
  {
    id: 'password-flag',
    vendor: 'redis-cli, ldapsearch and its family',
    what: 'password after -a or -w',
    keywords: ['-a ', '-w '],
    command: ['redis-cli', 'valkey-cli', 'ldap'],
    regex: new RegExp(`-[aw]\\s{1,4}${quotedValue}`),
    check: isNoFlag,
  },
  {
    id: 'password-flag',
    vendor: 'openssl',
    what: 'password after pass:',
    keywords: ['pass:'],
    command: ['openssl'],
    regex: /pass:([^\s"'\\]{2,256})/,
  },
  {
    id: 'password-flag',
    vendor: 'smbclient, rpcclient, net',
    what: 'password after -U user%',
    keywords: ['-U ', '--user='],
    command: ['smb', 'rpcclient', 'winexe', 'net '],
    regex: /(?:-U\s|--user=)["']?[^\s%"']{1,64}%([^\s"'\\]{2,256})/,
  },
  {
    id: 'piped-password',
    vendor: 'chpasswd, passwd, sudo -S, docker login',
    what: 'password that echo or printf pipes to a program',
    keywords: ['echo ', 'printf ', 'echo -n'],
    regex:
      /(?:echo|printf)\s{1,4}(?:-[neE]{1,3}\s{1,4}|["']?%s(?:\\n)?["']?\s{1,4})?(?:\\{0,3}["'])?([^\s"'\\|]{3,256})(?=(?:\\n)?\\{0,3}["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4}(?:-[a-zA-Z]{1,8}\s{1,4}){0,4}-S|(?:sudo\s{1,4})?(?:chpasswd|passwd|cryptsetup|smbpasswd|pw\s)|[^\n|]{0,200}--password-stdin|[^\n|]{0,100}-(?:passin|passout|pass)\sstdin))/,
  },
  {
    id: 'htpasswd',
    vendor: 'Apache',
    what: 'password as an argument of htpasswd -b',
    keywords: ['htpasswd'],
    regex:
      /htpasswd[ \t]{1,4}(?=[^\n]{0,40}-\w{0,7}b)(?:-\w{1,8}[ \t]{1,4}){1,4}(?:(?<=-\w{0,7}n\w{0,7}[ \t]{1,4})|\S{1,200}[ \t]{1,4})\S{1,200}[ \t]{1,4}["']?([^\s"'\\;&|<>]{3,200})/,
  },
  {
    id: 'netrc-password',
    vendor: '.netrc',
    what: 'password of a machine',
    keywords: ['login', 'user '],
    regex: new RegExp(
      `(?:login|user)${spacePattern}{1,8}[^\\s\\\\]{1,128}${spacePattern}{1,8}(?:account${spacePattern}{1,8}\\S{1,64}${spacePattern}{1,8})?password${spacePattern}{1,8}["']?([^\\s"'\\\\]{1,256})`,
    ),
    near: ['machine', 'default'],
  },
  {
    id: 'pgpass',
    vendor: 'PostgreSQL',
    what: 'line of a .pgpass file',
    keywords: [':5432:', ':*:', ':6432:'],
    lead: { chars: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-*_', maxLength: 100 },
    regex: /[A-Za-z0-9.*_-]{1,100}:(?:5432|6432|\*):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:"'*`]{1,256})(?=\s|\\n|["']|$)/,
  },
  {
    id: 'secure-string',
    vendor: 'PowerShell',
    what: 'text given to ConvertTo-SecureString',
    keywords: ['convertto-securestring'],
    anyCase: true,
    regex: /convertto-securestring\s{1,4}(?:-string\s{1,4})?(?:-asplaintext\s{1,4})?\\{0,8}["']([^"'\\]{2,256})/i,
  },
  {
    id: 'sql-password',
    vendor: 'SQL',
    what: 'password of a user or role',
    keywords: ['identified', 'password'],
    anyCase: true,
    regex: /(?:identified\s{1,4}(?:with\s{1,4}[\w']{1,40}\s{1,4})?by|password)\s{1,4}\\{0,8}'([^'\\\n]{2,256})/i,
  },
];
