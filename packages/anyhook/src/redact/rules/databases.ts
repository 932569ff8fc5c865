import type { SecretRule } from '../rule.js';

/** What comes between the user and the host of a connection string: colon, password, at sign. */
const password = (scheme: string): RegExp =>
  new RegExp(`${scheme}:\\\\?/\\\\?/[^\\s:@/"'<>\`]{0,128}:([^\\s"'<>\`]{1,256})(?=@[^\\s@]{1,256})`, 'i');

/** A port and a path, which a URL without a password has at the same position. */
const noPort = (secret: string): boolean => !/^\d{1,5}(?:[/\\?#]|$)/.test(secret);

/** Databases, and connection strings with a password. */
export const dataRules: readonly SecretRule[] = [
  {
    id: 'databricks-token',
    vendor: 'Databricks',
    what: 'personal access token',
    keywords: ['dapi'],
    regex: /dapi[0-9a-f]{32,64}(?:-\d)?/,
  },
  {
    id: 'supabase-key',
    vendor: 'Supabase',
    what: 'access token, secret key',
    keywords: ['sbp_', 'sb_secret_'],
    regex: /sbp_(?:oauth_)?[0-9a-f]{40,64}|sb_secret_[A-Za-z0-9_-]{24,64}/,
  },
  {
    id: 'planetscale-token',
    vendor: 'PlanetScale',
    what: 'password, service and OAuth tokens',
    keywords: ['pscale_'],
    anywhere: true,
    regex: /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,80}/,
  },
  {
    id: 'neon-key',
    vendor: 'Neon',
    what: 'API key, database password',
    keywords: ['napi_', 'npg_'],
    regex: /napi_[a-z0-9]{50,80}|npg_[A-Za-z0-9]{12,32}/,
  },
  {
    id: 'postgres-password',
    vendor: 'PostgreSQL',
    what: 'password in a connection string',
    keywords: ['postgres://', 'postgresql', 'postgres:\\/', 'cockroachdb'],
    anyCase: true,
    anywhere: true,
    regex: password('(?:postgres(?:ql)?|cockroachdb)(?:\\+[a-z0-9]{1,16})?'),
    check: noPort,
  },
  {
    id: 'mysql-password',
    vendor: 'MySQL, MariaDB',
    what: 'password in a connection string',
    keywords: ['mysql', 'mariadb'],
    anyCase: true,
    anywhere: true,
    regex: password('(?:mysqlx?2?|mariadb)(?:\\+[a-z0-9]{1,16})?'),
    check: noPort,
  },
  {
    id: 'mongodb-password',
    vendor: 'MongoDB',
    what: 'password in a connection string',
    keywords: ['mongodb'],
    anyCase: true,
    anywhere: true,
    regex: password('mongodb(?:\\+srv)?'),
    check: noPort,
  },
  {
    id: 'redis-password',
    vendor: 'Redis',
    what: 'password in a connection string',
    keywords: ['redis', 'valkey'],
    anyCase: true,
    anywhere: true,
    regex: password('(?:redis|valkey)s?(?:\\+[a-z0-9]{1,16})?'),
    check: noPort,
  },
  {
    id: 'amqp-password',
    vendor: 'RabbitMQ',
    what: 'password in a connection string',
    keywords: ['amqp'],
    anyCase: true,
    anywhere: true,
    regex: password('amqps?'),
    check: noPort,
  },
  {
    id: 'sqlserver-password',
    vendor: 'SQL Server, Oracle and others',
    what: 'password in a connection string',
    keywords: [
      'mssql',
      'sqlserver',
      'oracle',
      'clickhouse',
      'snowflake',
      'cassandra',
      'neo4j',
      'bolt:',
      'kafka',
      'smtp',
    ],
    anyCase: true,
    anywhere: true,
    regex: password(
      '(?:jdbc:)?(?:mssql|sqlserver|oracle|clickhouse|snowflake|cassandra|neo4j|bolt|kafka|smtps?)(?:\\+[a-z0-9]{1,16})?',
    ),
    check: noPort,
  },
  {
    id: 'jdbc-password',
    vendor: 'Oracle',
    what: 'password in a JDBC address of the thin driver',
    keywords: ['jdbc:oracle'],
    anyCase: true,
    anywhere: true,
    regex: /jdbc:oracle:(?:thin|oci):[^\s/@"']{1,64}\/([^\s@"']{1,128})(?=@)/i,
  },
];
