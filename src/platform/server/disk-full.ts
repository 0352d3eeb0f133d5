/** No room on a disk of this machine, as it is told across processes. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** Whether a disk of this machine, or the share of it that the product may fill, has no room (TECH-21). */
export function isDiskFull(error: unknown): boolean {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === 'ENOSPC' || code === 'EDQUOT';
}
