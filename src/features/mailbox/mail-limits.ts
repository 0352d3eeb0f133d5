/** Limits for one mail; larger ones are refused, so that no sender uses up memory or time of others (TECH-11). */
export const mailLimits = {
  /** Size on the server, with all parts. */
  bytes: 40 * 1024 * 1024,
  /** Number of parts, including nested ones. */
  parts: 500,
  /** The header of one part, in bytes. */
  head: 256 * 1024,
  /** Nesting depth of mails and archives (MBX-07). */
  depth: 10,
  /** Total unpacked size, in bytes. */
  unpacked: 60 * 1024 * 1024,
  /** Length of the HTML text; longer text is not read. */
  html: 1024 * 1024,
  /** Number of files taken from the mail. */
  files: 100,
} as const;

/** Number of mails per run; the next run continues. */
export const maxMailsPerRun = 200;
