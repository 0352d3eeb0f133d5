/** Where people reach an installation. */
export interface PublicAddress {
  readonly publicUrl: string;
  /**
   * The domain below which each tenant has a host name of its own, such as `kontor.example.com` with
   * `muster.kontor.example.com` (TECH-18); null or absent: none has.
   */
  readonly tenantDomain?: string | null;
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The origin for links to a tenant: its own host name, if its name can be one, else that of the installation. */
export function originOfTenant({ publicUrl, tenantDomain }: PublicAddress, name: string): string {
  const own = name.toLowerCase();
  if (!tenantDomain || !label.test(own)) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = `${own}.${tenantDomain}`;
  return url.origin;
}

/** Whether a host name, without a port, is one of a tenant. */
export function isTenantHost({ tenantDomain }: Pick<PublicAddress, 'tenantDomain'>, host: string): boolean {
  const name = host.toLowerCase();
  if (!tenantDomain || !name.endsWith(`.${tenantDomain}`)) return false;
  return label.test(name.slice(0, -tenantDomain.length - 1));
}

/** The domain to which passkeys belong (AUTH-11): that of all host names, so that they survive a move. */
export function passkeyDomain({ publicUrl, tenantDomain }: PublicAddress): string {
  return tenantDomain ?? new URL(publicUrl).hostname;
}

/** The origins from which an answer of a passkey may come, given the one that it names. */
export function passkeyOrigins(address: PublicAddress, named: string): string[] {
  const url = URL.parse(named);
  const isOwn = url !== null && url.origin === originOfHost(address, url.hostname);
  return isOwn && isTenantHost(address, url.hostname) ? [address.publicUrl, named] : [address.publicUrl];
}

/** The host name with the protocol and port of the installation. */
function originOfHost({ publicUrl }: PublicAddress, hostname: string): string {
  return Object.assign(new URL(publicUrl), { hostname }).origin;
}
