import { type Finding, findingsAbout } from './finding.ts';

/** Facts of the mail server from a test connection. */
export interface MailFacts {
  /** Host and port; null if none is configured. */
  readonly server: string | null;
  /** Why it accepts no mails, with the error code; null if it does. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** Whether the connection was encrypted; null if there was none. */
  readonly isEncrypted: boolean | null;
  readonly isOnThisMachine: boolean;
  /** Whether the product is reachable from this machine only. */
  readonly isForTrial: boolean;
  /** Address of `MAIL_FROM`. */
  readonly sender: string;
  /** Whether the sender's domain has an SPF record; null if the lookup failed. */
  readonly hasSpf: boolean | null;
  /** Result of the requested test mail; null if none was requested. */
  readonly sent: { readonly to: string; readonly problem: string | null } | null;
}

const { ok, warning, wrong } = findingsAbout('mail');

/** Judges mail delivery, which logins (AUTH-01) and orders depend on. */
export function judgeMail(facts: MailFacts): Finding[] {
  const { server, problem, isForTrial } = facts;
  if (server === null) {
    if (isForTrial) return [ok('There is no mail server; mails appear under /dev/outbox.')];
    return [
      wrong(
        'There is no mail server: login links and orders cannot be sent.',
        'Set SMTP_URL, such as smtp://user:password@mail.example.com:587',
      ),
    ];
  }
  if (problem !== null) {
    const [says, remedy] = reasons[problem.code] ?? [
      `accepts no mails: ${problem.message}`,
      'Correct SMTP_URL, and check the log of the mail server.',
    ];
    return [wrong(`The mail server ${server} ${says}.`, remedy), ...aboutSent(facts)];
  }
  return [
    ok(`The mail server ${server} accepts the connection and the login.`),
    ...aboutEncryption(facts),
    ...aboutSender(facts),
    ...aboutSent(facts),
  ];
}

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  EAUTH: [
    'rejects user or password',
    'Correct them in SMTP_URL; special characters are written as %40 and so on.',
  ],
  EDNS: ['has a host name that cannot be resolved', 'Correct the host in SMTP_URL.'],
  ESOCKET: [
    'cannot be reached, or its certificate is not trusted',
    'Check host and port in SMTP_URL (587 with smtp://, 465 with smtps://) and the firewall; for an internal authority set NODE_EXTRA_CA_CERTS.',
  ],
  ETIMEDOUT: [
    'does not answer in time',
    'Open the port in the firewall. Many providers block 25; 587 and 465 are for senders.',
  ],
  ECONNECTION: ['cannot be reached', 'Correct host and port in SMTP_URL, and open the port in the firewall.'],
};

function aboutEncryption({ isEncrypted, isOnThisMachine }: MailFacts): Finding[] {
  if (isEncrypted !== false || isOnThisMachine) return [];
  return [
    warning(
      'The connection to the mail server is not encrypted: others can read mails and the password.',
      'Use port 587 of a server with STARTTLS, or smtps:// with port 465.',
    ),
  ];
}

function aboutSender({ sender, hasSpf }: MailFacts): Finding[] {
  if (hasSpf !== false) return [];
  const domain = sender.split('@').at(-1);
  return [
    warning(
      `The domain ${domain} has no SPF record, so that many mails are treated as spam.`,
      `Add a TXT record for ${domain} that names the mail server, such as "v=spf1 mx -all", and DKIM if the server signs.`,
    ),
  ];
}

function aboutSent({ sent }: MailFacts): Finding[] {
  if (sent === null) return [];
  if (sent.problem === null)
    return [ok(`The mail server accepted a mail to ${sent.to}; check whether it arrives.`)];
  return [
    wrong(
      `The mail server rejected the mail to ${sent.to}: ${sent.problem.replace(/\.$/, '')}.`,
      'The sender is MAIL_FROM; the account of SMTP_URL must be allowed to send in its name.',
    ),
  ];
}
