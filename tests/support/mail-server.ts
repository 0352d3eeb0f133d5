import { createServer, type Socket } from 'node:net';

/** The server's reply at one point of the conversation, or a hang-up without a reply. */
type Reply = string | 'hang up';

export interface MailServer {
  /** The address for `SMTP_URL`. */
  readonly url: string;
  /** The raw text of every accepted mail. */
  readonly mails: string[];
  /** Answers the next conversations differently; keys are SMTP commands, `.` is the end of the mail. */
  script(replies: Partial<Record<'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | '.', Reply>>): void;
  /** Breaks off the next conversations in the middle of a mail, after that many characters. */
  breakAfter(characters: number): void;
  close(): Promise<void>;
}

const usual = {
  EHLO: '250 hello',
  STAR: '502 no encryption here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
};

/** A small mail server that speaks SMTP on a free port and can be scripted to misbehave. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  let replies: Record<string, Reply> = usual;
  let longest = Number.POSITIVE_INFINITY;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.write('220 test\r\n');
    converse(
      socket,
      (command) => replies[command] ?? '250 ok',
      mails,
      () => longest,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    script: (changed) => {
      replies = { ...usual, ...changed };
    },
    breakAfter: (characters) => {
      longest = characters;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function converse(
  socket: Socket,
  replyTo: (command: string) => Reply,
  mails: string[],
  longest: () => number,
): void {
  let received = '';
  let isMail = false;
  const answer = (command: string) => {
    const reply = replyTo(command);
    if (reply === 'hang up') socket.destroy();
    else socket.write(`${reply}\r\n`);
    return reply;
  };
  socket.on('data', (chunk) => {
    received += chunk.toString();
    if (isMail && received.length > longest()) socket.destroy();
    for (;;) {
      const end = isMail ? received.indexOf('\r\n.\r\n') : received.indexOf('\r\n');
      if (end < 0) return;
      const part = received.slice(0, end);
      received = received.slice(end + (isMail ? 5 : 2));
      if (isMail) {
        isMail = false;
        // A sender doubles the dot that begins a line (RFC 5321, 4.5.2).
        if (answer('.').startsWith('2')) mails.push(part.replaceAll(/^\.\./gm, '.'));
        continue;
      }
      const command = part.slice(0, 4).toUpperCase();
      if (command === 'QUIT') {
        socket.end('221 bye\r\n');
        return;
      }
      isMail = answer(command).startsWith('354');
    }
  });
}
