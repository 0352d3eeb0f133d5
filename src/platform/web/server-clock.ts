/** Milliseconds by which the clock of the server is ahead of this machine's. */
let ahead = 0;
/** Smaller differences are ignored, because responses have whole seconds and a delay. */
const tolerance = 60_000;

/** Takes the time of the server from one of its answers. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const serverTime = Date.parse(headers.get('date') ?? '');
  const difference = serverTime - Date.now();
  if (!Number.isNaN(serverTime)) ahead = Math.abs(difference) < tolerance ? 0 : difference;
}

/** The time of the server; days that deadlines depend on follow it, not the clock of this machine. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead);
}
