import { randomUUID } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import type { Configuration } from '../../../platform/server/configuration.ts';
import { addressOfSender, greetMailServer, smtpTransport } from '../../../platform/server/mail/mail-smtp.ts';
import { isOnThisMachine } from '../configuration.ts';
import type { MailFacts } from '../mail.ts';

type Settings = Pick<Configuration, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/** Connects to the mail server, and sends a test mail if a recipient is given. */
export async function readMail(settings: Settings, to: string | null): Promise<MailFacts> {
  const { smtpUrl, mailFrom, publicUrl } = settings;
  const sender = addressOfSender(mailFrom);
  const isForTrial = isOnThisMachine(publicUrl);
  if (smtpUrl === null) {
    const nothing = { server: null, problem: null, isEncrypted: null, isOnThisMachine: false, hasSpf: null };
    return { ...nothing, isForTrial, sender, sent: null };
  }
  const { hostname, port, protocol } = new URL(smtpUrl);
  const greeting = await greetMailServer(smtpUrl);
  const hasProblem = 'problem' in greeting;
  return {
    server: port ? `${hostname}:${port}` : hostname,
    problem: hasProblem ? greeting.problem : null,
    isEncrypted: hasProblem ? null : protocol === 'smtps:' || greeting.isEncrypted,
    isOnThisMachine: /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname),
    isForTrial,
    sender,
    hasSpf: hasProblem || isForTrial ? null : await hasSpf(sender),
    sent: to === null ? null : { to, problem: await problemOfSending({ smtpUrl, mailFrom, publicUrl }, to) },
  };
}

/** Null if the lookup failed. */
async function hasSpf(sender: string): Promise<boolean | null> {
  const domain = sender.split('@').at(-1) ?? '';
  try {
    return (await resolveTxt(domain)).some((pieces) => /^v=spf1\b/i.test(pieces.join('')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENODATA' || code === 'ENOTFOUND' ? false : null;
  }
}

async function problemOfSending(
  { smtpUrl, mailFrom, publicUrl }: { smtpUrl: string; mailFrom: string; publicUrl: string },
  to: string,
): Promise<string | null> {
  const text = `This mail was sent by the doctor of Kontor at ${publicUrl}. If you receive it, mail delivery works.`;
  const delivery = await smtpTransport(smtpUrl, mailFrom).send({
    messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
    recipient: to,
    senderName: null,
    replyTo: null,
    subject: 'Kontor: mail delivery works',
    text,
    html: `<p>${text}</p>`,
    attachments: [],
  });
  return delivery.outcome === 'accepted' ? null : delivery.reason;
}
