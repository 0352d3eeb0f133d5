/** A full disk of this machine, in a form that crosses process boundaries. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** Whether a disk of this machine, or the quota of the product on it, is full (TECH-21). */
export function isDiskFull(error: unknown): boolean {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === 'ENOSPC' || code === 'EDQUOT';
}
