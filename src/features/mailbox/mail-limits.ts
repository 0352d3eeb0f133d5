/** What one mail may hold; more is refused, so that no sender takes the memory or the time of the others (TECH-11). */
export const mailLimits = {
  /** As it lies on the server, with all its parts. */
  bytes: 40 * 1024 * 1024,
  /** Its parts, nested ones among them. */
  parts: 500,
  /** The header of one part, in bytes. */
  head: 256 * 1024,
  /** Mails and archives within each other (MBX-07). */
  depth: 10,
  /** All that is unpacked, in bytes. */
  unpacked: 60 * 1024 * 1024,
  /** What a mail says in HTML; longer text is not read. */
  html: 1024 * 1024,
  /** Files that are taken from it. */
  files: 100,
} as const;

/** Mails that one run looks at; the next one goes on. */
export const mostMailsPerRun = 200;
