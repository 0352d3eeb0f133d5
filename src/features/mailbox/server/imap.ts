import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import { mailLimits } from '../mail-limits.ts';
import type { ListedMail, MailServer, MailSource } from './mail-server.ts';

/** The port for conversations that start without TLS. */
const plainPort = 143;
/** For servers that do not allow new folders. */
const importedFlag = '$KontorImported';

const limits = {
  connectionTimeout: seconds(15),
  greetingTimeout: seconds(10),
  socketTimeout: minutes(2),
  maxLineLength: 1024 * 1024,
  maxLiteralSize: mailLimits.bytes,
  maxResponseSize: mailLimits.bytes + 2 * 1024 * 1024,
  maxResponseTokens: 200_000,
};

/** Opens a folder on an IMAP server at this address; the signal ends the conversation. */
export async function openImap(
  server: MailServer,
  address: string,
  ending: AbortSignal,
): Promise<MailSource> {
  const startsPlain = server.port === plainPort;
  const client = new ImapFlow({
    host: address,
    ...(isIP(server.host) === 0 && { servername: server.host }),
    port: server.port,
    secure: server.tls && !startsPlain,
    ...(!(server.tls && !startsPlain) && { doSTARTTLS: server.tls }),
    auth: { user: server.username, ...secretOf(server) },
    logger: false,
    disableAutoIdle: true,
    ...limits,
  });
  // Errors reach the pending call; without a listener they would end the process.
  client.on('error', () => {});
  ending.addEventListener('abort', () => client.close());
  try {
    await client.connect();
    const { uidValidity } = await client.mailboxOpen(server.folder);
    return imapSource(client, `${server.folder}:${uidValidity}`);
  } catch (error) {
    client.close();
    throw error;
  }
}

function secretOf({ password, accessToken }: MailServer) {
  return accessToken === undefined ? { pass: password } : { accessToken };
}

function imapSource(client: ImapFlow, folder: string): MailSource {
  return {
    list: (since) => listed(client, folder, since),
    contentOf: async ({ id }) => {
      const found = await client.fetchOne(id, { source: { maxLength: mailLimits.bytes } }, { uid: true });
      if (!found) return null;
      return found.source?.length ? found.source : null;
    },
    headOf: async ({ id }) => {
      const found = await client.fetchOne(id, { headers: true }, { uid: true });
      return found ? (found.headers ?? null) : null;
    },
    file: (mails, place) => moveAside(client, mails, place),
    close: () => client.logout(),
    abort: () => client.close(),
  };
}

async function listed(client: ImapFlow, folder: string, since: Date): Promise<readonly ListedMail[]> {
  const uids =
    (await client.search({ since, deleted: false, not: { keyword: importedFlag } }, { uid: true })) || [];
  if (uids.length === 0) return [];
  const mails = await client.fetchAll(uids, { uid: true, size: true }, { uid: true });
  return mails
    .toSorted((one, other) => one.uid - other.uid)
    .map(({ uid, size = 0 }) => ({ key: `${folder}:${uid}`, id: String(uid), bytes: size }));
}

/** Moves mails to a subfolder; marks them if the server allows none. */
async function moveAside(client: ImapFlow, mails: readonly ListedMail[], place: string): Promise<void> {
  const range = mails.map(({ id }) => id).join(',');
  if (range === '' || !client.mailbox) return;
  const path = [client.mailbox.path, place].join(client.mailbox.delimiter);
  const isThere = await client.mailboxCreate(path).then(
    () => true,
    () => false,
  );
  if (isThere && (await client.messageMove(range, path, { uid: true }))) return;
  await client.messageFlagsAdd(range, ['\\Seen', importedFlag], { uid: true });
}
