import { connect, createServer, type Socket } from 'node:net';

/** A fault of a conversation, beginning at a command that matches; null: at its first byte. */
export interface Trouble {
  readonly kind: 'drips' | 'cut';
  readonly from: RegExp | null;
}

/** A proxy between the product and a mail server, without TLS, that can disturb their conversation. */
export interface MailProxy {
  readonly port: number;
  trouble: Trouble | null;
  stop(): Promise<void>;
}

/** A byte every few milliseconds: never silent for long, never finished. */
const betweenBytes = 20;

export async function startMailProxy(port: number): Promise<MailProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
    let isDripping = proxy.trouble?.kind === 'drips' && proxy.trouble.from === null;
    const waiting: Buffer[] = [];
    const dripping = setInterval(() => {
      const [first] = waiting;
      if (!first) return;
      socket.write(first.subarray(0, 1));
      if (first.length > 1) waiting[0] = first.subarray(1);
      else waiting.shift();
    }, betweenBytes);
    socket.on('close', () => clearInterval(dripping));
    socket.on('data', (chunk) => {
      if (proxy.trouble?.from?.test(chunk.toString('latin1'))) {
        if (proxy.trouble.kind === 'cut') return void socket.destroy();
        isDripping = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isDripping) waiting.push(chunk);
      else socket.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: MailProxy = {
    port: (server.address() as { port: number }).port,
    trouble: null,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return proxy;
}
