/** Milliseconds by which the clock of the server is ahead of this machine's. */
let ahead = 0;
/** Answers name whole seconds and take a while, so smaller differences are none. */
const tolerance = 60_000;

/** Takes the time of the server from one of its answers. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const reported = Date.parse(headers.get('date') ?? '');
  const difference = reported - Date.now();
  if (!Number.isNaN(reported)) ahead = Math.abs(difference) < tolerance ? 0 : difference;
}

/** The time of the server; days that deadlines depend on follow it, not the clock of this machine. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead);
}
