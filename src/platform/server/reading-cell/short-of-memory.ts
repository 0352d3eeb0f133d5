/** Messages of the system, Node.js and packages, which for pages, pictures, OCR and PDFs have their own wording. */
const words = [
  /out of memory|insufficient memory|memory allocation|cannot allocate|ENOMEM|bad_alloc/i,
  /allocation failed|failed to allocate|unable to allocate|malloc fail|Aborted\(OOM\)|SetPermissions\(/i,
  // A thread's stack is memory, too.
  /creating thread|ERR_WORKER_INIT_FAILED/i,
  // Longer than any array or text may be; a negative length is a different error.
  /Invalid (?:array|typed array|array buffer|string) length(?!: -)|string longer than/i,
];

/** Whether an error, or the last output before an end, is about insufficient memory (TECH-20). */
export function isShortOfMemory(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return words.some((each) => each.test(text));
}

/**
 * For code that treats any error as a damaged document (TECH-20): rethrows a lack of memory, which the cell handles
 * separately.
 */
export function throwIfShortOfMemory(error: unknown): void {
  if (isShortOfMemory(error)) throw error;
}
