/** Limits for the header: bytes that are searched, and addresses taken from it. */
const longestHeader = 64 * 1024;
const maxAddresses = 100;
const recordedByServer = /^(?:delivered-to|x-original-to|envelope-to):(.*)$/gim;
const writtenBySender = /^(?:to|cc|bcc):(.*)$/gim;

/** The header of a mail with each field on one line. Nothing is decoded. */
function unfolded(raw: Buffer): string {
  const [header = ''] = raw.toString('latin1', 0, longestHeader).split(/\r?\n\r?\n/, 1);
  return header.replaceAll(/\r?\n[ \t]+/g, ' ');
}

/**
 * The recipients of a mail put aside unread, in lower case: everything that looks like an address in its recipient
 * headers. Nothing is decoded or unpacked.
 */
export function recipientsOfHeader(raw: Buffer): readonly string[] {
  const lines = unfolded(raw);
  const addressesIn = (pattern: RegExp) =>
    [...lines.matchAll(pattern)].flatMap(
      ([, line = '']) => line.match(/[^\s<>,;:"()@]{1,64}@[\w.-]{1,255}/g) ?? [],
    );
  const ofServer = addressesIn(recordedByServer);
  const all = ofServer.length > 0 ? ofServer : addressesIn(writtenBySender);
  return [...new Set(all.map((address) => address.toLowerCase()))].slice(0, maxAddresses);
}

/** Name in lower case and value of each header field from the top, undecoded. */
function allFields(raw: Buffer): readonly (readonly [name: string, value: string])[] {
  return unfolded(raw)
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value = ''] = /^([!-9;-~]{1,100}):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    });
}

/** The values of the header fields by name in lower case, undecoded; of a repeated field the first. */
export function fieldsOfHeader(raw: Buffer): ReadonlyMap<string, string> {
  return new Map(allFields(raw).toReversed());
}

/** The values of all header fields of a name in lower case, from the top. */
export function fieldsNamed(raw: Buffer, name: string): readonly string[] {
  return allFields(raw).flatMap(([each, value]) => (each === name ? [value] : []));
}

/** The date header of a mail; null if missing or invalid. */
export function dateOfHeader(header: Buffer): Date | null {
  const [, value = ''] = /^date:[ \t]*([^\r\n]{1,100})/im.exec(header.toString('latin1')) ?? [];
  const sentAt = new Date(value.replace(/\s*\([^()]*\)\s*$/, ''));
  return Number.isNaN(sentAt.getTime()) ? null : sentAt;
}
