/** When a mail says that it was sent; null where it says nothing that is a date. */
export function dateOfHeader(header: Buffer): Date | null {
  const [, told = ''] = /^date:[ \t]*([^\r\n]{1,100})/im.exec(header.toString('latin1')) ?? [];
  const sentAt = new Date(told.replace(/\s*\([^()]*\)\s*$/, ''));
  return Number.isNaN(sentAt.getTime()) ? null : sentAt;
}
