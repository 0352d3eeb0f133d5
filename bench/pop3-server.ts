import { createServer, type Socket } from 'node:net';

/** A POP3 server in this process that accepts any login and serves one mail (RFC 1939). */
export interface Pop3Server {
  readonly port: number;
  /** Replaces the served mail, with a new name. */
  put(mail: Buffer): void;
  stop(): Promise<void>;
}

export async function startPop3(): Promise<Pop3Server> {
  let mail: Buffer = Buffer.alloc(0);
  let name = 0;
  const answers: Readonly<Record<string, () => Buffer | string>> = {
    LIST: () => `+OK\r\n1 ${mail.length}\r\n.\r\n`,
    UIDL: () => `+OK\r\n1 bench-${name}\r\n.\r\n`,
    TOP: () => block(mail.subarray(0, mail.indexOf('\r\n\r\n') + 2)),
    RETR: () => block(mail),
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.write('+OK\r\n');
    // Commands arrive one at a time, because clients wait for the answer.
    socket.on('data', (command) => {
      const [word = ''] = command.toString('latin1').trim().split(' ');
      socket.write(answers[word]?.() ?? '+OK\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    put: (put) => {
      mail = put;
      name += 1;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** No line of these mails begins with a dot. */
function block(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from('+OK\r\n'), content, Buffer.from('\r\n.\r\n')]);
}
