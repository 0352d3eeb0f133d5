import type { MailSignIn } from '../../../master-data/mailbox.ts';
import { fieldsNamed } from '../mail-header.ts';

/** What a mailbox knows about the server that receives its mails. */
export interface ReceivingServer {
  /** Its name in `Authentication-Results`, the authserv-id of RFC 8601. */
  readonly authentication_server: string | null;
  readonly sign_in: MailSignIn;
}

interface Checked {
  /** Empty where the server does not name itself, as Exchange Online. */
  readonly server: string;
  readonly results: readonly Result[];
}

interface Result {
  readonly method: string;
  readonly result: string;
  /** Such as `header.d`, in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Limit for one field; servers write some hundred characters. */
const longestField = 10_000;

/**
 * Whether the receiving server confirmed that a mail comes from the domain of its sender (MBX-08, RFC 8601): by DMARC,
 * or without a verdict of it by SPF or DKIM for the same domain. Only the topmost field of that server counts, because
 * all below may be written by the sender.
 */
export function isProvenSender(raw: Buffer, address: string, server: ReceivingServer): boolean {
  const name = nameOf(server);
  if (name === null) return false;
  const fields = fieldsNamed(raw, 'authentication-results').map(checkedIn);
  const checked = name === '' ? fields.slice(0, 1) : fields;
  const results = checked.find((field) => field.server === name)?.results ?? [];
  const domain = domainOf(address);
  const isFor = ({ result, properties }: Result, ...names: readonly string[]) =>
    result === 'pass' && names.some((each) => isAligned(domainOf(properties.get(each) ?? ''), domain));
  const byDmarc = results.filter(({ method }) => method === 'dmarc');
  if (byDmarc.some((each) => isFor(each, 'header.from'))) return true;
  if (byDmarc.some(({ result }) => result === 'pass' || result === 'fail')) return false;
  return results.some(
    (each) =>
      (each.method === 'spf' && isFor(each, 'smtp.mailfrom')) ||
      (each.method === 'dkim' && isFor(each, 'header.d', 'header.i')),
  );
}

/** The name of the server, empty for one without; null if it is not known. */
function nameOf({ authentication_server, sign_in }: ReceivingServer): string | null {
  if (authentication_server !== null) return authentication_server.toLowerCase();
  if (sign_in === 'google') return 'mx.google.com';
  return sign_in === 'microsoft' ? '' : null;
}

function checkedIn(field: string): Checked {
  const [first = '', ...rest] = withoutComments(field.slice(0, longestField)).toLowerCase().split(';');
  const isNamed = !first.includes('=');
  return {
    server: isNamed ? (first.trim().split(/\s/)[0] ?? '') : '',
    results: (isNamed ? rest : [first, ...rest]).flatMap((text) => resultIn(text) ?? []),
  };
}

/** Drops comments, which may be nested, and quoted strings, which hold reasons only. */
function withoutComments(field: string): string {
  let depth = 0;
  let kept = '';
  for (const sign of field.replaceAll(/"(?:[^"\\]|\\.)*"|\\./g, '')) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}

function resultIn(text: string): Result | null {
  const [, method, result] = /^\s*([a-z\d-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/.exec(text) ?? [];
  if (method === undefined || result === undefined) return null;
  const properties = [...text.matchAll(/\s([a-z]+\.[a-z\d_-]+)\s*=\s*(\S+)/g)];
  return {
    method,
    result,
    properties: new Map(properties.map(([, name = '', value = '']) => [name, value])),
  };
}

/** The domain of an address, or the text itself. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replaceAll(/[<>]/g, '');
}

/** The same domain, or one within the other. */
function isAligned(proven: string, domain: string): boolean {
  if (!proven.includes('.')) return false;
  return proven === domain || proven.endsWith(`.${domain}`) || domain.endsWith(`.${proven}`);
}
