import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/**
 * Blocks the network for all JavaScript in this process. Where the system allows it the process has no network anyway
 * (`launch.ts`); this covers all other systems.
 */
export function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error('the reading cell has no network');
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
