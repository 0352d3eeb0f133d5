/** So much of the beginning of a mail is looked at, in bytes, and so many addresses are taken from it. */
const longestHeader = 64 * 1024;
const mostAddresses = 100;
const noted = /^(?:delivered-to|x-original-to|envelope-to):(.*)$/gim;
const told = /^(?:to|cc|bcc):(.*)$/gim;

/**
 * For whom a mail is that was put aside unread, in small letters: whatever looks like an address in the lines of its header that name
 * receivers. Nothing is decoded or unpacked.
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

/** When a mail says that it was sent; null where it says nothing that is a date. */
export function dateOfHeader(header: Buffer): Date | null {
  const [, told = ''] = /^date:[ \t]*([^\r\n]{1,100})/im.exec(header.toString('latin1')) ?? [];
  const sentAt = new Date(told.replace(/\s*\([^()]*\)\s*$/, ''));
  return Number.isNaN(sentAt.getTime()) ? null : sentAt;
}
