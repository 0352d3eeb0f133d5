import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Thrown if the product does not connect to a host entered by a user. */
export class HostRefused extends Error {
  readonly reason: 'not_found' | 'private';

  constructor(reason: 'not_found' | 'private') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Networks without internet servers: this machine, the internal network, the machine's own provider, multicast, and
 * the other special-purpose registries (IANA, IPv4 and IPv6, of 2025; RFC 6890). IPv6 networks that embed IPv4
 * addresses could lead to any of them.
 */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Decides to which user-entered hosts the product connects. */
export interface OutgoingHosts {
  /**
   * The address to connect to instead of the name, because DNS could answer differently the next time. Throws
   * `HostRefused` if the name has no address, or one in a private network that is not allowed.
   */
  addressOf(host: string): Promise<string>;
}

/**
 * Refuses private networks, so that the product does not give users access to internal hosts.
 *
 * @param allowed internal addresses and networks that may be reached nevertheless, such as `10.0.0.0/8`
 */
export function outgoingHosts(allowed: readonly string[]): OutgoingHosts {
  const isClosed = networkCheck(privateNetworks);
  const isOpen = networkCheck(allowed);
  return {
    addressOf: async (host) => {
      const addresses = await addressesOf(host);
      const refused = addresses.some((address) => isClosed(address) && !isOpen(address));
      const [first] = addresses;
      if (first === undefined) throw new HostRefused('not_found');
      if (refused) throw new HostRefused('private');
      return first;
    },
  };
}

/** Whether an address is one of these addresses, or in one of these networks. */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = blockList(networks);
  return (address) => isIn(list, address);
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An IPv4-mapped IPv6 address counts as its IPv4 address. */
function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
