/** Limits for the header: bytes that are searched, and addresses taken from it. */
const longestHeader = 64 * 1024;
const mostAddresses = 100;
const noted = /^(?:delivered-to|x-original-to|envelope-to):(.*)$/gim;
const told = /^(?:to|cc|bcc):(.*)$/gim;

/**
 * The recipients of a mail put aside unread, in lower case: everything that looks like an address in its recipient
 * headers. Nothing is decoded or unpacked.
 */
export function recipientsOfHeader(raw: Buffer): readonly string[] {
  const [header = ''] = raw.toString('latin1', 0, longestHeader).split(/\r?\n\r?\n/, 1);
  const lines = header.replaceAll(/\r?\n[ \t]+/g, ' ');
  const addressesIn = (pattern: RegExp) =>
    [...lines.matchAll(pattern)].flatMap(
      ([, line = '']) => line.match(/[^\s<>,;:"()@]{1,64}@[\w.-]{1,255}/g) ?? [],
    );
  const ofServer = addressesIn(noted);
  const all = ofServer.length > 0 ? ofServer : addressesIn(told);
  return [...new Set(all.map((address) => address.toLowerCase()))].slice(0, mostAddresses);
}

/** The date header of a mail; null if missing or invalid. */
export function dateOfHeader(header: Buffer): Date | null {
  const [, told = ''] = /^date:[ \t]*([^\r\n]{1,100})/im.exec(header.toString('latin1')) ?? [];
  const sentAt = new Date(told.replace(/\s*\([^()]*\)\s*$/, ''));
  return Number.isNaN(sentAt.getTime()) ? null : sentAt;
}
