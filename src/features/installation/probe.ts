/** Answer of `GET /api/installation`, for callers that prove to have `SECRET_KEY`. */
export interface ProbeAnswer {
  readonly version: string;
  /** Node.js version. */
  readonly runtime: string;
  /** Time of its machine. */
  readonly now: string;
  /** The client as determined by the product, and the peer of the connection. */
  readonly client: string;
  readonly peer: string;
  /** Forwarding header of the request; null without one. */
  readonly forwardedFor: string | null;
  /** Whether the header is trusted by `TRUSTED_PROXIES`. */
  readonly isBelieved: boolean;
  /** Open file limit of the process; null if unknown. */
  readonly openFiles: number | null;
}

/** Request header with the proof. */
export const proofHeader = 'x-kontor-proof';

/** An unused address from the documentation networks (RFC 5737). */
export const forgedAddress = '192.0.2.77';

/** Pause in the probe of the live stream, in milliseconds. */
export const pauseOfStream = 1_200;
