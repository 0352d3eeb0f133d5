/** An event that keeps the service worker running until its work is done. */
export interface LastingEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** A request of a page, which the service worker may answer. */
export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response> | Response) => void;
}

/** A message of a page. */
export interface MessageOfPage extends LastingEvent {
  readonly data: unknown;
}

/** The events of a service worker by name. */
interface WorkerEvents {
  readonly message: MessageOfPage;
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
}

/**
 * The global object of a service worker, as far as Kontor uses it. The library of TypeScript that declares it
 * contradicts the one of pages.
 */
interface WorkerScope {
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
}

export const scope = globalThis as unknown as WorkerScope;
