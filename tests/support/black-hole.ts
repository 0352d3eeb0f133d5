import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between product and database that can swallow all traffic. */
export interface BlackHole {
  readonly port: number;
  /** The same address through the proxy. */
  through(url: string): string;
  /** Forwards nothing from now on; connections stay open, and new ones are accepted silently. */
  swallow(): void;
  /** Forwards new connections again; older ones stay silent forever, as behind a router that forgot them. */
  open(): void;
  close(): Promise<void>;
}

export async function openBlackHole(target: number): Promise<BlackHole> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isSwallowing = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (isSwallowing) silent.add(socket);
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (!silent.has(from)) to.write(bytes);
    });
    from.on('close', () => {
      // The end of a connection is swallowed like any packet.
      if (!silent.has(from)) to.destroy();
    });
  };
  const server = createServer((client) => {
    keep(client);
    const database = connect(target, '127.0.0.1');
    keep(database);
    pass(client, database);
    pass(database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    swallow: () => {
      isSwallowing = true;
      for (const socket of sockets) silent.add(socket);
    },
    open: () => {
      isSwallowing = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
