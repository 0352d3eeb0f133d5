import { chunkLoadTimeoutMs } from '../../../platform/constants.ts';
import { scope } from './scope.ts';
import { keepUsed, type ShellParts, shellAnswer } from './shell.ts';

const parts: Omit<ShellParts, 'hold'> = {
  caches,
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(chunkLoadTimeoutMs) }),
  origin: location.origin,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Answers requests for the page and its files; see `shell.ts`. */
export function answerShell(): void {
  scope.addEventListener('fetch', (event) => {
    const answer = shellAnswer(event.request, { ...parts, hold: (work) => event.waitUntil(work) });
    if (answer !== null) event.respondWith(answer);
  });
  scope.addEventListener('message', (event) => {
    const used = usedIn(event.data);
    if (used.length > 0) event.waitUntil(keepUsed(used, { ...parts, hold: (work) => event.waitUntil(work) }));
  });
}

/** The addresses in the message of `registerWorker`. */
function usedIn(message: unknown): readonly string[] {
  const used: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'used') : null;
  return Array.isArray(used) ? used.map(String) : [];
}
