import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/**
 * Takes the network away from everything that is written in JavaScript in this process. Where the system allows it the process has
 * none to begin with (`launch.ts`); this holds everywhere else.
 */
export function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error('there is no network in the reading cell');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny'] as const) {
    Object.assign(dns, { [name]: refuse });
    Object.assign(dns.promises, { [name]: refuse });
  }
}
