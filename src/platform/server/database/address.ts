/** A server of PostgreSQL. */
export interface Server {
  readonly host: string;
  readonly port: number;
}

const anAddress = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** The parameter with the servers after the first; PostgreSQL's own clients do not know it. */
const others = 'others';

/**
 * An address with several servers, `postgresql://user:password@one:5432,two:5432/name` as PostgreSQL's own clients
 * write it, as a URL of the first one; `serversOf` returns all. An address with one server is returned unchanged.
 */
export function asUrl(address: string): string {
  const [, login = '', servers = '', rest = ''] = anAddress.exec(address) ?? [];
  const [first = '', ...further] = servers.split(',');
  if (further.length === 0) return address;
  const one = `${login}${first}${rest}`;
  if (!URL.canParse(one) || first === '') return address;
  const url = new URL(one);
  url.searchParams.append(others, further.join(','));
  return url.href;
}

/** All servers of a URL from `asUrl`, in their order. Throws where one is not `host` or `host:port`. */
export function serversOf(url: string): readonly Server[] {
  const { host, searchParams } = new URL(url);
  return [host, ...(searchParams.get(others)?.split(',') ?? [])].map((text) => {
    const { hostname, port } = new URL(`postgresql://${text}/`);
    if (hostname === '' || hostname.includes(',')) throw new Error(`"${text}" names no server`);
    return { host: decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1'), port: Number(port || 5432) };
  });
}

/** Whether `text` is an address of one or several servers, with a login and a database. */
export function isDatabaseAddress(text: string): boolean {
  try {
    const url = new URL(asUrl(text));
    return (
      /^postgres(ql)?:$/.test(url.protocol) &&
      url.username !== '' &&
      url.pathname.length > 1 &&
      writing.has(url.searchParams.get('target_session_attrs')) &&
      serversOf(url.href).length > 0
    );
  } catch {
    return false;
  }
}

/** Values of `target_session_attrs`: the product needs a server that accepts writes, named or not. */
const writing: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);
