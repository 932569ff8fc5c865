import { charSets, type SecretRule } from '../rule.js';

/**
 * A Discord token starts with the id of its bot, a number, in base64: these are all possible first three characters.
 */
const discordStarts = [...'MT Mj Mz ND NT Nj Nz OD OT'.split(' ')].flatMap((two) =>
  [...'AEIMQUYcgk'].map((third) => two + third),
);

/** Chat, telephony and mail. */
export const messagingRules: readonly SecretRule[] = [
  {
    id: 'slack-token',
    vendor: 'Slack',
    what: 'bot, user, app, refresh, configuration and legacy tokens',
    keywords: [
      'xoxa-',
      'xoxb-',
      'xoxp-',
      'xoxo-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xoxe-',
      'xoxe.',
      'xapp-',
      'xwfp-',
    ],
    anywhere: true,
    regex: /(?:xox[abcdoprse]|xapp|xwfp)(?:\.xox[bp])?-(?:[A-Za-z0-9-]|%2[BFbf]|%3[Dd]){16,400}/,
  },
  {
    id: 'slack-webhook',
    vendor: 'Slack',
    what: 'incoming webhook, workflow trigger',
    keywords: ['hooks.slack.com', 'hooks.slack-gov.com'],
    anywhere: true,
    regex:
      /hooks\.slack(?:-gov)?\.com\\?\/(?:services|workflows|triggers)\\?\/((?:[A-Za-z0-9]{6,64}\\?\/){1,4}[A-Za-z0-9]{16,64})/,
  },
  {
    id: 'discord-token',
    vendor: 'Discord',
    what: 'bot token',
    keywords: discordStarts,
    regex: /[MNO][A-Za-z0-9_-]{22,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,60}/,
  },
  {
    id: 'discord-webhook',
    vendor: 'Discord',
    what: 'webhook',
    keywords: ['discord.com', 'discordapp.com'],
    anywhere: true,
    regex: /discord(?:app)?\.com\\?\/api\\?\/(?:v\d{1,2}\\?\/)?webhooks\\?\/\d{16,20}\\?\/([A-Za-z0-9_-]{50,100})/,
  },
  {
    id: 'teams-webhook',
    vendor: 'Microsoft Teams',
    what: 'incoming webhook',
    keywords: ['webhook.office.com'],
    anywhere: true,
    regex:
      /webhook\.office\.com\\?\/webhookb2\\?\/([0-9a-f@-]{36,80}\\?\/IncomingWebhook\\?\/[0-9a-f]{32}(?:\\?\/[0-9a-f-]{36})?)/,
  },
  {
    id: 'telegram-token',
    vendor: 'Telegram',
    what: 'bot token',
    keywords: [':AA', '%3AAA'],
    lead: { chars: charSets.digits, maxLength: 11 },
    anywhere: true,
    regex: /\d{7,11}(?::|%3A)AA[A-Za-z0-9_-]{32,40}/,
  },
  {
    id: 'twilio-key',
    vendor: 'Twilio',
    what: 'API key',
    keywords: [...charSets.hex].map((first) => `SK${first}`),
    regex: /SK[0-9a-f]{32}(?![A-Za-z0-9])/,
  },
  {
    id: 'twilio-auth-token',
    vendor: 'Twilio',
    what: 'auth token, by its name',
    keywords: ['twilio'],
    anyCase: true,
    anywhere: true,
    regex: /twilio[\w.-]{0,24}(?:token|secret|key)[\\"'\s]{0,8}[:=,][\\"'\s]{0,8}([0-9a-f]{32})/i,
  },
  {
    id: 'sendgrid-key',
    vendor: 'SendGrid',
    what: 'API key',
    keywords: ['SG.'],
    regex: /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/,
  },
  {
    id: 'mailgun-key',
    vendor: 'Mailgun',
    what: 'API key',
    keywords: ['key-'],
    regex: /key-[0-9a-f]{32}(?![A-Za-z0-9])/,
  },
  {
    id: 'mailgun-key',
    vendor: 'Mailgun',
    what: 'API key in the newer form, by its name or user',
    keywords: ['mailgun', 'mg_api', 'api:'],
    anyCase: true,
    anywhere: true,
    regex: /(?:mailgun|mg_api|api:)[\w.-]{0,24}[\\"'\s]{0,8}[:=]?[\\"'\s]{0,8}([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})/i,
  },
  {
    id: 'mailchimp-key',
    vendor: 'Mailchimp',
    what: 'API key',
    keywords: ['-us'],
    lead: { chars: charSets.hex, maxLength: 32 },
    regex: /[0-9a-f]{32}-us\d{1,2}/,
  },
  {
    id: 'brevo-key',
    vendor: 'Brevo',
    what: 'API and SMTP keys',
    keywords: ['xkeysib-', 'xsmtpsib-'],
    anywhere: true,
    regex: /x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}/,
  },
  {
    id: 'resend-key',
    vendor: 'Resend',
    what: 'API key',
    keywords: ['re_'],
    regex: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/,
  },
  {
    id: 'mandrill-key',
    vendor: 'Mandrill',
    what: 'API key',
    keywords: ['md-'],
    regex: /md-[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/,
    check: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret),
  },
];
