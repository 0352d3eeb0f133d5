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
        'There is no mail server: login links and orders reach nobody.',
        'Set SMTP_URL, such as smtp://user:password@mail.example.com:587',
      ),
    ];
  }
  if (problem !== null) {
    const [says, remedy] = reasons[problem.code] ?? [
      `does not take mails: ${problem.message}`,
      'Correct SMTP_URL, and look into the log of the mail server.',
    ];
    return [wrong(`The mail server ${server} ${says}.`, remedy), ...aboutSent(facts)];
  }
  return [
    ok(`The mail server ${server} answers and lets us in.`),
    ...aboutEncryption(facts),
    ...aboutSender(facts),
    ...aboutSent(facts),
  ];
}

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  EAUTH: [
    'refuses user or password',
    'Correct them in SMTP_URL; special characters are written as %40 and so on.',
  ],
  EDNS: ['has a name that nobody knows', 'Correct the host in SMTP_URL.'],
  ESOCKET: [
    'is not reached, or its certificate is not believed',
    'See whether host and port in SMTP_URL are right (587 with smtp://, 465 with smtps://) and the firewall lets them out; for an authority of the house set NODE_EXTRA_CA_CERTS.',
  ],
  ETIMEDOUT: [
    'does not answer in time',
    'Open the port on the way. Many providers block 25; 587 and 465 are for senders.',
  ],
  ECONNECTION: ['is not reached', 'Correct host and port in SMTP_URL, and let the firewall out.'],
};

function aboutEncryption({ isEncrypted, isOnThisMachine }: MailFacts): Finding[] {
  if (isEncrypted !== false || isOnThisMachine) return [];
  return [
    warning(
      'The mail server speaks without encryption: mails and the password can be read on the way.',
      'Use port 587 of a server with STARTTLS, or smtps:// with port 465.',
    ),
  ];
}

function aboutSender({ sender, hasSpf }: MailFacts): Finding[] {
  if (hasSpf !== false) return [];
  const domain = sender.split('@').at(-1);
  return [
    warning(
      `The domain ${domain} does not say who may send mails for it, so that many land in spam.`,
      `Have a TXT record entered for ${domain} that names the mail server, such as "v=spf1 mx -all", and DKIM where the server signs.`,
    ),
  ];
}

function aboutSent({ sent }: MailFacts): Finding[] {
  if (sent === null) return [];
  if (sent.problem === null) return [ok(`A mail to ${sent.to} was taken; see whether it arrives.`)];
  return [
    wrong(
      `The mail to ${sent.to} was not taken: ${sent.problem.replace(/\.$/, '')}.`,
      'The sender is MAIL_FROM; the account of SMTP_URL must be allowed to send in its name.',
    ),
  ];
}
