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

/** A message of the server through the push service of the browser. */
export interface PushEvent extends LastingEvent {
  readonly data: { readonly json: () => unknown } | null;
}

/** A tap on a notice. */
export interface NoticeEvent extends LastingEvent {
  readonly notification: Notification;
}

/** An open page. */
interface OpenWindow {
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: object) => void;
}

/** The events of a service worker by name. */
interface WorkerEvents {
  readonly message: MessageOfPage;
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
  readonly push: PushEvent;
  readonly notificationclick: NoticeEvent;
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
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: object) => Promise<readonly OpenWindow[]>;
    readonly openWindow: (path: string) => Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  readonly skipWaiting: () => Promise<void>;
}

export const scope = globalThis as unknown as WorkerScope;
