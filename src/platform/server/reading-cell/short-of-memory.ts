/** How the system, Node.js and packages say it: those for pages, pictures, recognition and PDFs have words of their own. */
const words = [
  /out of memory|insufficient memory|memory allocation|cannot allocate|ENOMEM|bad_alloc/i,
  /allocation failed|failed to allocate|unable to allocate|malloc fail|Aborted\(OOM\)|SetPermissions\(/i,
  // The stack of a thread is memory, too.
  /creating thread|ERR_WORKER_INIT_FAILED/i,
  // Longer than any array or text may be; a negative length is only wrong.
  /Invalid (?:array|typed array|array buffer|string) length(?!: -)|string longer than/i,
];

/** Whether an error, or what was printed before an end, is about memory that ran short (TECH-20). */
export function isShortOfMemory(said: unknown): boolean {
  const text = said instanceof Error ? said.message : String(said);
  return words.some((each) => each.test(text));
}

/**
 * Is asked by whoever takes any error for a damaged document (TECH-20): throws what is none but a lack of memory, which the cell tells
 * apart.
 */
export function throwIfShortOfMemory(error: unknown): void {
  if (isShortOfMemory(error)) throw error;
}
