import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import { MailboxFailed } from '../failure.ts';
import { mailLimits } from '../mail-limits.ts';
import { dateOfHeader } from './mail-header.ts';
import type { ListedMail, MailServer, MailSource } from './mail-server.ts';

/** The port for conversations that start without TLS. */
const plainPort = 110;
/** Timeouts for a silent server in milliseconds: during login, and afterwards. */
const silence = { login: seconds(15), later: minutes(2) };
const longestLine = 4096;
const longestList = 8 * 1024 * 1024;
const lineEnd = Buffer.from('\r\n');
const blockEnd = Buffer.from('\r\n.\r\n');

/** Logs in to a POP3 server at this address (RFC 1939, RFC 2595); the signal ends the conversation. */
export async function openPop3(
  server: MailServer,
  address: string,
  ending: AbortSignal,
): Promise<MailSource> {
  const startsPlain = server.port === plainPort;
  const line = new Line(
    server.tls && !startsPlain ? overTls(server, { host: address }) : plain(server, address),
  );
  ending.addEventListener('abort', () => line.end());
  try {
    await line.greeting();
    if (server.tls && startsPlain) {
      await line.ask('STLS', 'no_tls');
      line.replace((socket) => overTls(server, { socket }));
    }
    await line.ask(`USER ${word(server.username)}`, 'login_refused');
    await line.ask(`PASS ${word(server.password)}`, 'login_refused');
    line.beSilentFor(silence.later);
    return pop3Source(line);
  } catch (error) {
    line.end();
    throw error;
  }
}

function pop3Source(line: Line): MailSource {
  const headOf = ({ id }: ListedMail) => line.block(`TOP ${id} 0`, mailLimits.head);
  return {
    list: () => listed(line),
    sentAt: async (mail) => dateOfHeader(await headOf(mail)),
    headOf,
    contentOf: ({ id }) => line.block(`RETR ${id}`, mailLimits.bytes),
    close: async () => {
      // All mails are fetched, so a failed QUIT does not matter.
      await line.ask('QUIT', 'not_understood').catch(() => {});
      line.end();
    },
    abort: () => line.end(),
  };
}

async function listed(line: Line): Promise<readonly ListedMail[]> {
  const sizes = new Map(pairs(await line.block('LIST', longestList)));
  const keys = pairs(await line.block('UIDL', longestList));
  return keys.map(([id, key]) => ({ key, id, bytes: Number(sizes.get(id) ?? 0) }));
}

/** Parses lines such as `1 120`. */
function pairs(block: Buffer): (readonly [string, string])[] {
  return [...block.toString('latin1').matchAll(/^(\d{1,10}) ([\x21-\x7e]{1,70})\s*$/gm)].map(
    ([, id = '', value = '']) => [id, value],
  );
}

/** A line end in a name or password would start another command. */
function word(value: string): string {
  if (/[\r\n\0]/.test(value)) throw new MailboxFailed('login_refused');
  return value;
}

function plain({ port }: MailServer, host: string): Socket {
  return connectPlain({ host, port });
}

function overTls({ host: name, port }: MailServer, way: { host: string } | { socket: Socket }): TLSSocket {
  // The certificate is checked against the name, or the address.
  return connectTls({ ...way, port, ...(isIP(name) === 0 ? { servername: name } : { host: name }) });
}

/** One conversation: commands are sent one at a time, and answers are limited in size. */
class Line {
  #socket: Socket;
  #chunks: Buffer[] = [];
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  /** Reads the greeting of the server. */
  async greeting(): Promise<void> {
    await this.#answer('not_understood');
  }

  /** Sends a command and reads its one-line answer; a refusal throws `failure`. */
  async ask(command: string, failure: MailboxFailed['failure']): Promise<void> {
    this.#socket.write(`${command}\r\n`);
    await this.#answer(failure);
  }

  /** Sends a command with a multi-line answer. */
  async block(command: string, limit: number): Promise<Buffer> {
    await this.ask(command, 'not_understood');
    // The line end before the end mark belongs to the answer, which may be empty.
    this.#chunks.unshift(lineEnd);
    const stuffed = await this.#until(blockEnd, limit);
    return unstuffed(stuffed.subarray(lineEnd.length));
  }

  /** Continues over another socket on top of this one; unrequested earlier input is refused. */
  replace(over: (socket: Socket) => Socket): void {
    this.#socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('timeout');
    if (this.#chunks.length > 0) throw new MailboxFailed('no_tls');
    this.#socket = over(this.#socket);
    this.#listen();
  }

  beSilentFor(milliseconds: number): void {
    this.#socket.setTimeout(milliseconds);
  }

  end(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    const fail = (error: Error): void => {
      this.#failure ??= error;
      this.#wake();
    };
    this.#socket
      .setTimeout(silence.login, () => this.#socket.destroy(coded('ETIMEDOUT')))
      .on('error', fail)
      .on('close', () => fail(coded('ECONNRESET')))
      .on('data', (chunk: Buffer) => {
        this.#chunks.push(chunk);
        this.#socket.pause();
        this.#wake();
      });
  }

  async #answer(failure: MailboxFailed['failure']): Promise<void> {
    const answer = (await this.#until(lineEnd, longestLine)).toString('latin1');
    if (answer.startsWith('+OK')) return;
    throw new MailboxFailed(answer.startsWith('-ERR') ? failure : 'not_understood');
  }

  /** All bytes before the next `end`, which is consumed as well. */
  async #until(end: Buffer, limit: number): Promise<Buffer> {
    let looked = 0;
    let length = 0;
    let tail = Buffer.alloc(0);
    for (;;) {
      for (; looked < this.#chunks.length; looked += 1) {
        const chunk = this.#chunks[looked] ?? tail;
        const window = Buffer.concat([tail, chunk]);
        const place = window.indexOf(end);
        if (place >= 0) return this.#take(length - tail.length + place, end.length);
        length += chunk.length;
        if (length > limit + end.length) throw new MailboxFailed('not_understood');
        tail = window.subarray(Math.max(0, window.length - end.length + 1));
      }
      await this.#more();
    }
  }

  #take(length: number, more: number): Buffer {
    const all = Buffer.concat(this.#chunks);
    const rest = all.subarray(length + more);
    this.#chunks = rest.length > 0 ? [rest] : [];
    return all.subarray(0, length);
  }

  async #more(): Promise<void> {
    if (this.#failure) throw this.#failure;
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    this.#socket.resume();
    await woken.promise;
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Removes the second dot of lines that begin with one. */
function unstuffed(block: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (;;) {
    const place = from === 0 && block[0] === 0x2e && block[1] === 0x2e ? 0 : block.indexOf('\n..', from);
    if (place < 0) break;
    const kept = place === 0 && block[0] === 0x2e ? 1 : place + 2;
    pieces.push(block.subarray(from, kept));
    from = kept + 1;
  }
  return Buffer.concat([...pieces, block.subarray(from)]);
}
