/** What the running product tells whoever proves to have its `SECRET_KEY`: `GET /api/installation`. */
export interface ProbeAnswer {
  readonly version: string;
  /** Of Node.js. */
  readonly runtime: string;
  /** The clock of its machine. */
  readonly now: string;
  /** Whom it takes the caller for, and who holds the other end of the line. */
  readonly client: string;
  readonly peer: string;
  /** What a proxy, or the caller, has said about whom it passes on; null where nobody said anything. */
  readonly forwardedFor: string | null;
  /** Whether that was believed, which `TRUSTED_PROXIES` decides. */
  readonly isBelieved: boolean;
  /** How many files the process may have open; null where its system does not say. */
  readonly openFiles: number | null;
}

/** Where the proof stands in a request. */
export const proofHeader = 'x-kontor-proof';

/** An address of the documentation networks (RFC 5737), which is nobody's. */
export const forgedAddress = '192.0.2.77';

/** So long after its beginning the probe of the live stream goes on, in milliseconds. */
export const pauseOfStream = 1_200;
